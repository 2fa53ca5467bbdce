import type { IssueId } from '@seismo/protocol';
import type { Asks, Rows } from '../questions/index.ts';

type Ask = Asks['issues-in-range'];
type Row = Rows['issues-in-range'];

/**
 * The latest answers to `issues-in-range`, which a list asks again each time it is looked at. Rows are only ever added, so
 * what was counted stays, and only the rows of later batches are counted on top of it.
 */
export interface CountsInRange {
  answer(ask: Ask, count: (ask: Ask) => Promise<Row[]>): Promise<Row[]>;
  /** Rows were removed: nothing that was counted holds. */
  truncated(): void;
}

type Counted = ReadonlyMap<IssueId, Row>;

const ANSWER_COUNT_MAX = 16;
/** Over all answers; a few megabytes. */
const ROW_COUNT_MAX = 50_000;

export function createCountsInRange(): CountsInRange {
  let answers = new Map<string, Counted>();

  return {
    async answer(ask, count) {
      const into = answers;
      const key = JSON.stringify(ask);
      const before: Counted = into.get(key) ?? new Map();
      const sinceSequence = [...before.values()].reduce((last, row) => Math.max(last, row.lastSequence), -1);
      const added = await count({ ...ask, sinceSequence });
      // A copy, since another answer may be going on from the same one.
      const rows = new Map(before);
      for (const { issueId, events, lastSequence } of added) {
        rows.set(issueId, { issueId, events: events + (before.get(issueId)?.events ?? 0), lastSequence });
      }
      into.delete(key);
      into.set(key, rows);
      forgetOldest(into);
      return [...rows.values()].sort((a, b) => a.issueId - b.issueId);
    },
    truncated() {
      // A new map, so that an answer that is being counted right now is kept nowhere.
      answers = new Map();
    },
  };
}

function forgetOldest(answers: Map<string, Counted>): void {
  let rows = [...answers.values()].reduce((sum, { size }) => sum + size, 0);
  for (const [key, { size }] of answers) {
    if (answers.size <= ANSWER_COUNT_MAX && rows <= ROW_COUNT_MAX) return;
    answers.delete(key);
    rows -= size;
  }
}
