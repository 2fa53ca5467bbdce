import { anyEvent, inRangeDuckdb } from './in-scope.ts';
import { integer, text, type Question, type TelemetryEngine } from './question.ts';

/** Where the columns of the keys go: their definitions, and their names. */
export const keyColumns = '/* keys */ 0 as k0';
export const keyNames = '/* key names */ k0';
/** Where the order of the groups goes. */
export const groupOrder = '/* order */ 1';

export const eventGroups: Question<'event-groups'> = {
  sql: {
    duckdb: `
      with seen as (
        select ${keyColumns}, at_ms, user_hash, issue_id
        from events
        where ${inRangeDuckdb}
          and ${anyEvent}
      ),
      grouped as (
        select
          ${keyNames},
          to_json([${keyNames}])::varchar as keys,
          count(*) as events,
          count(distinct user_hash) filter (where user_hash <> 0) as users,
          count(distinct issue_id) as issues,
          min(at_ms) as "firstSeenAtMs",
          max(at_ms) as "lastSeenAtMs"
        from seen
        group by ${keyNames}
      )
      select *
      from grouped
      order by ${groupOrder}, ${keyNames}
      limit $count::bigint
      offset $offset::bigint`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, environments, range, offset, count }) => ({
    projectIds,
    environments,
    releases: [],
    offset,
    count,
    ...range,
  }),
  row: {
    keys: (value) => JSON.parse(text(value)) as string[],
    events: integer,
    users: integer,
    issues: integer,
    firstSeenAtMs: integer,
    lastSeenAtMs: integer,
  },
};
