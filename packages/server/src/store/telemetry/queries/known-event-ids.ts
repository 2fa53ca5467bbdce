import { eventId, type Question, type TelemetryEngine } from './question.ts';

export const knownEventIds: Question<'known-event-ids'> = {
  sql: {
    // The list becomes the small side of a hash join: one pass over two narrow columns, however many ids are asked for.
    duckdb: `
      select distinct event_id as "eventId"
      from events
      where project_id = $projectId::bigint
        and event_id in (select unnest($eventIds::varchar[])::uuid)
      order by event_id`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectId, eventIds }) => ({ projectId, eventIds }),
  row: { eventId },
};
