import type { IssueId } from '@seismo/protocol';
import type { IssueSortKey } from '#store/state/contract.ts';
import type { Telemetry } from '#store/telemetry/contract.ts';
import type { QueryParams } from '#store/telemetry/queries/index.ts';

const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;
const DAYS_BEFORE = 7;

interface Counts {
  recent: Map<IssueId, number>;
  before: Map<IssueId, number>;
  nowMs: number;
}

/** Events of the last 24 hours and of the seven days before. Whole hours, so that results can be cached. */
export async function countsForTrends(
  telemetry: Telemetry,
  narrowed: Omit<QueryParams['issuesInRange'], 'range' | 'sinceSequence'>,
  nowMs: number,
): Promise<Counts> {
  const toMs = Math.ceil(nowMs / hourMs) * hourMs;
  const middleMs = toMs - dayMs;
  const count = async (fromMs: number, endMs: number) => {
    const range = { fromMs, toMs: endMs };
    const rows = await telemetry.query('issuesInRange', { ...narrowed, range, sinceSequence: null });
    return new Map(rows.map(({ issueId, events }) => [issueId, events]));
  };
  const [recent, before] = await Promise.all([count(middleMs, toMs), count(middleMs - DAYS_BEFORE * dayMs, middleMs)]);
  return { recent, before, nowMs: toMs };
}

/**
 * How unusual the last 24 hours of an issue are: its events minus those of an average day before, divided by the square
 * root of both together. 0 is a normal day, 3 is rare, a new issue with n events has about √n. Days count from the
 * first event, at most seven.
 */
export function trendsOf(issues: readonly IssueSortKey[], { recent, before, nowMs }: Counts): Map<IssueId, number> {
  return new Map(
    issues.map(({ id, atMs: firstSeenAtMs }) => {
      const known = (nowMs - dayMs - firstSeenAtMs) / dayMs;
      const days = Math.min(DAYS_BEFORE, Math.max(1, known));
      const expected = (before.get(id) ?? 0) / days;
      return [id, ((recent.get(id) ?? 0) - expected) / Math.sqrt(Math.max(1, expected + (recent.get(id) ?? 0)))];
    }),
  );
}
