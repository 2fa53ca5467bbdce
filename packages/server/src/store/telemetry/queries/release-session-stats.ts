import { integer, text, orNull, projectId, defineQuery } from './query.ts';
import { inEnvironments, releaseStatsOf, type ReleaseStatsParams } from './parts/release-rows.ts';
import { endUserCount, sum } from '../engines/memory/rows.ts';
import {
  foldedSessions,
  sessionsOf,
  inEnvironmentsDuckdb,
  sessionHashDuckdb,
  statesInRangeDuckdb,
} from './parts/folded-sessions.ts';
import { sessionUserDifference } from './parts/differences.ts';

/** The release's position in the list, from 1; 0 is any other. */
const releaseIndex = 'coalesce(list_position($releases::varchar[], release), 0)';

/** 0 is no user. */
const person = `if(user_key = '', 0, hash(user_key))`;

const lowest = (bits: number, of: string) => `((${of}) & ${(1n << BigInt(bits)) - 1n}::uhugeint)`;

type Params = ReleaseStatsParams;

/**
 * Sessions and end users of these releases and of all releases together. Only states that started within the range
 * count; of states with the same session ID in a project the last counts, by sequence, then by order of arrival.
 * Aggregates add up. Ordered by project, then release; the last row of a project (`null`) is for all of its releases
 * together, if there is any. `users` are distinct non-empty keys of the project, `crashedUsers` those with a crashed
 * session.
 */
export const releaseSessionStats = defineQuery({
  sql: {
    // A million sessions fit into the store's memory because each is one number of 128 bits until it is counted. The
    // row ID is in front, so the greatest number of a session is its last state. Behind it: user (64 bits), release
    // (21), whether the environment matches (1), and the result (2).
    duckdb: ({ counted }) => `
      with
        last as materialized (
          select
            project_id,
            max(
              (rowid::uhugeint << 88)
              | (${person}::uhugeint << 24)
              | (${releaseIndex}::uhugeint << 3)
              | (${inEnvironmentsDuckdb}::uhugeint << 2)
              | (errored + 2 * crashed + 3 * abnormal)::uhugeint
            ) as state
          from ${counted}
          where session_id <> '' and ${statesInRangeDuckdb}
          group by project_id, ${sessionHashDuckdb}
        ),
        counted as not materialized (
          select
            project_id,
            ${lowest(21, 'state >> 3')}::integer as place,
            ${lowest(64, 'state >> 24')}::ubigint as person,
            1 as sessions,
            if(state & 3 = 1, 1, 0) as errored,
            if(state & 3 = 2, 1, 0) as crashed,
            if(state & 3 = 3, 1, 0) as abnormal
          from last
          where state & 4 = 4
          union all
          select project_id, ${releaseIndex}, ${person}, exited + errored + crashed + abnormal, errored, crashed, abnormal
          from ${counted}
          where session_id = '' and ${statesInRangeDuckdb} and ${inEnvironmentsDuckdb}
        ),
        sums as (
          select
            project_id,
            place,
            sum(sessions) as sessions,
            sum(errored) as errored,
            sum(crashed) as crashed,
            sum(abnormal) as abnormal
          from counted
          group by grouping sets ((project_id, place), (project_id))
        ),
        people as materialized (
          select project_id, place, person, bool_or(crashed > 0) as crashed
          from counted
          where person <> 0
          group by project_id, place, person
        ),
        heads as (
          select project_id, place, count(*) as users, count(*) filter (crashed) as crashed_users
          from people
          group by project_id, place
          union all
          select project_id, null, count(*), count(*) filter (crashed)
          from (select project_id, person, bool_or(crashed) as crashed from people group by project_id, person)
          group by project_id
        )
      select
        sums.project_id as "projectId",
        ($releases::varchar[])[sums.place] as release,
        sessions,
        errored,
        crashed,
        abnormal,
        coalesce(users, 0) as users,
        coalesce(crashed_users, 0) as "crashedUsers"
      from sums
      left join heads on heads.project_id = sums.project_id and heads.place is not distinct from sums.place
      where sums.place is distinct from 0
      order by 1, 2 nulls last`,
  },
  difference: { ...sessionUserDifference, isByProject: true },
  row: {
    projectId,
    release: orNull(text),
    sessions: integer,
    errored: integer,
    crashed: integer,
    abnormal: integer,
    users: integer,
    crashedUsers: integer,
  },
  memory: ({ sessions }, params: Params) =>
    releaseStatsOf(inEnvironments(foldedSessions(sessions, params), params), params.releases, (rows) => ({
      sessions: sum(rows, sessionsOf),
      errored: sum(rows, (row) => row.errored),
      crashed: sum(rows, (row) => row.crashed),
      abnormal: sum(rows, (row) => row.abnormal),
      users: endUserCount(rows),
      crashedUsers: endUserCount(rows.filter((row) => row.crashed > 0)),
    })),
});
