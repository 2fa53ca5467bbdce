import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely } from 'kysely';
import { limits } from '@seismo/protocol';
import { columnName } from './columns.ts';
import type { StateDatabase, StateEngine } from './engine.ts';
import type { Db, Schema } from './schema.ts';

/** Every table with its key, tables before those that refer to them. */
const keys: { [Table in keyof Schema]: (keyof Schema[Table])[] } = {
  organization: ['id'],
  account_user: ['id'],
  membership: ['userId', 'organizationId'],
  session: ['hash'],
  sign_in_link: ['hash'],
  api_token: ['id'],
  project: ['id'],
  project_key: ['id'],
  issue: ['id'],
  issue_fingerprint: ['projectId', 'hash'],
  issue_user: ['issueId', 'userKey'],
  activity: ['id'],
  release: ['projectId', 'version'],
  environment: ['projectId', 'name'],
  setting: ['name'],
  applied: ['only'],
  lane: ['id'],
  artifact_bundle: ['id'],
  artifact_use: ['bundleId', 'projectId', 'release', 'dist'],
  artifact: ['id'],
  artifact_chunk: ['organizationId', 'checksum'],
  artifact_assembly: ['organizationId', 'checksum'],
  release_record: ['id'],
  release_project: ['projectId', 'releaseId'],
  release_commit: ['releaseId', 'position'],
  deploy: ['id'],
  configuration: ['id'],
  filtered_example: ['projectId', 'reason', 'title'],
  team: ['id'],
  team_member: ['teamId', 'userId'],
  issue_hour: ['issueId', 'hour'],
  issue_first_seen: ['issueId', 'kind', 'value'],
  issue_seen: ['userId', 'issueId'],
  issue_bookmark: ['userId', 'issueId'],
  undo: ['hash'],
  issue_text: ['id'],
  issue_texts: ['issueId'],
  saved_search: ['id'],
  issue_redirect: ['issueId'],
  regroup: ['id'],
  reprocess_task: ['id'],
  digest_error: ['projectId', 'digestHash'],
  invitation: ['id'],
  authenticator: ['userId'],
  recovery_code: ['userId', 'hash'],
  passkey: ['id'],
  ceremony: ['hash'],
  identity_provider: ['organizationId'],
  audit_entry: ['id'],
  feedback: ['id'],
  end_user_deletion: ['id'],
  issue_share: ['id'],
  preference: ['userId', 'name'],
  project_usage: ['projectId', 'day', 'keyId'],
  identity: ['organizationId', 'issuer', 'subject'],
  project_team: ['projectId', 'teamId'],
  lease: ['only'],
  open_spike: ['projectId'],
  outbox: ['id'],
  outbox_head: ['only'],
  outbox_reader: ['name'],
};

type Row = Record<string, number | string | null>;
type Tables = Kysely<Record<string, Row>>;

/** Tables that a new store has a row in. */
const seeded: ReadonlySet<string> = new Set<keyof Schema>(['applied', 'lease', 'outbox_head']);

export type CopyProgress = (table: string, rows: number) => void;

/**
 * Copies everything from one state store to an empty one and compares both, row by row, before it commits. Both are
 * locked for writing meanwhile. Returns the number of rows.
 */
export async function copyState(from: StateDatabase, to: StateDatabase, progress: CopyProgress): Promise<number> {
  return from.writer
    .withoutPlugins()
    .transaction()
    .execute((source) =>
      to.writer
        .withoutPlugins()
        .transaction()
        .execute(async (target) => {
          await requireEmpty(target as unknown as Tables);
          const columns = Object.entries(keys).map(([table, key]) => [table, key.map(columnName)]);
          const tables: Record<string, string[]> = Object.fromEntries(columns);
          return copyRows({ engine: from.engine, db: source }, { engine: to.engine, db: target }, tables, progress);
        }),
    );
}

/** A store in a transaction that others cannot write beside. */
export interface LockedStore {
  engine: StateEngine;
  db: Db;
}

/** Copies a store of an older schema version to an SQLite file with the tables of that version. */
export async function copyOlderState(from: LockedStore, to: StateDatabase): Promise<void> {
  await to.writer
    .withoutPlugins()
    .transaction()
    .execute(async (target) => {
      await sql`pragma defer_foreign_keys = on`.execute(target);
      await copyRows(from, { engine: to.engine, db: target }, await tablesOf(target), () => {});
    });
}

