import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { bundledThreads } from './tests/bundled-threads.ts';

export default defineConfig({
  resolve: { alias: [bundledThreads] },
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
    globalSetup: ['tests/bundles.setup.mjs', 'packages/server/src/testing/new-stores.setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Two bugs of V8 that end the process when threads have ended, both rare: concurrent collection can fail
    // `CHECK(jit_page.has_value())`, and optimizing a wrapper of Wasm imports can free code of a module that is gone. Wasm
    // runs in tests because Node.js strips types with it.
    execArgv: ['--single-threaded-gc', '--wasm-wrapper-tiering-budget=1000000000'],
    // Many tests start servers and commands from the same sources: every start compiles them without it.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/tests') },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
