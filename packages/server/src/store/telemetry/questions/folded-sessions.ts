/**
 * Sessions that started in the range, each by its last state, and aggregates as they are. Rows lie in the order of their
 * arrival, so that the last of a session has its greatest row id: a number, where a window over all columns would not fit
 * into memory from a million sessions on.
 */
export const foldedSessionsDuckdb = `
        folded as (
          select *
          from sessions
          where started_at_ms >= $fromMs::bigint
            and started_at_ms < $toMs::bigint
            and list_contains($projectIds::bigint[], project_id)
            and (
              session_id = ''
              or rowid in (
                select max(rowid)
                from sessions
                where session_id <> ''
                  and started_at_ms >= $fromMs::bigint
                  and started_at_ms < $toMs::bigint
                  and list_contains($projectIds::bigint[], project_id)
                group by project_id, session_id
              )
            )
        )`;

/** In one of the environments, or in any if none is named. */
export const inEnvironmentsDuckdb = `(
            len($environments::varchar[]) = 0 or list_contains($environments::varchar[], environment)
          )`;

/** Sessions of a row: a single one, or all of an aggregate. */
export const sessionsOfRowDuckdb = '(exited + errored + crashed + abnormal)';