/** The tables of an SQLite store of any version, with their keys. */
export async function tablesOf(db: Db): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select t.name as "table", c.name as "column" from sqlite_schema t, pragma_table_info(t.name) c
    where t.type = 'table' and t.rootpage > 0 and c.pk > 0 and t.name not in ('sqlite_sequence', 'schema_version')
      and t.name not like 'issue\\_text\\_index\\_%' escape '\\' order by t.name, c.pk`.execute(db);
  const tables: Record<string, string[]> = {};
  for (const { table, column } of rows) (tables[table] ??= []).push(column);
  return tables;
}

export async function copyRows(
  from: LockedStore,
  to: LockedStore,
  tables: Record<string, string[]>,
  progress: CopyProgress,
): Promise<number> {
  const [source, target] = [from.db as unknown as Tables, to.db as unknown as Tables];
  let copied = 0;
  for (const [table, key] of Object.entries(tables)) {
    if (seeded.has(table)) await target.deleteFrom(table).execute();
    let rows = 0;
    for await (const page of pages(source, table, key)) {
      const columns = Object.keys(page[0]!);
      await to.engine.runMany(to.db, page, (row) => ({
        compile: () => insertion(to.engine, table, columns, row).compile(target),
      }));
      rows += page.length;
      progress(table, rows);
    }
    if (key[0] === 'id') await to.engine.continueNumbers(to.db, table, await from.engine.lastNumber(from.db, table));
    copied += rows;
  }
  for await (const page of textPages(from)) await to.engine.texts.add(to.db, page);
  for (const [table, key] of Object.entries(tables)) {
    await requireEqual(table, pages(source, table, key), pages(target, table, key));
  }
  // Engines fold some letters differently, so only which rows have words is compared.
  await requireEqual('issue_text_index', ids(textPages(from)), ids(textPages(to)));
  return copied;
}

async function requireEmpty(db: Tables): Promise<void> {
  for (const table of Object.keys(keys).filter((name) => !seeded.has(name))) {
    const row = await db.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    if (row) throw new Error(`The target is not empty: it has rows in "${table}". Nothing was copied.`);
  }
}

function insertion(engine: StateEngine, table: string, columns: string[], row: Row) {
  const given = engine.identity === 'autoincrement' ? sql`` : sql` overriding system value`;
  const values = columns.map((column) => row[column]);
  return sql<never>`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})${given} values (${sql.join(values)})`;
}

/** All rows in the order of their key. */
async function* pages(db: Tables, table: string, key: string[]): AsyncGenerator<Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  for (let last: Row | undefined; ;) {
    let query = db.selectFrom(table).selectAll().limit(limits.STATE_COPY_ROW_COUNT);
    for (const column of key) query = query.orderBy(column);
    if (last) {
      const values = sql.join(key.map((column) => last![column]));
      query = query.where(sql<boolean>`(${columns}) > (${values})`);
    }
    const rows = (await query.execute()).map((row) => ({ ...row }));
    if (rows.length > 0) yield rows;
    if (rows.length < limits.STATE_COPY_ROW_COUNT) return;
    last = rows.at(-1);
  }
}

async function* textPages({ engine, db }: LockedStore) {
  for (let after = 0; ;) {
    const rows = await engine.texts.read(db, after, limits.STATE_COPY_ROW_COUNT);
    if (rows.length > 0) yield rows;
    if (rows.length < limits.STATE_COPY_ROW_COUNT) return;
    after = rows.at(-1)!.id;
  }
}

async function* ids(texts: AsyncIterable<{ id: number }[]>): AsyncGenerator<Row[]> {
  for await (const page of texts) yield page.map(({ id }) => ({ id }));
}

async function requireEqual(table: string, one: AsyncGenerator<Row[]>, other: AsyncGenerator<Row[]>): Promise<void> {
  for (;;) {
    const [expected, found] = await Promise.all([one.next(), other.next()]);
    if (expected.done && found.done) return;
    if (!isDeepStrictEqual(expected.value, found.value)) {
      throw new Error(`The copy of "${table}" differs from its source. The target was left empty.`);
    }
  }
}
