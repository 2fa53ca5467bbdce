import { join } from 'node:path';

/** The command line, as `scripts/build-server.mjs --tests` bundled it. */
export const program = join(import.meta.dirname, '../../.cache/main.js');
