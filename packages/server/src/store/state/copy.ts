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
  issue_subscription: ['issueId', 'userId'],
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
  open_spike: ['projectId', 'kind'],
  channel: ['id'],
  alert_rule: ['id'],
  alert_rule_channel: ['ruleId', 'channelId'],
  release_summary: ['id'],
  alert: ['id'],
  alert_match: ['alertId', 'ruleId'],
  alert_escalation: ['alertId', 'ruleId'],
  alert_rule_mute: ['ruleId', 'userId'],
  maintenance_window: ['id'],
  browser: ['id'],
  slack_user: ['id'],
  channel_thread: ['channelId', 'subject'],
  delivery: ['id'],
  delivery_alert: ['deliveryId', 'alertId'],
  delivery_activity: ['deliveryId', 'activityId'],
  delivery_attempt: ['deliveryId', 'number'],
  outbox: ['id'],
  outbox_head: ['only'],
  outbox_reader: ['name'],
};

export type StateRow = Record<string, number | string | null>;
type Tables = Kysely<Record<string, StateRow>>;

/** Rows of one table, in the order of its key. All rows of a table come before those of the next. */
export interface StatePage {
  table: string;
  rows: StateRow[];
}

/** Pages beside those of the tables: the words of issues by row, and the last number that each table gave. */
const TEXTS = 'issue_text_index';
const NUMBERS = 'last_numbers';

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
      intoEmpty(to, (target) => copyRows({ engine: from.engine, db: source }, target, allTables(), progress)),
    );
}

/** Fills an empty store in one transaction. */
export async function intoEmpty<T>(to: StateDatabase, fill: (target: LockedStore) => Promise<T>): Promise<T> {
  return to.writer
    .withoutPlugins()
    .transaction()
    .execute(async (db) => {
      await requireEmpty(db as unknown as Tables);
      return fill({ engine: to.engine, db });
    });
}

/** All tables of the newest version, with the columns of their keys. */
export function allTables(): Record<string, string[]> {
  return Object.fromEntries(Object.entries(keys).map(([table, key]) => [table, key.map(columnName)]));
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
  const counts: Record<string, number> = {};
  await clearSeeded(to, tables);
  for await (const page of readPages(from, tables)) {
    await writePage(to, page);
    if (!(page.table in tables)) continue;
    counts[page.table] = (counts[page.table] ?? 0) + page.rows.length;
    progress(page.table, counts[page.table]!);
  }
  await requireEqual(readPages(from, tables), readPages(to, tables));
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Everything in a store, a page at a time. Tables come before those that refer to them. */
export async function* readPages(from: LockedStore, tables: Record<string, string[]>): AsyncGenerator<StatePage> {
  for (const [table, key] of Object.entries(tables)) {
    for await (const rows of pages(from.db as unknown as Tables, table, key)) yield { table, rows };
  }
  for await (const rows of textPages(from)) {
    yield { table: TEXTS, rows: rows.map(({ id, columns }) => ({ id, columns: JSON.stringify(columns) })) };
  }
  const numbered = Object.keys(tables).filter((table) => tables[table]![0] === 'id');
  const numbers: StateRow[] = [];
  for (const table of numbered) numbers.push({ table, last: await from.engine.lastNumber(from.db, table) });
  yield { table: NUMBERS, rows: numbers };
}

/** Whether a page that was read from elsewhere is of this version. */
export function isPage({ table }: StatePage): boolean {
  return table in keys || table === TEXTS || table === NUMBERS;
}

export async function clearSeeded({ db }: LockedStore, tables: Record<string, string[]>): Promise<void> {
  for (const table of Object.keys(tables)) {
    if (seeded.has(table)) await (db as unknown as Tables).deleteFrom(table).execute();
  }
}

export async function writePage({ engine, db }: LockedStore, { table, rows }: StatePage): Promise<void> {
  if (table === TEXTS) {
    const words = rows.map(({ id, columns }) => ({ id: Number(id), columns: JSON.parse(String(columns)) as string[] }));
    return engine.texts.add(db, words);
  }
  if (table === NUMBERS) {
    for (const { table: of, last } of rows) await engine.continueNumbers(db, String(of), Number(last));
    return;
  }
  const columns = Object.keys(rows[0]!);
  const target = db as unknown as Tables;
  await engine.runMany(db, rows, (row) => ({
    compile: () => insertion(engine, table, columns, row).compile(target),
  }));
}

/** What two engines store alike: they fold some letters differently, so of words only the rows are compared. */
export function comparable({ table, rows }: StatePage): StateRow[] {
  if (table === TEXTS) return rows.map(({ id }) => ({ id: id! }));
  return table === NUMBERS ? [] : rows;
}

async function requireEmpty(db: Tables): Promise<void> {
  for (const table of Object.keys(keys).filter((name) => !seeded.has(name))) {
    const row = await db.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    if (row) throw new Error(`The target is not empty: it has rows in "${table}". Nothing was copied.`);
  }
}

function insertion(engine: StateEngine, table: string, columns: string[], row: StateRow) {
  const given = engine.identity === 'autoincrement' ? sql`` : sql` overriding system value`;
  const values = columns.map((column) => row[column]);
  return sql<never>`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})${given} values (${sql.join(values)})`;
}

/** All rows in the order of their key. */
async function* pages(db: Tables, table: string, key: string[]): AsyncGenerator<StateRow[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  for (let last: StateRow | undefined; ;) {
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

async function requireEqual(one: AsyncGenerator<StatePage>, other: AsyncGenerator<StatePage>): Promise<void> {
  for (;;) {
    const [expected, found] = await Promise.all([one.next(), other.next()]);
    if (expected.done && found.done) return;
    const [page, copy] = [expected, found].map(({ value }) => value && { ...value, rows: comparable(value) });
    if (!isDeepStrictEqual(page, copy)) {
      const table = (page ?? copy)!.table;
      throw new Error(`The copy of "${table}" differs from its source. The target was left empty.`);
    }
  }
}
