import type { QueryRows } from '../../../queries/index.ts';
import type { Layer } from './layer.ts';
import { createReadCache } from './read-cache.ts';

type Row = QueryRows['issuesInRange'];

/**
 * The latest results of `issues-in-range`, which a list repeats on each view. Rows are added with growing sequences, so
 * counts stay valid and only rows of later batches are added to them, until rows are changed or removed.
 */
export function issueCounts(): Layer {
  // A few megabytes.
  const counts = createReadCache<readonly Row[]>({ countMax: 16, rowCountMax: 50_000, rowCountOf: lengthOf });
  return {
    queries: {
      async issuesInRange(params, next) {
        if (params.sinceSequence !== null) return next('issuesInRange', params);
        const rows = await counts.read(JSON.stringify(params), async (known = []) => {
          const sinceSequence = known.reduce((last, row) => Math.max(last, row.lastSequence), -1);
          return sumOf(known, await next('issuesInRange', { ...params, sinceSequence }));
        });
        return [...rows];
      },
    },
    applied({ rows: { events = [] }, changes }) {
      if (events.length > 0) counts.added();
      if (changes.length > 0) counts.changed();
    },
    truncated: () => counts.changed(),
  };
}

const lengthOf = (rows: readonly Row[]) => rows.length;

/** Merges two lists in the order of their issues; the second is of later batches. */
function sumOf(before: readonly Row[], added: readonly Row[]): Row[] {
  const rows: Row[] = [];
  let next = 0;
  for (const row of added) {
    while (next < before.length && before[next]!.issueId < row.issueId) rows.push(before[next++]!);
    const known = before[next]?.issueId === row.issueId ? before[next++]!.events : 0;
    rows.push({ ...row, events: known + row.events });
  }
  return rows.concat(before.slice(next));
}
