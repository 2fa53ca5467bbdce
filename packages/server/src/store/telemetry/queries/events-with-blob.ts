import { eventId, type Question, type TelemetryEngine } from './question.ts';

export const eventsWithBlob: Question<'events-with-blob'> = {
  sql: {
    duckdb: `
      select distinct event_id as "eventId"
      from attachments
      where project_id = $projectId::bigint and blob_key = $blobKey
      order by event_id
      limit $count::bigint`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectId, blobKey, count }) => ({ projectId, blobKey, count }),
  row: { eventId },
};
