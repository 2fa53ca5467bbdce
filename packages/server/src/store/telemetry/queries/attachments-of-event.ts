import type { EventId, ProjectId } from '@seismo/protocol';
import { integer, text, defineQuery } from './query.ts';

interface Params {
  projectId: ProjectId;
  eventId: EventId;
}

/** Attachments of an event. */
export const attachmentsOfEvent = defineQuery({
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
  },
  isLookUp: true,
  row: { atMs: integer, filename: text, contentType: text, attachmentType: text, bytes: integer, blobKey: text },
  memory: ({ attachments }, params: Params) =>
    attachments.filter((row) => row.projectId === params.projectId && row.eventId === params.eventId),
});
