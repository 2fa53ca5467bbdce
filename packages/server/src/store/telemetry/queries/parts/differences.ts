import { quantityOf } from './all-events.ts';
import type { CountedEvents, Difference } from '../query.ts';

/** Above this number of affected rows, everything is counted again. */
export const CONCERNED_ROW_COUNT_MAX = 20_000;

const inRange = (atMs: string) => `
    ${atMs} >= $fromMs::bigint and ${atMs} < $toMs::bigint and list_contains($projectIds::bigint[], project_id)`;
const atMost = `limit ${CONCERNED_ROW_COUNT_MAX + 1}`;

/** The new events and all other events of their users. */
const concernedEvents = (all: CountedEvents) => `
  create or replace temp table concerned as
  with came as materialized (
    select user_hash from ${all.events} where sequence > $sinceSequence::bigint and ${inRange('at_ms')} ${atMost}
  )
  select
    sequence, project_id, release, environment, at_ms, user_hash, ${quantityOf(all)} as quantity,
    sequence <= $sinceSequence::bigint as known
  from ${all.events}
  where ${inRange('at_ms')} and user_hash in (select user_hash from came where user_hash <> 0)
  union all
  select sequence, project_id, release, environment, at_ms, user_hash, ${quantityOf(all)}, false
  from ${all.events}
  where ${inRange('at_ms')} and user_hash = 0 and sequence > $sinceSequence::bigint
  ${atMost}`;

const cameSessions = `
    came as materialized (
      select rowid, session_id, user_key
      from sessions
      where sequence > $sinceSequence::bigint and ${inRange('started_at_ms')}
      ${atMost}
    )`;
/** All states of these sessions, and these rows, in order of arrival. */
const statesOf = (sessionIds: string, rowids: string) => `
  select * exclude (rowid), sequence <= $sinceSequence::bigint as known
  from (
    select rowid, * from sessions where ${inRange('started_at_ms')} and session_id in (${sessionIds})
    union all
    select rowid, * from sessions where ${inRange('started_at_ms')} and rowid in (${rowids})
    ${atMost}
  )
  order by rowid`;

const concernedSessions = () => `
  create or replace temp table concerned as
  with ${cameSessions}
  ${statesOf(`select session_id from came where session_id <> ''`, `select rowid from came where session_id = ''`)}`;

/**
 * The new sessions, the users of any of their states, and all sessions with any of these users in any state. Other
 * users of those sessions are included before and after, so they cancel out.
 */
const concernedUsers = () => `
  create or replace temp table concerned as
  with
    ${cameSessions},
    people as materialized (
      select user_key from came where user_key <> ''
      union
      select user_key
      from sessions
      where ${inRange('started_at_ms')}
        and user_key <> ''
        and session_id in (select session_id from came where session_id <> '')
    ),
    meant as materialized (
      select rowid, session_id from came
      union all
      (
        select rowid, session_id
        from sessions
        where ${inRange('started_at_ms')} and user_key in (select user_key from people)
        ${atMost}
      )
    )
  ${statesOf(`select session_id from meant where session_id <> ''`, `select rowid from meant where session_id = ''`)}`;

/** Counts of events and their users. */
export const eventDifference: Difference = { table: 'events', concerned: { duckdb: concernedEvents } };
/** Counts of sessions. */
export const sessionDifference: Difference = { table: 'sessions', concerned: { duckdb: concernedSessions } };
/** Counts of sessions and their users. */
export const sessionUserDifference: Difference = { table: 'sessions', concerned: { duckdb: concernedUsers } };
