import { sql, type Kysely } from 'kysely';
import type { IssueId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import { hourOf, RATE_HOURS, type DayCount } from '#domain/issue-status/escalation.ts';

/** 24-hour periods back from the current hour; `dayCounts` does the same for a list of hours. */
export async function dayCountsOf(
  db: Kysely<Schema>,
  engine: StateEngine,
  ids: IssueId[],
  nowMs: number,
): Promise<Map<IssueId, DayCount[]>> {
  if (ids.length === 0) return new Map();
  const now = hourOf(nowMs);
  const rows = await db
    .selectFrom('issue_hour')
    .select([
      'issue_id as issueId',
      // Some drivers bind every number as a fraction, which would not give an integer division.
      sql<number>`(cast(${now} as integer) - hour) / 24`.as('day'),
      (on) => on.fn.sum<number>('events').as('events'),
      sql<number>`max(case when hour < ${now} then events else 0 end)`.as('busiestHour'),
    ])
    .where('issue_id', 'in', engine.list(ids, 'bigint') as never)
    .where('hour', '>', now - RATE_HOURS)
    .where('hour', '<=', now)
    .groupBy(['issue_id', 'day'])
    .execute();
  const days = Map.groupBy(rows, ({ issueId }) => issueId);
  return new Map(
    [...days].map(([id, counts]) => [
      id,
      counts.map(({ day, events, busiestHour }) => ({
        day: Number(day),
        events: Number(events),
        busiestHour: Number(busiestHour),
      })),
    ]),
  );
}
