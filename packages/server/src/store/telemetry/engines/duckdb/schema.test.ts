import { readdir, rename, rm } from 'node:fs/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { testPath } from '../../../../testing/cleanup.ts';
import { batch, cell, event, project } from '../../sample-rows.ts';
import { entryColumns } from '../../tables/entries.ts';
import { openDuckdbTelemetry } from './open.ts';

test('events of a store without slots, user hashes and ledger keys are found and counted after its migration', async () => {
  const path = testPath('telemetry.duckdb');
  const found = async (telemetry: Awaited<ReturnType<typeof openDuckdbTelemetry>>, value: string) => {
    const where = { entry: 'tags' as const, key: 'plan', is: [value] };
    return (await telemetry.query('eventsOfProject', { projectId: project(1), where, before: null, count: 9 })).length;
  };
  const older = await openDuckdbTelemetry(path);
  const events = ['team', 'team', 'free'].map((plan, n) =>
    event(n, { projectId: project(1), userKey: `id:${plan}`, tags: { plan } }),
  );
  await older.append(batch(1, { events, ledger: [cell('received', 3)] }));
  await older.close();

  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`attach '${path}' as telemetry`);
  await connection.run('use telemetry');
  for (const { name } of [
    ...entryColumns('tags'),
    ...entryColumns('attributes'),
    { name: 'user_hash' },
    { name: 'body_bytes' },
  ])
    await connection.run(`alter table events drop column ${name}`);
  await connection.run('alter table ledger drop column key_id');
  for (const [name, earlier] of [
    ['mapping_errors', 'map_faults'],
    ['unmapped_debug_ids', 'debug_ids_wanted'],
    ['original_hash', 'sent_hash'],
  ])
    await connection.run(`alter table events rename column ${name} to ${earlier}`);
  for (const table of ['store_identity', 'thinned', 'counts', 'removals', 'changed_ranges', 'backup_marks'])
    await connection.run(`drop table ${table}`);
  await connection.run('delete from schema_versions where version > 6');
  connection.closeSync();
  instance.closeSync();

  const newer = await openDuckdbTelemetry(path);
  const [copy, ...others] = await readdir(testPath('copies'));
  expect([copy, others]).toEqual([expect.stringMatching(/^telemetry-6-\w+\.duckdb$/), []]);
  expect([await found(newer, 'team'), await found(newer, 'free'), await found(newer, 'te')]).toEqual([2, 1, 0]);
  await newer.append(batch(2, { events: [event(9, { projectId: project(1), userKey: 'id:free' })] }));
  const all = { projectIds: [project(1)], environments: [], releases: [], where: null };
  const range = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
  const issueIds = [events[0]!.issueId];
  expect(await newer.query('issueUsers', { ...all, issueIds, range })).toEqual([{ issueId: issueIds[0], users: 2 }]);
  const keys = await newer.query('ledgerByKey', { projectIds: [project(1)], range });
  expect(keys.map(({ keyId, quantity }) => [keyId, quantity])).toEqual([[0, 3]]);
  await newer.close();
  expect(await storedSchema(path)).toBe(frozen);

  // The way back: the copy has the rows and the version from before.
  await rm(path);
  await rename(testPath(`copies/${copy}`), path);
  const again = await openDuckdbTelemetry(path);
  expect([await found(again, 'team'), await found(again, 'free'), await found(again, 'te')]).toEqual([2, 1, 0]);
  expect(await readdir(testPath('copies'))).toEqual([expect.stringMatching(/^telemetry-6-\w+\.duckdb$/)]);
  await again.close();
});

