import type { DebugId, EventId, IssueId, Level, OrganizationId, ProjectId } from '@seismo/protocol';
import { entryColumns, entryText } from './entries.ts';
import { defineTable, integer, text, uuid, type Column, type Field, type RowOf } from './table.ts';
import { userHash } from './user-hash.ts';

export interface MapCoverage {
  /** Frames that were mapped to their source. */
  mapped: number;
  /** Frames per `MappingErrorCode`. Those of `source-content-missing` are mapped as well; all others are not. */
  errors: Record<string, number>;
  /** Debug IDs of the files of frames that are not mapped, without duplicates. */
  unmappedDebugIds: DebugId[];
}

const mapColumn = (name: string, type: 'integer' | 'varchar', store: Column<MapCoverage>['store']) => ({
  name,
  type,
  added: { version: 4, fallback: type === 'integer' ? '0' : `''` },
  store,
});

const entries = (name: 'tags' | 'attributes', added?: Column<unknown>['added']): Field<Record<string, string>> => [
  { name, type: 'varchar', added, store: entryText },
  ...entryColumns(name),
];

/** Why the columns are as they are: docs/decisions/0003-telemetry-layout.md. */
export const events = defineTable({
  version: 1,
  endUser: { by: 'event' },
  sort: ['projectId', 'issueId', 'atMs'],
  fields: {
    organizationId: integer<OrganizationId>('organization_id'),
    projectId: integer<ProjectId>('project_id'),
    issueId: integer<IssueId>('issue_id'),
    eventId: uuid<EventId>('event_id'),
    /** Unix ms, corrected. */
    atMs: integer('at_ms'),
    receivedAtMs: integer('received_at_ms'),
    level: text<Level>('level'),
    platform: text('platform'),
    environment: text('environment'),
    release: text('release'),
    dist: text('dist'),
    transaction: text('transaction'),
    /** Identifies the end user: `id:`, `email:`, `username:` or `ip:` and the value; `''` if unknown. */
    userKey: [
      ...text('user_key'),
      { name: 'user_hash', type: 'ubigint', added: { version: 9, fallback: '0' }, store: userHash },
    ] as Field<string>,
    /** `false` if an exception of the event was not handled; `null` if no exception carries the information. */
    handled: [{ name: 'handled', type: 'boolean', isNullable: true, store: (value) => value }] as Field<boolean | null>,
    title: text('title'),
    culprit: text('culprit'),
    /** 32 hex digits or `''`. */
    traceId: uuid('trace_id').map((column) => ({ ...column, isNullable: true })) as Field<string>,
    tags: entries('tags'),
    /** Searchable fields that are neither tags nor columns: `user.email`, `http.method`. */
    attributes: entries('attributes', { version: 2, fallback: `'{}'` }),
    /** `StoredEvent` as JSON, zstd. */
    body: [
      { name: 'body', type: 'blob', isUncompressed: true, store: (value) => value },
      { name: 'body_bytes', type: 'integer', added: { version: 14, fallback: '0' }, store: ({ length }) => length },
    ] as Field<Uint8Array>,
    /** The grouping hash, which determines the issue; see `issue_fingerprint`. */
    hash: text('hash', { version: 3, fallback: `''` }),
    /** Frames that a source map could apply to. */
    maps: [
      mapColumn('frames_mapped', 'integer', ({ mapped }) => mapped),
      mapColumn('frames_unmapped', 'integer', unmappedFrames),
      {
        ...mapColumn('mapping_errors', 'varchar', errorText),
        renamed: { version: 13, from: 'map_faults' },
      },
      {
        ...mapColumn('unmapped_debug_ids', 'varchar', ({ unmappedDebugIds }) => unmappedDebugIds.join(' ')),
        renamed: { version: 13, from: 'debug_ids_wanted' },
      },
    ] as Field<MapCoverage>,
    /** Next.js's error digest, the same on the client and the server, or `''`. */
    digest: text('digest', { version: 6, fallback: `''` }),
  },
  changed: {
    /** The hash that the event would have by a source map that was uploaded after it, or `''`. */
    mappedHash: text('mapped_hash', { version: 5, fallback: `''` }),
    /** The hash that the event had before it was regrouped by a source map, or `''`. */
    originalHash: text('original_hash', { version: 5, fallback: `''` }).map((column) => ({
      ...column,
      renamed: { version: 13, from: 'sent_hash' },
    })),
  },
});

export interface EventRow extends RowOf<typeof events> {}

/** `no-debug-id:3 position-missing:1`, as queries parse it. Most events of one page have the same text. */
function errorText({ errors }: MapCoverage): string {
  return Object.entries(errors)
    .map(([error, frames]) => `${error}:${frames}`)
    .sort()
    .join(' ');
}

export function unmappedFrames({ errors }: Pick<MapCoverage, 'errors'>): number {
  return Object.entries(errors).reduce(
    (sum, [error, frames]) => sum + (error === 'source-content-missing' ? 0 : frames),
    0,
  );
}
