import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { bundledThreads } from './tests/bundled-threads.ts';

const include = [
  'packages/*/src/**/*.test.ts',
  'packages/main/demo/**/*.test.ts',
  'packages/dashboard/**/*.test.{ts,tsx}',
  'tests/canaries/**/*.test.ts',
  'tests/golden/**/*.test.ts',
  'scripts/**/*.test.ts',
];

/**
 * These tests replace no module and start no thread, so they share a process and its modules: to start a process and to
 * import the modules takes longer than most of the tests.
 */
const sharing = [
  'packages/protocol/src/**/*.test.ts',
  'packages/dashboard/**/*.test.{ts,tsx}',
  'packages/server/src/{api,command,domain,health,ingest,outgoing,signals,symbolication,testing}/**/*.test.ts',
  'packages/server/src/store/state/**/*.test.ts',
  'packages/server/src/query/**/!(run-in-thread).test.ts',
];

const exclude = ['**/node_modules/**', '**/.next/**'];

const project = {
  resolve: { alias: [bundledThreads] },
  test: {
    pool: 'forks' as const,
    // Two bugs of V8 that end the process when threads have ended, both rare: concurrent collection can fail
    // `CHECK(jit_page.has_value())`, and optimizing a wrapper of Wasm imports can free code of a module that is gone. Wasm
    // runs in tests because Node.js strips types with it.
    execArgv: ['--single-threaded-gc', '--wasm-wrapper-tiering-budget=1000000000'],
    // Many tests start servers and commands from the same sources: every start compiles them without it.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/tests') },
    testTimeout: 40_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
};

export default defineConfig({
  test: {
    globalSetup: ['tests/bundles.setup.mjs', 'packages/server/src/testing/new-stores.setup.ts'],
    // Tests also wait, for timers, disks and other processes: a third keeps two cores busy.
    maxWorkers: 3,
    projects: [
      { ...project, test: { ...project.test, name: 'isolated', include, exclude: [...exclude, ...sharing] } },
      { ...project, test: { ...project.test, name: 'sharing', include: sharing, exclude, isolate: false } },
    ],
  },
});
