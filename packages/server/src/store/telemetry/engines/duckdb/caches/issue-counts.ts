import type { QueryParams, QueryRows } from '../../../queries/index.ts';

type Params = QueryParams['issuesInRange'];
type Row = QueryRows['issuesInRange'];

/**
 * The latest results of `issues-in-range`, which a list repeats on each view. Rows are added with growing sequences, so
 * counts stay valid and only rows of later batches are added to them, until rows are changed or removed.
 */
export interface IssueCountsCache {
  answer(params: Params, count: (params: Params) => Promise<Row[]>): Promise<Row[]>;
  /** Rows were removed or moved to other issues: all cached counts are invalid. */
  changed(): void;
}

interface Counted {
  /** By issue, like the query. Never changed: another answer may be based on them. */
  rows: readonly Row[];
  lastSequence: number;
}

const ANSWER_COUNT_MAX = 16;
/** Over all answers; a few megabytes. */
const ROW_COUNT_MAX = 50_000;

export function createIssueCountsCache(): IssueCountsCache {
  let answers = new Map<string, Counted>();

  return {
    async answer(params, count) {
      const into = answers;
      const key = JSON.stringify(params);
      const before = into.get(key) ?? { rows: [], lastSequence: -1 };
      const added = await count({ ...params, sinceSequence: before.lastSequence });
      const rows = added.length === 0 ? before.rows : sumOf(before.rows, added);
      into.delete(key);
      into.set(key, {
        rows,
        lastSequence: added.reduce((last, row) => Math.max(last, row.lastSequence), before.lastSequence),
      });
      evictOldest(into);
      return [...rows];
    },
    changed() {
      // A new map, so that an answer that is being counted right now is not cached.
      answers = new Map();
    },
  };
}

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

function evictOldest(answers: Map<string, Counted>): void {
  let total = [...answers.values()].reduce((sum, { rows }) => sum + rows.length, 0);
  for (const [key, { rows }] of answers) {
    if (answers.size <= ANSWER_COUNT_MAX && total <= ROW_COUNT_MAX) return;
    answers.delete(key);
    total -= rows.length;
  }
}
