import type { IssueId } from '@seismo/protocol';
import type { QueryParams, QueryRows } from '../../../queries/index.ts';

type Params = QueryParams['issueStats'];
type Row = QueryRows['issueStats'];

/**
 * The latest results of `issue-stats` per issue. Bars have round bounds, so opening a list again requests the same
 * stats. They are valid until an event of the issue is added, or rows are changed or removed.
 */
export interface IssueStatsCache {
  answer(params: Params, count: (params: Params) => Promise<Row[]>): Promise<Row[]>;
  /** Events of these issues are there now. */
  added(issueIds: Iterable<IssueId>): void;
  /** Rows were removed or moved to other issues: all cached counts are invalid. */
  changed(): void;
}

const ENTRY_COUNT_MAX = 16;
/** Over all of them; a few megabytes. */
const ROW_COUNT_MAX = 50_000;

export function createIssueStatsCache(): IssueStatsCache {
  let cached = new Map<string, Map<IssueId, readonly Row[]>>();
  /** Issues that got events during a count, which may or may not include them. */
  const counting = new Set<Set<IssueId>>();

  return {
    async answer(params, count) {
      const { issueIds, ...rest } = params;
      const key = JSON.stringify(rest);
      const into = cached;
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
      const stats = into.get(key) ?? new Map<IssueId, readonly Row[]>();
      for (const issueId of missing) if (!addedMeanwhile.has(issueId)) stats.set(issueId, known.get(issueId)!);
      into.delete(key);
      into.set(key, stats);
      evictOldest(into);
      return wanted.flatMap((issueId) => known.get(issueId)!);
    },
    added(issueIds) {
      for (const issueId of new Set(issueIds)) {
        for (const statsByIssue of cached.values()) statsByIssue.delete(issueId);
        for (const addedMeanwhile of counting) addedMeanwhile.add(issueId);
      }
    },
    changed() {
      // A new map, so that an answer that is being counted right now is not cached.
      cached = new Map();
    },
  };
}

function evictOldest(cached: Map<string, Map<IssueId, readonly Row[]>>): void {
  const sizes = [...cached].map(([key, statsByIssue]) => ({ key, rows: sizeOf(statsByIssue) }));
  let total = sizes.reduce((sum, { rows }) => sum + rows, 0);
  for (const { key, rows } of sizes) {
    if (cached.size <= ENTRY_COUNT_MAX && total <= ROW_COUNT_MAX) return;
    cached.delete(key);
    total -= rows;
  }
}

/** An issue without events takes as much space as one row. */
function sizeOf(statsByIssue: Map<IssueId, readonly Row[]>): number {
  return [...statsByIssue.values()].reduce((sum, rows) => sum + Math.max(1, rows.length), 0);
}
