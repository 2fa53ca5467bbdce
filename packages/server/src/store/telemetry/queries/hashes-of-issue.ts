import { integer, text, eventId, defineQuery } from './query.ts';
import { isOfIssue, type OneIssue } from './parts/of-issue.ts';
import { groups } from '../engines/memory/rows.ts';
import { hashGroupOf } from './parts/hash-groups.ts';

/** The hashes of an issue's events, most events first, then by hash. The newest event represents its hash. */
export const hashesOfIssue = defineQuery({
  sql: {
    duckdb: `
      with seen as materialized (
        select hash, at_ms, event_id, user_hash, title
        from events
        where project_id = $projectId::bigint and issue_id = $issueId::bigint
      )
      select
        hash,
        count(*) as events,
        count(distinct user_hash) filter (where user_hash <> 0) as users,
        min(at_ms) as "firstSeenAtMs",
        max(at_ms) as "lastSeenAtMs",
        arg_max(event_id, (at_ms, event_id)) as "eventId",
        arg_max(title, (at_ms, event_id)) as title
      from seen
      group by hash
      order by events desc, hash`,
  },
  row: {
    hash: text,
    events: integer,
    users: integer,
    firstSeenAtMs: integer,
    lastSeenAtMs: integer,
    eventId,
    title: text,
  },
  memory: ({ events }, issue: OneIssue) =>
    groups(events.filter(isOfIssue(issue)), (event) => [event.hash])
      .map(hashGroupOf)
      .toSorted((a, b) => b.events - a.events),
});
