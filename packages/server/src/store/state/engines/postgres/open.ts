import { dirname, join } from 'node:path';
import { Kysely, sql, type Compilable } from 'kysely';
import { DatabaseError, Pool, types, type ClientConfig, type PoolConfig } from 'pg';
import { limits } from '@seismo/protocol';
import { systemClock, type Clock } from '#platform/clock.ts';
import { failPoint } from '#platform/fail-point.ts';
import { NoRoomForCopy, startCopy } from '#platform/migration-copy.ts';
import { OlderSchema } from '#platform/open-failure.ts';
import { SearchLimitExceeded } from '#domain/search/search-limit-exceeded.ts';
import type { State } from '../../contract.ts';
import { readRows, rowReader, valuesOf } from '../../columns.ts';
import { copyOlderState, type LockedStore } from '../../copy.ts';
import { snapshotOf, type StateDatabase, type StateEngine } from '../../engine.ts';
import { storableText } from '../../storable-text.ts';
import { migrate, requireNewest, type StateMigrationOptions } from '../../migrations/run.ts';
import type { Db, Schema } from '../../schema.ts';
import { createTurns, type Turns } from '../../search/turns.ts';
import { openSecretBox, type SecretBox } from '../../secret-box.ts';
import { joinPageReads } from '../../page-reads.ts';
import { stateOver } from '../../state.sql.ts';
import { openSqliteDatabase } from '../sqlite/open.ts';
import { PostgresConnection, postgresDialect, type SqlValue } from './dialect.ts';
import { adviceFor, requireUsable } from './server-check.ts';
import { acquireServerLock, type ServerLockOptions } from './server-lock.ts';
import { createTexts, insertTexts, readTexts, textRow, textsMatching } from './texts.ts';

/**
 * One writer at a time over all processes, in the order of their requests, as on SQLite: a batch and a command read
 * rows, decide and write, and no other write may interleave. `read committed` reads what is committed after the wait.
 */
const BEGIN_WRITE = `begin isolation level read committed;
  select pg_advisory_xact_lock(hashtextextended('seismo state ' || current_schema(), 0))`;

export interface PostgresOptions extends StateMigrationOptions {
  /** How long a search may take. */
  searchMsMax?: number;
  /** How long a write may wait for its own process before PostgreSQL ends it; 0: as long as it likes. */
  idleTransactionMsMax?: number;
  /** Opens the database for a server, which excludes other servers. */
  server?: ServerLockOptions | undefined;
  /** Opens a database of this version without creating or migrating tables, for inspection. */
  readOnly?: boolean;
}

/** State in one schema of a PostgreSQL database. Secrets are sealed with the key at `keyPath`, outside the database. */
export async function openPostgresState(
  url: string,
  keyPath: string,
  {
    clock = systemClock,
    leaseEpoch,
    ...options
  }: PostgresOptions & { clock?: Clock; leaseEpoch?: number | undefined } = {},
): Promise<State> {
  return stateOver(await openPostgresDatabase(url, keyPath, options), clock, leaseEpoch);
}

export async function openPostgresDatabase(
  url: string,
  keyPath: string,
  {
    searchMsMax = limits.SEARCH_MS_MAX,
    idleTransactionMsMax = limits.STATE_IDLE_TRANSACTION_MS_MAX,
    server,
    withoutCopy,
    schemaVersion,
    readOnly = false,
  }: PostgresOptions = {},
): Promise<StateDatabase> {
  const writing = openPool(url, { max: 1, idle_in_transaction_session_timeout: idleTransactionMsMax });
  const reading = openPool(url, { max: limits.STATE_READER_COUNT_MAX, statement_timeout: limits.STATE_READ_MS_MAX });
  const searching = openPool(url, { max: limits.SEARCH_PROCESS_COUNT_MAX, statement_timeout: searchMsMax });
  const turns = createTurns();
  let serverLock: Awaited<ReturnType<typeof acquireServerLock>> | undefined;
  try {
    await requireUsable(writing);
    // Before the migrations, which the server that runs would not expect.
    if (server) serverLock = await acquireServerLock(connectionTo(url), server);
    const engine = postgresEngine(searching, turns, openSecretBox(keyPath));
    const writer = new Kysely<Schema>({ dialect: postgresDialect(writing, BEGIN_WRITE), plugins: [rowReader] });
    const copy = (tx: Db, version: number) => copyBeside(keyPath, { engine, db: tx }, version);
    await (readOnly ? requireNewest(writer) : migrate(writer, engine, { withoutCopy, schemaVersion, copy }));
    const reader = new Kysely<Schema>({
      dialect: joinPageReads(postgresDialect(reading, 'begin')),
      plugins: [rowReader],
    });
    // Kysely closes only pools that were used.
    await sql`select 1`.execute(reader);
    return {
      writer,
      reader,
      engine,
      snapshot: () =>
        snapshotOf(postgresDialect(openPool(url, { max: 1 }), 'begin isolation level repeatable read read only')),
      async close() {
        turns.close();
        await writer.destroy();
        await reader.destroy();
        await searching.end();
        await serverLock?.release();
      },
    };
  } catch (error) {
    await serverLock?.release();
    await Promise.all([writing, reading, searching].map((pool) => pool.end()));
    throw openFailure(url, error);
  }
}

