import type { IssueId } from '@seismo/protocol';
import type { QueryParams, QueryRows } from '../../../queries/index.ts';

type Ask = QueryParams['issueStats'];
type Row = QueryRows['issueStats'];

/**
 * The latest answers to `issue-figures`, issue by issue. Bars begin and end at round times, so a list that is looked at again
 * asks for the same figures, and they hold until an event of the issue is added, or rows are changed or removed.
 */
export interface IssueStatsCache {
  answer(ask: Ask, count: (ask: Ask) => Promise<Row[]>): Promise<Row[]>;
  /** Events of these issues are there now. */
  added(issueIds: Iterable<IssueId>): void;
  /** Rows were removed, or belong to other issues now: nothing that was counted holds. */
  changed(): void;
}

const ASK_COUNT_MAX = 16;
/** Over all of them; a few megabytes. */
const ROW_COUNT_MAX = 50_000;

export function createIssueStatsCache(): IssueStatsCache {
  let kept = new Map<string, Map<IssueId, readonly Row[]>>();
  /** What was added to while something is being counted: whether it was counted with it is not known. */
  const counting = new Set<Set<IssueId>>();

  return {
    async answer(ask, count) {
      const { issueIds, ...rest } = ask;
      const key = JSON.stringify(rest);
      const into = kept;
      const known = new Map(into.get(key));
      const wanted = [...new Set(issueIds)].toSorted((a, b) => a - b);
      const missing = wanted.filter((issueId) => !known.has(issueId));
      const addedMeanwhile = new Set<IssueId>();
      if (missing.length > 0) {
        counting.add(addedMeanwhile);
        try {
          const counted = Map.groupBy(await count({ ...rest, issueIds: missing }), ({ issueId }) => issueId);
          for (const issueId of missing) known.set(issueId, counted.get(issueId) ?? []);
        } finally {
          counting.delete(addedMeanwhile);
        }
      }
      const holds = into.get(key) ?? new Map<IssueId, readonly Row[]>();
      for (const issueId of missing) if (!addedMeanwhile.has(issueId)) holds.set(issueId, known.get(issueId)!);
      into.delete(key);
      into.set(key, holds);
      evictOldest(into);
      return wanted.flatMap((issueId) => known.get(issueId)!);
    },
    added(issueIds) {
      for (const issueId of new Set(issueIds)) {
        for (const figures of kept.values()) figures.delete(issueId);
        for (const addedMeanwhile of counting) addedMeanwhile.add(issueId);
      }
    },
    changed() {
      // A new map, so that an answer that is being counted right now is kept nowhere.
      kept = new Map();
    },
  };
}

function evictOldest(kept: Map<string, Map<IssueId, readonly Row[]>>): void {
  const sizes = [...kept].map(([key, figures]) => ({ key, rows: sizeOf(figures) }));
  let total = sizes.reduce((sum, { rows }) => sum + rows, 0);
  for (const { key, rows } of sizes) {
    if (kept.size <= ASK_COUNT_MAX && total <= ROW_COUNT_MAX) return;
    kept.delete(key);
    total -= rows;
  }
}

/** An issue without events is as much to keep as one row. */
function sizeOf(figures: Map<IssueId, readonly Row[]>): number {
  return [...figures.values()].reduce((sum, rows) => sum + Math.max(1, rows.length), 0);
}
