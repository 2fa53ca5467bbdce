import type { EventId, ProjectId } from '@seismo/protocol';
import { eventId, integer, text, defineQuery } from './query.ts';

interface Params {
  projectId: ProjectId;
  eventIds: EventId[];
}

/** Attachments of these events, in the order of arrival. */
export const attachmentsOfEvents = defineQuery({
  sql: {
    duckdb: `
      select
        event_id as "eventId",
        at_ms as "atMs",
        filename,
        content_type as "contentType",
        attachment_type as "attachmentType",
        bytes,
        blob_key as "blobKey"
      from attachments
      where project_id = $projectId::bigint and event_id in (select unnest($eventIds::varchar[])::uuid)
      order by sequence, position`,
  },
  isLookUp: true,
  row: {
    eventId,
    atMs: integer,
    filename: text,
    contentType: text,
    attachmentType: text,
    bytes: integer,
    blobKey: text,
  },
  memory: ({ attachments }, { projectId, eventIds }: Params) =>
    attachments.filter((row) => row.projectId === projectId && eventIds.includes(row.eventId)),
});