/** Copies an older store to an SQLite file in the data directory, which needs no programs of PostgreSQL. */
async function copyBeside(keyPath: string, from: LockedStore, version: number): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint as bytes from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(from.db);
  const path = join(dirname(keyPath), 'state.sqlite');
  const copy = startCopy({ path, name: 'state', version, bytes: rows[0]!.bytes });
  const target = await openSqliteDatabase(copy.path, { schemaVersion: version });
  try {
    await copyOlderState(from, target);
    failPoint('copy:state:written');
  } finally {
    await target.close();
  }
  copy.finish();
}

function connectionTo(url: string): ClientConfig {
  return {
    // `sslmode` as in psql: `require` encrypts, `verify-full` also checks the host of the certificate.
    connectionString: `${url}${url.includes('?') ? '&' : '?'}uselibpqcompat=true`,
    application_name: 'seismo',
    connectionTimeoutMillis: limits.STATE_LOCK_WAIT_MS_MAX,
    lock_timeout: limits.STATE_LOCK_WAIT_MS_MAX,
    keepAlive: true,
    types: { getTypeParser },
  };
}

function openPool(url: string, settings: PoolConfig): Pool {
  const pool = new Pool({ ...connectionTo(url), ...settings });
  // The query that was running, or the next one, fails with the reason.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

const getTypeParser: typeof types.getTypeParser = (oid: number, format?: unknown) =>
  oid === types.builtins.INT8 || oid === types.builtins.NUMERIC
    ? safeNumber
    : types.getTypeParser(oid, format as 'text');

function safeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`The state store answered ${text}, which is no safe integer.`);
  return number;
}

/** Names the database without its password. */
function openFailure(url: string, error: unknown): Error {
  if (error instanceof NoRoomForCopy || error instanceof OlderSchema) return error;
  const { host, pathname } = URL.parse(url) ?? { host: '', pathname: '' };
  const reasons = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const reason = reasons.map((each) => (each instanceof Error ? each.message : String(each))).join('; ');
  const advice = adviceFor(reasons[0]);
  return new Error(
    `The state store postgres://${host}${pathname} cannot be opened: ${reason}.${advice ? ` ${advice}.` : ''}`,
    { cause: error },
  );
}

function postgresEngine(searching: Pool, turns: Turns, secrets: SecretBox): StateEngine {
  const runMany = <Answer>(db: Db, text: string, rows: readonly SqlValue[][]): Promise<Answer[][]> =>
    db.getExecutor().provideConnection(async (connection) => {
      const answers = await (connection as PostgresConnection).runMany<object>(text, rows);
      return answers.map((answer) => readRows<Answer>(answer));
    });
  return {
    secrets,
    version: sql<string>`'PostgreSQL ' || current_setting('server_version')`,
    search: <Row>(query: Compilable<Row>, requestedBy = null) =>
      turns.take(requestedBy, async () => {
        const connection = await PostgresConnection.open(searching);
        try {
          return readRows<Row>((await connection.executeQuery<object>(query.compile())).rows);
        } catch (error) {
          if (codeOf(error) === codes.queryCanceled) throw new SearchLimitExceeded('time');
          if (codes.outOfResources.includes(codeOf(error) ?? '')) throw new SearchLimitExceeded('memory');
          throw error;
        } finally {
          connection.release();
        }
      }),
    list: <Value>(values: readonly Value[], type: string) => sql<Value>`(select unnest(${values}::${sql.raw(type)}[]))`,
    jsonList: (column) => sql`coalesce(json_agg(${sql.ref(column)}), '[]')::text`,
    jsonText: (column, field) => sql`(${sql.ref(column)}::json ->> ${sql.lit(field)})`,
    like: (text, pieces) => {
      const pattern = pieces.map((piece) => storableText(piece).replaceAll(/[\\%_]/g, String.raw`\$&`)).join('%');
      return sql<boolean>`(${text} like ${pattern})`;
    },
    runMany: async (db, rows, query) =>
      rows[0] ? runMany(db, query(rows[0]).compile().sql, valuesOf(rows) as SqlValue[][]) : [],
    texts: {
      create: createTexts,
      async add(db, rows) {
        await runMany(db, insertTexts, rows.map(textRow));
      },
      async remove(db, ids) {
        await sql`delete from issue_text_index where id = any(${ids}::bigint[])`.execute(db);
      },
      read: readTexts,
      matching: textsMatching,
    },
    isMissingReference: (error) => codeOf(error) === codes.foreignKeyViolation,
    isTransient: (error) => codes.transient.includes(codeOf(error) ?? ''),
    identity: 'generated always as identity',
    async lastNumber(db, table) {
      const { rows } = await sql<{ last: number }>`
        select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass), 0) as last`.execute(
        db,
      );
      return rows[0]!.last;
    },
    async continueNumbers(db, table, last) {
      if (last > 0) await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last})`.execute(db);
    },
  };
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const codes = {
  foreignKeyViolation: '23503',
  queryCanceled: '57014',
  /** Disk full, out of memory, a configured limit. */
  outOfResources: ['53100', '53200', '53400'],
  /** A serialization failure, and a deadlock. */
  transient: ['40001', '40P01'],
};

function codeOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}
