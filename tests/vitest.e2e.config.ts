import { defineConfig } from 'vitest/config';

/** What needs the whole server, a browser or minutes. One file at a time: two cores, and fair timings. */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts', 'tests/crash/**/*.test.ts', 'tests/visual/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
