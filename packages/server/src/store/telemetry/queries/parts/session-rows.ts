import { byKeys } from '../../engines/memory/rows.ts';
import type { StoredRows } from '../../tables/index.ts';
import { integer, text } from '../query.ts';

/** The states of sessions, and sums of them. */
export const sessionColumnsDuckdb = `
        session_id as "sessionId",
        user_key as "userKey",
        release,
        environment,
        started_at_ms as "startedAtMs",
        exited,
        errored,
        crashed,
        abnormal`;

export const sessionRow = {
  sessionId: text,
  userKey: text,
  release: text,
  environment: text,
  startedAtMs: integer,
  exited: integer,
  errored: integer,
  crashed: integer,
  abnormal: integer,
};

/**
 * The order of arrival, which only rows with equal columns share, so that pages neither repeat nor miss one: sums have no
 * position of their own.
 */
export const sessionOrderDuckdb =
  'sequence, position, started_at_ms, release, environment, exited, errored, crashed, abnormal, user_key';

export function inSessionOrder(sessions: StoredRows['sessions']): StoredRows['sessions'] {
  // The memory engine stores the position, as every engine does.
  const keysOf = (row: StoredRows['sessions'][number] & { position?: number }) => [
    row.sequence,
    row.position ?? 0,
    row.startedAtMs,
    row.release,
    row.environment,
    row.exited,
    row.errored,
    row.crashed,
    row.abnormal,
    row.userKey,
  ];
  return sessions.toSorted((one, other) => byKeys(keysOf(one), keysOf(other)));
}
