import { bytes, eventId, integer, issueId, type Question, type TelemetryEngine } from './question.ts';

const repairableDuckdb = `
        project_id = $projectId::bigint
          and frames_unmapped > 0
          and (
            (release = $release and release <> '')
            or list_has_any(string_split(debug_ids_wanted, ' '), $debugIds::varchar[])
          )`;

export const repairableCount: Question<'repairable-count'> = {
  sql: {
    duckdb: `select count(*) as events from events where ${repairableDuckdb}`,
  } satisfies Record<TelemetryEngine, string>,
  bind: (ask) => ({ ...ask }),
  row: { events: integer },
};

export const repairableBodies: Question<'repairable-bodies'> = {
  sql: {
    duckdb: `
      select event_id as "eventId", issue_id as "issueId", at_ms as "atMs", body
      from events
      where ${repairableDuckdb}
        and at_ms <= $beforeMs::bigint
        and (at_ms < $beforeMs::bigint or event_id < $beforeId::uuid)
      order by at_ms desc, event_id desc
      limit $count::bigint`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ before, ...ask }) => ({
    ...ask,
    // No cursor: after every event that there can be.
    beforeMs: before?.atMs ?? Number.MAX_SAFE_INTEGER,
    beforeId: before?.eventId ?? 'f'.repeat(32),
  }),
  row: { eventId, issueId, atMs: integer, body: bytes },
};
