import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { bundledThreads } from './bundled-threads.ts';
import { LongestFirst } from './longest-first.ts';

/** Tests that need the whole server, a browser or minutes. Two files at a time: with three, two cores are full, and all take longer. */
export default defineConfig({
  resolve: { alias: [bundledThreads] },
  test: {
    include: ['tests/e2e/**/*.test.ts', 'tests/crash/**/*.test.ts', 'tests/visual/**/*.test.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // The tests start hundreds of servers and commands from the same sources.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/tests') },
    globalSetup: ['tests/e2e/built.setup.mjs', 'tests/bundles.setup.mjs'],
    testTimeout: 120_000,
    // A busy machine can stall for seconds.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 300_000,
  },
});
