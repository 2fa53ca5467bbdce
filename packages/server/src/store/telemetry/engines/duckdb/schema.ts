import type { DuckDBConnection } from '@duckdb/node-api';
import { fillSlots, slots } from './entry-slots.ts';

/**
 * Numbered, forward only, frozen once released. Rows are appended in the order of arrival, so that every row group
 * covers a narrow span of time and of sequence, and its zone maps let a question skip what is older or newer.
 * Why the columns are as they are: docs/decisions/0003-telemetry-layout.md.
 */
const migrations: readonly (readonly string[] | ((connection: DuckDBConnection) => Promise<void>))[] = [
  [
    `create table events (
      sequence bigint not null,
      organization_id bigint not null,
      project_id bigint not null,
      issue_id bigint not null,
      event_id uuid not null,
      at_ms bigint not null,
      received_at_ms bigint not null,
      level varchar not null,
      platform varchar not null,
      environment varchar not null,
      release varchar not null,
      dist varchar not null,
      transaction varchar not null,
      user_key varchar not null,
      handled boolean,
      title varchar not null,
      culprit varchar not null,
      trace_id uuid,
      tags varchar not null,
      body blob not null using compression uncompressed
    )`,
    `create table attachments (
      sequence bigint not null,
      position integer not null,
      organization_id bigint not null,
      project_id bigint not null,
      event_id uuid not null,
      at_ms bigint not null,
      filename varchar not null,
      content_type varchar not null,
      attachment_type varchar not null,
      bytes bigint not null,
      blob_key varchar not null
    )`,
    `create table sessions (
      sequence bigint not null,
      position integer not null,
      organization_id bigint not null,
      project_id bigint not null,
      release varchar not null,
      environment varchar not null,
      session_id varchar not null,
      user_key varchar not null,
      started_at_ms bigint not null,
      exited bigint not null,
      errored bigint not null,
      crashed bigint not null,
      abnormal bigint not null
    )`,
    `create table ledger (
      sequence bigint not null,
      organization_id bigint not null,
      project_id bigint not null,
      at_ms bigint not null,
      item_kind varchar not null,
      outcome varchar not null,
      reason varchar not null,
      quantity bigint not null
    )`,
  ],
  [`alter table events add column attributes varchar default '{}'`],
  [`alter table events add column hash varchar default ''`],
  [
    `alter table events add column frames_mapped integer default 0`,
    `alter table events add column frames_unmapped integer default 0`,
    `alter table events add column map_faults varchar default ''`,
    `alter table events add column debug_ids_wanted varchar default ''`,
  ],
  [
    `alter table events add column mapped_hash varchar default ''`,
    `alter table events add column sent_hash varchar default ''`,
  ],
  [`alter table events add column digest varchar default ''`],
  slots.map(({ column }) => `alter table events add column ${column} varchar default ''`),
  fillSlots,
  [
    `alter table events add column user_hash ubigint default 0`,
    `update events set user_hash = md5_number_lower(user_key) where user_key <> ''`,
  ],
  [`alter table ledger add column key_id bigint default 0`],
  [
    `create table store_identity (store_id varchar, applied_sequence bigint not null)`,
    `insert into store_identity select null, max(sequence) from (
      select coalesce(max(sequence), 0) as sequence from events
      union all select coalesce(max(sequence), 0) from attachments
      union all select coalesce(max(sequence), 0) from sessions
      union all select coalesce(max(sequence), 0) from ledger
    )`,
  ],
];

/** Tables that a batch appends to; each carries the batch's sequence. */
export const batchTables = ['events', 'attachments', 'sessions', 'ledger'] as const;
export type BatchTable = (typeof batchTables)[number];

/** Brings the schema to the newest version, each step in its own transaction, or in several if it can be done again. */
export async function migrate(connection: DuckDBConnection): Promise<void> {
  await connection.run('create table if not exists schema_versions (version integer not null)');
  const reader = await connection.runAndReadAll('select coalesce(max(version), 0)::integer from schema_versions');
  const version = reader.value(0, 0) as number;
  if (version > migrations.length) {
    throw new Error(`it was written by a newer Seismo (schema ${version}, this one knows ${migrations.length})`);
  }
  for (const [index, step] of migrations.entries()) {
    if (index < version) continue;
    if (typeof step === 'function') await step(connection);
    await connection.run('begin');
    if (typeof step !== 'function') for (const statement of step) await connection.run(statement);
    await connection.run('insert into schema_versions values ($version)', { version: index + 1 });
    await connection.run('commit');
  }
}
