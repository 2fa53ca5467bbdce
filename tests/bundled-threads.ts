import { join } from 'node:path';

/** For the configuration of vitest: tests start threads from bundles, which `tests/bundles.setup.mjs` builds. */
export const bundledThreads = {
  find: /^(#|\.\/)platform\/threads\/entry\.ts$/,
  replacement: join(import.meta.dirname, '../packages/server/src/testing/thread-entry.ts'),
};
