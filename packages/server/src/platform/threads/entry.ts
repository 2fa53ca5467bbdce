import { extname } from 'node:path';

/**
 * The entry file of a worker thread or process, beside the calling file (`import.meta.url`) and of the same kind: `.ts`
 * from the sources, `.js` in the built server, where all entries are in one folder and so need unique names.
 */
export function threadEntry(
  name:
    | 'journal-thread'
    | 'telemetry-thread'
    | 'pipeline-thread'
    | 'assemble-thread'
    | 'query-thread'
    | 'backup-thread'
    | 'search-process',
  beside: string,
): URL {
  return new URL(`./${name}${extname(beside)}`, beside);
}
