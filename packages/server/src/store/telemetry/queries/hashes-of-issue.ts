import { integer, text, eventId, orNull, defineQuery } from './query.ts';
import { isOfIssue, type OneIssue } from './parts/of-issue.ts';
import { allEvents, groups } from '../engines/memory/rows.ts';
import { hashGroupOf } from './parts/hash-groups.ts';

/** The hashes of an issue's events, most events first, then by hash. The newest event with its
 * content represents its hash; without any, `eventId` is null and `title` is empty. */
export const hashesOfIssue = defineQuery({
  sql: {
    duckdb: ({ events, count, counting, isStored }) => `
      with seen as materialized (
        select hash, at_ms, event_id, user_hash, title${counting}
        from ${events}
        where project_id = $projectId::bigint and issue_id = $issueId::bigint
      )
      select
        hash,
        ${count} as events,
        count(distinct user_hash) filter (where user_hash <> 0) as users,
        min(at_ms) as "firstSeenAtMs",
        max(at_ms) as "lastSeenAtMs",
        arg_max(event_id, (at_ms, event_id)) filter (where ${isStored}) as "eventId",
        coalesce(arg_max(title, (at_ms, event_id)) filter (where ${isStored}), '') as title
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
    eventId: orNull(eventId),
    title: text,
  },
  memory: (rows, issue: OneIssue) =>
    groups(allEvents(rows).filter(isOfIssue(issue)), (event) => [event.hash])
      .map(hashGroupOf)
      .toSorted((a, b) => b.events - a.events),
});
