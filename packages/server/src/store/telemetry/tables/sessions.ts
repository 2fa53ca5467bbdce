import type { OrganizationId, ProjectId } from '@seismo/protocol';
import { defineTable, integer, text, type RowOf } from './table.ts';

/**
 * One state of one session, or a pre-aggregated minute from a server SDK (`sessionId` is '' then). The last state counts, by
 * `sequence`, then by order of arrival.
 */
export const sessions = defineTable({
  version: 1,
  endUser: { by: 'user-key', of: 'sessions' },
  hasPosition: true,
  fields: {
    organizationId: integer<OrganizationId>('organization_id'),
    projectId: integer<ProjectId>('project_id'),
    release: text('release'),
    environment: text('environment'),
    sessionId: text('session_id'),
    userKey: text('user_key'),
    startedAtMs: integer('started_at_ms'),
    /** For aggregates, the numbers of the minute; for a single session, exactly one of the four is 1. */
    exited: integer('exited'),
    errored: integer('errored'),
    crashed: integer('crashed'),
    abnormal: integer('abnormal'),
  },
});

export interface SessionRow extends RowOf<typeof sessions> {}
