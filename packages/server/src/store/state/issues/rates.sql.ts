import { sql } from 'kysely';
import type { IssueId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import type { Db } from '../schema.ts';
import { hourOf, RATE_HOURS, type DayCount } from '#domain/issue-status/escalation.ts';

/** 24-hour periods back from the current hour; `dayCounts` does the same for a list of hours. */
export async function dayCountsOf(
  db: Db,
  engine: StateEngine,
  ids: IssueId[],
  nowMs: number,
): Promise<Map<IssueId, DayCount[]>> {
  if (ids.length === 0) return new Map();
  const now = hourOf(nowMs);
  const rows = await db
    .selectFrom('issue_hour')
    .select([
      'issueId',
      // Some drivers bind every number as a fraction, which would not give an integer division.
      sql<number>`(cast(${now} as integer) - hour) / 24`.as('day'),
      (on) => on.fn.sum<number>('events').as('events'),
      sql<number>`max(case when hour < ${now} then events else 0 end)`.as('busiestHour'),
    ])
    .where('issueId', 'in', engine.list(ids, 'bigint'))
    .where('hour', '>', now - RATE_HOURS)
    .where('hour', '<=', now)
    .groupBy(['issueId', 'day'])
    .execute();
  return Map.groupBy(rows, ({ issueId }) => issueId);
}
