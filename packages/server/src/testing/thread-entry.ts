import type { threadEntry as fromSources } from '../platform/threads/entry.ts';

/**
 * Replaces `#platform/threads/entry.ts` in tests: threads start from what `scripts/build-server.mjs --tests` bundled. From
 * sources, each would load and strip hundreds of files.
 */
export const threadEntry: typeof fromSources = (name) => new URL(`../../../main/.cache/${name}.js`, import.meta.url);
