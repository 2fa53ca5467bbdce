import { extname } from 'node:path';

/**
 * The file a worker thread or a process of ours starts with, beside the one that asks (`import.meta.url`) and of the same kind: `.ts` from the
 * sources, `.js` in the built server, where all entries lie in one folder; so their names are unique.
 */
export function threadEntry(
  name:
    | 'journal-thread'
    | 'telemetry-thread'
    | 'pipeline-thread'
    | 'assemble-thread'
    | 'query-thread'
    | 'search-process',
  beside: string,
): URL {
  return new URL(`./${name}${extname(beside)}`, beside);
}
