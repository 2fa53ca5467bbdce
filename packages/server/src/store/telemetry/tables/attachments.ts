import type { EventId, OrganizationId, ProjectId } from '@seismo/protocol';
import { defineTable, integer, text, uuid, type RowOf } from './table.ts';

export const attachments = defineTable({
  version: 1,
  endUser: { by: 'event' },
  hasPosition: true,
  fields: {
    organizationId: integer<OrganizationId>('organization_id'),
    projectId: integer<ProjectId>('project_id'),
    eventId: uuid<EventId>('event_id'),
    atMs: integer('at_ms'),
    filename: text('filename'),
    contentType: text('content_type'),
    attachmentType: text('attachment_type'),
    bytes: integer('bytes'),
    blobKey: text('blob_key'),
  },
});

export interface AttachmentRow extends RowOf<typeof attachments> {}
