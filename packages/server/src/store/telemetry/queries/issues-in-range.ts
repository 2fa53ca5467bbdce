import { integer, issueId, defineQuery } from './query.ts';
import { groups } from '../engines/memory/rows.ts';
import { eventsInScope, inScopeDuckdb, type Scope } from './parts/in-scope.ts';

type Params = Scope & { sinceSequence: number | null };

/**
 * Issues with an event in the range and the number of events; only those of batches after `sinceSequence`, if set.
 * `lastSequence` is that of the newest batch with a counted event.
 */
export const issuesInRange = defineQuery({
  sql: {
    duckdb: ({ where, events, count }) => `
      select issue_id as "issueId", ${count} as events, max(sequence) as "lastSequence"
      from ${events}
      where ${inScopeDuckdb(where)}
        and sequence > $sinceSequence::bigint
      group by issue_id
      order by issue_id`,
  },
  bind: ({ sinceSequence }: Params) => ({ sinceSequence: sinceSequence ?? -1 }),
  row: { issueId, events: integer, lastSequence: integer },
  memory: (rows, { sinceSequence, ...scope }) =>
    groups(
      eventsInScope(rows, scope).filter((event) => event.sequence > (sinceSequence ?? -1)),
      (event) => [event.issueId],
    ).map((ofIssue) => ({
      issueId: ofIssue[0]!.issueId,
      events: ofIssue.length,
      lastSequence: Math.max(...ofIssue.map((event) => event.sequence)),
    })),
});
