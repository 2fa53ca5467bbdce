import { integer, text, type Question, type TelemetryEngine } from './question.ts';

export const attachmentsOfEvent: Question<'attachments-of-event'> = {
  sql: {
    duckdb: `
      select
        at_ms as "atMs",
        filename,
        content_type as "contentType",
        attachment_type as "attachmentType",
        bytes,
        blob_key as "blobKey"
      from attachments
      where project_id = $projectId::bigint and event_id = $eventId::uuid
      order by sequence, position`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectId, eventId }) => ({ projectId, eventId }),
  row: { atMs: integer, filename: text, contentType: text, attachmentType: text, bytes: integer, blobKey: text },
};
