import { join } from 'node:path';

/** V8 options for the built server. */
export const v8Flags = [
  // Report bodies are outside of V8's heap and freed only by garbage collection; a small young generation collects often.
  // Measured at full load: a peak of 400 to 430 MB resident instead of 500 to 580, at the same speed.
  '--max-semi-space-size=4',
  // Limits heap growth between collections to 1.6 times the used size. V8's default is four times on large machines: the
  // main thread, which uses 50 MB, grew to 127.
  '--heap-growing-percent=60',
];

/** Environment for the built server. */
export const serverEnvironment = {
  // Of glibc. By default each thread has an arena of its own, which keeps what the thread has freed: 50 MB at full load.
  MALLOC_ARENA_MAX: '1',
};

/** Node options for the built server. */
export const serverFlags = [
  ...v8Flags,
  // Maps errors to our sources. `--enable-source-maps` would also load the maps of all Next.js files: 54 MB.
  '--import',
  join(import.meta.dirname, 'own-source-maps.mjs'),
];
