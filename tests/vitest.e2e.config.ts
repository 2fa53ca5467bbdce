import { defineConfig } from 'vitest/config';

/** What needs the whole server, a browser or minutes. Two files at a time: half of it is waiting. */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts', 'tests/crash/**/*.test.ts', 'tests/visual/**/*.test.ts'],
    maxWorkers: 2,
    globalSetup: ['tests/e2e/built-kit.setup.mjs'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
