import type { OrganizationId, ProjectId } from '@seismo/protocol';
import { defineTable, integer, text, type RowOf } from './table.ts';

/** What retention and the rules of traces removed: each row adds to the log of its project. */
export const removals = defineTable({
  version: 14,
  endUser: { none: 'Counts of what retention removed.' },
  fields: {
    organizationId: integer<OrganizationId>('organization_id'),
    projectId: integer<ProjectId>('project_id'),
    atMs: integer('at_ms'),
    /** `event`, `attachment`, `session` or `span`. */
    itemKind: text<RemovedKind>('item_kind'),
    /**
     * `age`: older than the project keeps them. `budget`: the server had reached its disk budget. `sampled`:
     * traces that the rules of their projects do not keep.
     */
    reason: text<RemovalReason>('reason'),
    quantity: integer('quantity'),
    /** Of the contents: bodies of events, and attachments as they were sent. */
    bytes: integer('bytes'),
  },
});

export type RemovedKind = 'event' | 'attachment' | 'session' | 'span';
export type RemovalReason = 'age' | 'budget' | 'sampled';
export interface RemovalRow extends RowOf<typeof removals> {}
