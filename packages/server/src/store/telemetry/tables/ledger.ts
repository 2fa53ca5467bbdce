import type { OrganizationId, ProjectId } from '@seismo/protocol';
import { defineTable, integer, text, type RowOf } from './table.ts';

/** Each row adds to one cell of the ledger. `received` rows count the items that arrived; all others count their outcomes. */
export const ledger = defineTable({
  version: 1,
  endUser: { none: 'Counts of items by kind and outcome.' },
  fields: {
    organizationId: integer<OrganizationId>('organization_id'),
    projectId: integer<ProjectId>('project_id'),
    /** Unix ms of arrival, cut to the minute. */
    atMs: integer('at_ms'),
    /** An `ItemKind`, or for client reports the client's data category. */
    itemKind: text('item_kind'),
    /** An `Outcome`, `received`, or `client-discard` (items that a client dropped by itself; not part of the sum). */
    outcome: text('outcome'),
    reason: text('reason'),
    /** Negative where a dead letter is replayed: its `failed` is taken back. */
    quantity: integer('quantity'),
    /** The client key that the item was sent with; 0 if none is known. */
    keyId: integer('key_id', { version: 10, fallback: '0' }),
  },
});

export interface LedgerRow extends RowOf<typeof ledger> {}
