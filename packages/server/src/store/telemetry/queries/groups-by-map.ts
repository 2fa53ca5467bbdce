import { integer, text, eventId, orNull, defineQuery } from './query.ts';
import { isOfIssue, type OneIssue } from './parts/of-issue.ts';
import { allEvents, groups } from '../engines/memory/rows.ts';
import { hashGroupOf } from './parts/hash-groups.ts';

type Params = OneIssue & { count: number };

/** Events of an issue that would have another hash with later source maps, by both hashes; most events first. */
export const groupsByMap = defineQuery({
  sql: {
    // A range on the hex hash lets zone maps skip row groups without one, which are most.
    duckdb: ({ events, count, counting, isStored }) => `
      with seen as materialized (
        select hash, mapped_hash, at_ms, event_id, user_hash, title, culprit${counting}
        from ${events}
        where project_id = $projectId::bigint and issue_id = $issueId::bigint
          and mapped_hash >= '0' and mapped_hash <> hash
      )
      select
        hash,
        mapped_hash as "mappedHash",
        ${count} as events,
        count(distinct user_hash) filter (where user_hash <> 0) as users,
        min(at_ms) as "firstSeenAtMs",
        max(at_ms) as "lastSeenAtMs",
        arg_max(event_id, (at_ms, event_id)) filter (where ${isStored}) as "eventId",
        coalesce(arg_max(title, (at_ms, event_id)) filter (where ${isStored}), '') as title,
        coalesce(arg_max(culprit, (at_ms, event_id)) filter (where ${isStored}), '') as culprit
      from seen
      group by hash, mapped_hash
      order by events desc, hash, mapped_hash
      limit $count::bigint`,
  },
  row: {
    hash: text,
    mappedHash: text,
    events: integer,
    users: integer,
    firstSeenAtMs: integer,
    lastSeenAtMs: integer,
    eventId: orNull(eventId),
    title: text,
    culprit: text,
  },
  memory: (rows, { count, ...issue }: Params) =>
    groups(
      allEvents(rows)
        .filter(isOfIssue(issue))
        .filter(({ hash, mappedHash }) => mappedHash !== '' && mappedHash !== hash),
      ({ hash, mappedHash }) => [hash, mappedHash],
    )
      .map(hashGroupOf)
      .toSorted((a, b) => b.events - a.events)
      .slice(0, count),
});
