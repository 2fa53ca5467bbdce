import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/main/demo/**/*.test.ts',
      'packages/dashboard/**/*.test.{ts,tsx}',
      'tests/canaries/**/*.test.ts',
      'tests/golden/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/.next/**'],
    pool: 'forks',
    maxWorkers: 2,
    // A bug of V8: concurrent collection beside threads that end can fail `CHECK(jit_page.has_value())` and end the process.
    execArgv: ['--single-threaded-gc'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
