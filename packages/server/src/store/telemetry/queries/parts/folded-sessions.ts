import type { ProjectId } from '@seismo/protocol';
import { groups, within } from '../../engines/memory/rows.ts';
import type { SessionRow } from '../../tables/sessions.ts';
import type { Range } from '../query.ts';

/** States of sessions that started in the range, and aggregates. */
export const statesInRangeDuckdb = `
            started_at_ms >= $fromMs::bigint
            and started_at_ms < $toMs::bigint
            and list_contains($projectIds::bigint[], project_id)`;

/**
 * Identifies a session by eight bytes: the 32 characters of its ID would not fit into memory for every session. Among
 * ten million sessions, two collide with a probability of 3 in a million.
 */
export const sessionHashDuckdb = 'hash(session_id)';

/**
 * Sessions that started in the range, each by its last state, and aggregates unchanged. Rows are stored in order of
 * arrival, so the last state of a session has the greatest row ID. A window function over all columns would not fit
 * into memory from a million sessions on.
 */
export const foldedSessionsDuckdb = (counted: string) => `
        folded as (
          select *
          from ${counted}
          where ${statesInRangeDuckdb}
            and (
              session_id = ''
              or rowid in (
                select max(rowid)
                from ${counted}
                where session_id <> ''
                  and ${statesInRangeDuckdb}
                group by project_id, ${sessionHashDuckdb}
              )
            )
        )`;

/** In one of the environments, or in any if none is named. */
export const inEnvironmentsDuckdb = `(
            len($environments::varchar[]) = 0 or list_contains($environments::varchar[], environment)
          )`;

/** Sessions of a row: a single one, or all of an aggregate. */
export const sessionsOfRowDuckdb = '(exited + errored + crashed + abnormal)';

export function foldedSessions(
  sessions: SessionRow[],
  { projectIds, range }: { projectIds: ProjectId[]; range: Range },
): SessionRow[] {
  const states = sessions.filter((row) => projectIds.includes(row.projectId) && within(row.startedAtMs, range));
  const single = states.filter((row) => row.sessionId !== '');
  const last = groups(single, (row) => [row.projectId, row.sessionId]).map((ofSession) => ofSession.at(-1)!);
  return [...states.filter((row) => row.sessionId === ''), ...last];
}

export function sessionsOf({ exited, errored, crashed, abnormal }: SessionRow): number {
  return exited + errored + crashed + abnormal;
}