/** Frozen: what stores on disk have. A new column or table is added to it; nothing else in it changes. */
const frozen = `
  attachments:
    sequence bigint not null, position integer not null, organization_id bigint not null, project_id bigint not null,
    event_id uuid not null, at_ms bigint not null, filename varchar not null, content_type varchar not null,
    attachment_type varchar not null, bytes bigint not null, blob_key varchar not null
  backup_marks:
    number bigint not null, mark uuid not null
  changed_ranges:
    range bigint not null, change bigint not null
  counts:
    sequence bigint not null, organization_id bigint not null, project_id bigint not null, issue_id bigint not null,
    at_ms bigint not null, level varchar not null, environment varchar not null, release varchar not null, hash varchar
    not null, mapped_hash varchar not null, original_hash varchar not null, quantity bigint not null
  events:
    sequence bigint not null, organization_id bigint not null, project_id bigint not null, issue_id bigint not null,
    event_id uuid not null, at_ms bigint not null, received_at_ms bigint not null, level varchar not null, platform
    varchar not null, environment varchar not null, release varchar not null, dist varchar not null, transaction varchar
    not null, user_key varchar not null, handled boolean, title varchar not null, culprit varchar not null, trace_id uuid,
    tags varchar not null, body blob not null, attributes varchar default '{}', hash varchar default '', frames_mapped
    integer default 0, frames_unmapped integer default 0, mapping_errors varchar default '', unmapped_debug_ids varchar default
    '', mapped_hash varchar default '', original_hash varchar default '', digest varchar default '', tags_0 varchar default
    '', tags_1 varchar default '', tags_2 varchar default '', tags_3 varchar default '', tags_4 varchar default '', tags_5
    varchar default '', tags_6 varchar default '', tags_7 varchar default '', tags_8 varchar default '', tags_9 varchar
    default '', tags_a varchar default '', tags_b varchar default '', tags_c varchar default '', tags_d varchar default
    '', tags_e varchar default '', tags_f varchar default '', attributes_0 varchar default '', attributes_1 varchar
    default '', attributes_2 varchar default '', attributes_3 varchar default '', attributes_4 varchar default '',
    attributes_5 varchar default '', attributes_6 varchar default '', attributes_7 varchar default '', user_hash ubigint
    default 0, body_bytes integer default 0
  ledger:
    sequence bigint not null, organization_id bigint not null, project_id bigint not null, at_ms bigint not null,
    item_kind varchar not null, outcome varchar not null, reason varchar not null, quantity bigint not null, key_id bigint
    default 0
  removals:
    sequence bigint not null, organization_id bigint not null, project_id bigint not null, at_ms bigint not null,
    item_kind varchar not null, reason varchar not null, quantity bigint not null, bytes bigint not null
  schema_versions:
    version integer not null
  sessions:
    sequence bigint not null, position integer not null, organization_id bigint not null, project_id bigint not null,
    release varchar not null, environment varchar not null, session_id varchar not null, user_key varchar not null,
    started_at_ms bigint not null, exited bigint not null, errored bigint not null, crashed bigint not null, abnormal
    bigint not null
  span_files:
    sequence bigint not null, organization_id bigint not null, project_id bigint not null, file uuid not null, day_at_ms
    bigint not null, rows bigint not null, weight double not null, bytes bigint not null, row_bytes bigint not null, first_us bigint not null, last_us bigint not null,
    columns varchar not null
  span_traces:
    sequence bigint not null, organization_id bigint not null, project_id bigint not null, file uuid not null, trace_id
    uuid not null, server_sample_rate double not null
  spans:
    sequence bigint not null, position integer not null, organization_id bigint not null, project_id bigint not null,
    trace_id uuid not null, span_id ubigint not null, parent_span_id ubigint, is_segment boolean not null, segment_id
    ubigint, segment_name varchar not null, start_us bigint not null, duration_us bigint not null, received_at_ms bigint
    not null, name varchar not null, op varchar not null, kind varchar not null, status varchar not null, service varchar
    not null, environment varchar not null, release varchar not null, user_key varchar not null, attributes varchar not
    null, events varchar not null, links varchar not null, client_sample_rate double default 1, server_sample_rate double
    default 1
  store_identity:
    store_id varchar, applied_sequence bigint not null, last_entry bigint default 0
  thinned:
    sequence bigint not null, organization_id bigint not null, project_id bigint not null, issue_id bigint not null,
    event_id uuid not null, at_ms bigint not null, level varchar not null, environment varchar not null, release varchar
    not null, user_key varchar not null, user_hash ubigint not null, hash varchar not null, mapped_hash varchar not null,
    original_hash varchar not null
`
  .trim()
  .replaceAll(/\s+/g, ' ');

test('a new store has the tables that stored data was written with, column by column', async () => {
  const path = testPath('telemetry.duckdb');
  await (await openDuckdbTelemetry(path)).close();
  expect(await storedSchema(path)).toBe(frozen);
});

/** Every column of a store. */
async function storedSchema(path: string): Promise<string> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`attach '${path}' as telemetry`);
  const read = await connection.runAndReadAll(`
    select table_name, string_agg(
      column_name || ' ' || lower(data_type) || if(is_nullable, '', ' not null') || coalesce(' default ' || column_default, ''),
      ', ' order by column_index
    )
    from duckdb_columns() where database_name = 'telemetry' group by table_name order by table_name`);
  const found = read.getRows().map((row) => row.map(String).join(': '));
  connection.closeSync();
  instance.closeSync();
  return found.join(' ');
}
