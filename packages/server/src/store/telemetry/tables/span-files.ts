import type { OrganizationId, ProjectId } from '@seismo/protocol';
import { defineTable, double, integer, text, uuid } from './table.ts';

/**
 * A file of older spans, which never changes (docs/decisions/0081-span-storage.md). The transaction that adds the row
 * removes its spans from `spans`, or replaces the files that it joins. `sequence` is the greatest of its spans.
 */
export const spanFiles = defineTable({
  version: 18,
  endUser: { none: 'Deletions rewrite the files that it lists.' },
  fields: {
    organizationId: integer<OrganizationId>('organization_id'),
    projectId: integer<ProjectId>('project_id'),
    /** 32 hex digits: the name of the file. */
    file: uuid('file'),
    /** The UTC day on which its spans arrived. */
    dayAtMs: integer('day_at_ms'),
    rows: integer('rows'),
    /** How many spans its spans stand for. */
    weight: double('weight'),
    bytes: integer('bytes'),
    /** A span in memory, on average. */
    rowBytes: integer('row_bytes'),
    /** The first and the last start. */
    firstUs: integer('first_us'),
    lastUs: integer('last_us'),
    /** JSON: the attributes that have a column, by typed name, with the number of spans that have them. */
    columns: text('columns'),
  },
});

/** Which files have spans of a trace. */
export const spanTraces = defineTable({
  version: 18,
  endUser: { none: 'IDs of traces.' },
  fields: {
    organizationId: integer<OrganizationId>('organization_id'),
    projectId: integer<ProjectId>('project_id'),
    file: uuid('file'),
    traceId: uuid('trace_id'),
    /** That the trace was kept with. */
    serverSampleRate: double('server_sample_rate'),
  },
});
