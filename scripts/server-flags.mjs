import { join } from 'node:path';

/** What Node is told when it runs the built server. */
export const serverFlags = [
  // Bodies of reports lie outside V8's heap and are let go only when it collects; a small young generation collects often.
  // Measured at full load: 400 to 430 MB resident at the peak instead of 500 to 580, at the same speed.
  '--max-semi-space-size=4',
  // Between two collections a heap grows to 1.6 times what was in use. On a machine with gigabytes V8 would say four times,
  // and the main thread, which uses 50 MB, held up to 127.
  '--heap-growing-percent=60',
  // Errors name the lines of our sources. `--enable-source-maps` would also read the maps of all of Next's files: 54 MB.
  '--import',
  join(import.meta.dirname, 'own-source-maps.mjs'),
];
