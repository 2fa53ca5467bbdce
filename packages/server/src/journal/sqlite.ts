import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { limits, type ProjectId } from '@seismo/protocol';
import { failPoint } from '#platform/fail-point.ts';
import { leavesRoom, type LanePosition } from '#platform/lanes.ts';
import type { MigrationOptions } from '#platform/migration-copy.ts';
import { OlderSchema, openFailure, StoreInUse } from '#platform/open-failure.ts';
import { copySqlite } from '#platform/sqlite/copy.ts';
import { DeadLettersFull } from './contract.ts';
import type {
  Journal,
  JournalEntry,
  JournalEntryKind,
  JournalIdentity,
  JournalRecord,
  JournalRow,
  DeadLetter,
  DeadLetterBody,
  WaitingBytes,
} from './contract.ts';
import { dumpEnd, dumpRows } from './dump.ts';
import { LaneBytes } from './lane-bytes.ts';
import { LaneTurns, readLanes } from './read-lanes.ts';
import { finishSalvage, isCorrupt, requireSound, salvage } from './salvage.ts';
import type { Salvage } from './salvage.ts';

export interface SqliteJournalOptions extends MigrationOptions {
  /** The file never grows beyond this many pages; appends that do not fit are rejected. */
  pagesMax?: number;
  deadLetterBytesMax?: number;
  /** Opens a journal of this version without changing the file or repairing damage, for inspection. */
  readOnly?: boolean;
}

/**
 * The journal in one SQLite file. Appends that arrive while the thread is busy share one transaction in the next turn
 * of the event loop: under load many share a flush, and a single append does not wait. Synchronous inside, so a slow
 * disk stops the thread it runs on: see `open-threaded.ts`.
 */
export function openSqliteJournal(path: string, options: SqliteJournalOptions = {}): Journal {
  const { db, salvaged } = openOrSalvage(path, options);
  const deadLetterBytesMax = options.deadLetterBytesMax ?? limits.DEAD_LETTER_BYTES_MAX;
  const insert = db.prepare(`insert into entry (${ENTRY_COLUMNS}, checksum) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  // Seeks the next lane in the index, instead of reading all of it.
  const lanes = db.prepare(
    `with recursive lane (id) as (
       select min(project_id) from entry
       union all select (select min(project_id) from entry where project_id > lane.id) from lane where lane.id is not null
     ) select id from lane where id is not null`,
  );
  const entriesOf = db.prepare(
    `select entry.*, coalesce(tried.tries, 0) as tries from entry left join tried using (sequence)
     where project_id = ? and sequence > ? order by sequence limit ?`,
  );
  const removeOfLane = db.prepare(
    'delete from entry where project_id = ? and sequence <= ? returning project_id as lane, length(body) as bytes',
  );
  const deadLettersAfter = db.prepare(
    `select id, received_at_ms as receivedAtMs, client_address as clientAddress, body from dead_letter
     where of_project_id = ? and id > ? order by id`,
  );
  const turns = new LaneTurns();
  const lastSequence = db.prepare(`select seq from sqlite_sequence where name = 'entry'`);
  let entries = db.prepare('select count(*) as entries from entry').get()!.entries as number;
  const entryBytes = new LaneBytes(
    db.prepare('select project_id as lane, sum(length(body)) as bytes from entry group by project_id').all(),
  );
  const deadLetterBytes = new LaneBytes(
    db.prepare('select of_project_id as lane, sum(length(body)) as bytes from dead_letter group by 1').all(),
  );
  const listeners: (() => void)[] = [];
  const waiting: { entry: JournalEntry; resolve: (sequence: number) => void; reject: (error: unknown) => void }[] = [];
  let open = true;

  function flush(): void {
    const group = takeGroup();
    if (group.length === 0) return;
    if (waiting.length > 0) setImmediate(flush);
    let sequences: number[];
    try {
      sequences = transaction(() => {
        const given = group.map(({ entry }) =>
          Number(insert.run(...entryValues(entry), checksumOf(entry)).lastInsertRowid),
        );
        failPoint('journal:after-write');
        return given;
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
      return;
    }
    failPoint('journal:after-commit');
    for (const { entry } of group) added(entry.projectId, entry.body.byteLength);
    group.forEach(({ resolve }, index) => resolve(sequences[index]!));
    for (const listener of listeners) listener();
  }

  /** No more in one transaction than there may be in memory, but always at least one. */
  function takeGroup(): typeof waiting {
    let bytes = 0;
    const past = waiting.findIndex(({ entry }, index) => {
      bytes += entry.body.byteLength;
      return index > 0 && bytes > limits.JOURNAL_UNFLUSHED_BYTES_MAX;
    });
    return waiting.splice(0, past < 0 ? waiting.length : past);
  }

  function transaction<T>(run: () => T): T {
    db.exec('begin immediate');
    try {
      const result = run();
      db.exec('commit');
      return result;
    } catch (error) {
      // A full disk may have rolled back by itself.
      if (db.isTransaction) db.exec('rollback');
      throw error;
    }
  }

  function added(lane: number, bytes: number): void {
    entries += 1;
    entryBytes.add(lane, bytes);
  }

  function identityNow(): JournalIdentity {
    const { storeId, trimmedThrough } = db
      .prepare('select store_id as storeId, trimmed_through as trimmedThrough from identity')
      .get() as { storeId: string | null; trimmedThrough: number };
    const { seq } = (lastSequence.get() ?? { seq: 0 }) as { seq: number };
    return { storeId, trimmedThrough, lastSequence: seq, salvaged };
  }

  /** Returns the lane and bytes of each removed entry. */
  function removeThrough({ lane, sequence }: LanePosition, named: LanePosition[]) {
    if (lane !== 0) return removeOfLane.all(lane, sequence);
    return db
      .prepare(
        `delete from entry where sequence <= ? and project_id not in (select value ->> 'lane' from json_each(?))
         returning project_id as lane, length(body) as bytes`,
      )
      .all(sequence, JSON.stringify(named));
  }

  function requireOpen(): void {
    if (!open) throw new Error('The journal is closed.');
  }

  return {
    append(entry) {
      if (!open) return Promise.reject(new Error('The journal is closed.'));
      return new Promise((resolve, reject) => {
        if (waiting.push({ entry, resolve, reject }) === 1) setImmediate(flush);
      });
    },

    async read(readLimits) {
      requireOpen();
      const { only } = readLimits;
      const waiting = only === undefined ? lanes.all().map(({ id }) => id as number) : [only];
      const found = readLanes(turns.lanes(waiting, readLimits), readLimits, function* (...share) {
        for (const row of entriesOf.iterate(...share)) yield recordOf(row as unknown as EntryRow);
      });
      turns.ended(readLimits, found.lastLane);
      return found.records;
    },

    async waitingBytes(applied, sinceMs) {
      requireOpen();
      return db
        .prepare(
          `select project_id as projectId, key_id as keyId, sum(length(body)) as bytes from entry
           where sequence > ${POSITION} and received_at_ms >= ?2 and kind = 'envelope' and replay_of is null
           group by project_id, key_id order by project_id, key_id`,
        )
        .all(JSON.stringify(applied), sinceMs)
        .map((row) => ({ ...row }) as unknown as WaitingBytes);
    },

    async trim(applied, batch) {
      requireOpen();
      const gone = transaction(() => {
        const gone = applied.flatMap((position) => removeThrough(position, applied));
        if (gone.length > 0) db.exec('delete from tried where sequence not in (select sequence from entry)');
        db.prepare('update identity set trimmed_through = ?1 where trimmed_through < ?1').run(batch);
        return gone;
      });
      entries -= gone.length;
      for (const { lane, bytes } of gone) entryBytes.add(lane as number, -(bytes as number));
      try {
        releaseFreePages(db, limits.JOURNAL_FREE_BYTES_MAX);
      } catch {
        // A disk that is full: the holes stay, and the entries are gone.
      }
    },

    async countTry(sequence) {
      requireOpen();
      const counted = db
        .prepare(
          `insert into tried (sequence, tries) select sequence, 1 from entry where sequence = ?
           on conflict (sequence) do update set tries = tries + 1 returning tries`,
        )
        .get(sequence);
      if (!counted) throw new Error(`The journal has no entry ${sequence}.`);
      return counted.tries as number;
    },

    async addDeadLetter({ sequence, part, projectId, itemKind, reason, detail, tries, failedAtMs, entry }) {
      requireOpen();
      const bytes = entry.body.byteLength;
      const bytesOfProject = deadLetterBytes.of(projectId);
      if (!leavesRoom(bytesOfProject + bytes, deadLetterBytes.total + bytes, deadLetterBytesMax))
        throw new DeadLettersFull(projectId, bytesOfProject);
      const { changes } = db
        .prepare(
          `insert into dead_letter (of_sequence, part, of_project_id, item_kind, reason, detail, tries, failed_at_ms,
             ${ENTRY_COLUMNS})
           values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (of_sequence, part) do nothing`,
        )
        .run(sequence, part, projectId, itemKind, reason, detail, tries, failedAtMs, ...entryValues(entry));
      if (changes === 1) deadLetterBytes.add(projectId, bytes);
    },

    async listDeadLetters(projectId, entriesMax) {
      requireOpen();
      return db
        .prepare(`select ${DEAD_LETTER_COLUMNS} from dead_letter where of_project_id = ? order by id desc limit ?`)
        .all(projectId, entriesMax)
        .map((row) => ({ ...row }) as unknown as DeadLetter);
    },

    async readDeadLetters(projectId, after, bytesMax) {
      requireOpen();
      const found: DeadLetterBody[] = [];
      let bytes = 0;
      for (const row of deadLettersAfter.iterate(projectId, after)) {
        const letter = { ...row } as unknown as DeadLetterBody;
        bytes += letter.body.byteLength;
        if (found.length > 0 && bytes > bytesMax) break;
        found.push(letter);
      }
      return found;
    },

    async deleteDeadLetters(projectId, ids) {
      requireOpen();
      const gone = db
        .prepare(
          `delete from dead_letter where of_project_id = ? and id in (select value from json_each(?))
           returning length(body) as bytes`,
        )
        .all(projectId, JSON.stringify(ids));
      for (const { bytes } of gone) deadLetterBytes.add(projectId, -(bytes as number));
    },

    async deadLetter(projectId, id) {
      requireOpen();
      const of = [id, projectId] as const;
      const letter = db
        .prepare(`select ${DEAD_LETTER_COLUMNS} from dead_letter where id = ? and of_project_id = ?`)
        .get(...of);
      if (!letter) return null;
      const row = db.prepare(`select ${ENTRY_COLUMNS} from dead_letter where id = ? and of_project_id = ?`).get(...of);
      return { ...(letter as unknown as DeadLetter), entry: entryOf(row as unknown as EntryRow) };
    },

    async replay(projectId, id) {
      requireOpen();
      const put = transaction(() => {
        const put = db
          .prepare(
            `insert into entry (${ENTRY_COLUMNS})
             select kind, project_id, key_id, received_at_ms, client_address, user_agent, limited_categories, reason, body
             from dead_letter where id = ? and of_project_id = ? returning sequence, length(body) as bytes`,
          )
          .get(id, projectId) as { sequence: number; bytes: number } | undefined;
        if (put) db.prepare('delete from dead_letter where id = ?').run(id);
        return put;
      });
      if (!put) return null;
      deadLetterBytes.add(projectId, -put.bytes);
      added(projectId, put.bytes);
      for (const listener of listeners) listener();
      return put.sequence;
    },

    async dump(after, bytesMax) {
      requireOpen();
      const through = { ...after };
      const rows: JournalRow[] = [];
      let bytes = 0;
      for (const row of dumpRows(db, after)) {
        if (rows.length > 0 && bytes + row.body.byteLength > bytesMax) return { rows, through, end: null };
        rows.push(row);
        bytes += row.body.byteLength;
        if (row.table === 'entry') through.entry = row.fields['sequence'] as number;
        else through.deadLetter = row.fields['id'] as number;
      }
      return { rows, through, end: dumpEnd(db) };
    },

    async stats() {
      requireOpen();
      const { seq } = (lastSequence.get() ?? { seq: 0 }) as { seq: number };
      const oldest = db.prepare('select received_at_ms as atMs from entry order by sequence limit 1').get();
      const { deadLetters } = db.prepare('select count(*) as deadLetters from dead_letter').get() as {
        deadLetters: number;
      };
      return {
        entries,
        bytes: entryBytes.total,
        bytesOfLanes: entryBytes.all(),
        lastSequence: seq,
        oldestReceivedAtMs: (oldest?.atMs as number | undefined) ?? null,
        deadLetters,
      };
    },

    async identity() {
      requireOpen();
      return identityNow();
    },

    async adopt(storeId, atLeast) {
      requireOpen();
      // A start must not depend on a write: the disk may be full.
      const now = identityNow();
      if (now.storeId === storeId && now.lastSequence >= atLeast) return;
      transaction(() => {
        db.prepare('update identity set store_id = ?').run(storeId);
        if (now.lastSequence >= atLeast) return;
        db.prepare(`delete from sqlite_sequence where name = 'entry'`).run();
        db.prepare(`insert into sqlite_sequence (name, seq) values ('entry', ?)`).run(atLeast);
      });
    },

    onAppended(listener) {
      listeners.push(listener);
    },

    async close() {
      if (!open) return;
      open = false;
      while (waiting.length > 0) flush();
      if (options.readOnly) return db.close();
      try {
        // A running journal reuses its free pages; a closed one should not occupy them.
        releaseFreePages(db, 0);
      } catch {
        // A disk that is full: the holes stay.
      }
      db.close();
    },
  };
}

/** The position of the entry's lane, in the list that is the first parameter. */
const POSITION = `coalesce(
  (select value ->> 'sequence' from json_each(?1) where value ->> 'lane' = project_id),
  (select value ->> 'sequence' from json_each(?1) where value ->> 'lane' = 0),
  0)`;

const ENTRY_COLUMNS =
  'kind, project_id, key_id, received_at_ms, client_address, user_agent, limited_categories, replay_of, body';

// AUTOINCREMENT: SQLite remembers the greatest sequence ever assigned, even without rows. The body is the last column,
// so that the small ones are read without its overflow pages; tries are in a separate table, so that counting one does
// not rewrite the body.
const SCHEMA = `
  create table entry (
    sequence integer primary key autoincrement,
    kind text not null,
    project_id integer not null,
    key_id integer not null default 0,
    received_at_ms integer not null,
    client_address text,
    user_agent text,
    limited_categories text not null,
    replay_of text,
    checksum integer,
    body blob not null
  ) strict;
  create index entry_of_lane on entry (project_id);
  create table tried (sequence integer primary key, tries integer not null) strict;
  create table dead_letter (
    id integer primary key autoincrement,
    of_sequence integer not null,
    part integer not null,
    of_project_id integer not null,
    item_kind text not null,
    reason text not null,
    detail text not null,
    tries integer not null,
    failed_at_ms integer not null,
    kind text not null,
    project_id integer not null,
    key_id integer not null default 0,
    received_at_ms integer not null,
    client_address text,
    user_agent text,
    limited_categories text not null,
    replay_of text,
    body blob not null,
    unique (of_sequence, part)
  ) strict;
  create index dead_letter_of_project on dead_letter (of_project_id, id);
  create table identity (
    only_row integer primary key check (only_row = 1),
    store_id text,
    trimmed_through integer not null
  ) strict;
  insert into identity values (1, null, 0);
  pragma user_version = 7;
`;
export const SCHEMA_VERSION = 7;
const renamedTask = `cast(replace(replace(replace(cast(body as text), '"follow-maps"', '"regroup-by-source-map"'),
  '"deed":', '"operation":'), '"keep":', '"ownHash":') as blob)`;
const renamedKind = `case kind when 'repair' then 'reprocess' else 'delete' end`;
/** Entries of earlier versions stay in the journal; these statements upgrade it version by version. */
const MIGRATIONS: Readonly<Record<number, string>> = {
  1: `
    alter table entry add column key_id integer not null default 0;
    alter table aside add column key_id integer not null default 0;
    pragma user_version = 2;
  `,
  2: `
    create table identity (
      only_row integer primary key check (only_row = 1),
      store_id text,
      trimmed_through integer not null
    ) strict;
    insert into identity values (1, null, coalesce(
      (select min(sequence) - 1 from entry),
      (select seq from sqlite_sequence where name = 'entry'),
      0));
    pragma user_version = 3;
  `,
  3: `
    alter table entry add column checksum integer;
    pragma user_version = 4;
  `,
  4: `
    alter table aside rename to dead_letter;
    alter table dead_letter rename column aside_project_id to of_project_id;
    alter table dead_letter rename column set_aside_at_ms to failed_at_ms;
    drop index aside_of_project;
    create index dead_letter_of_project on dead_letter (of_project_id, id);
    pragma user_version = 5;
  `,
  5: `
    create index entry_of_lane on entry (project_id);
    pragma user_version = 6;
  `,
  // Names of tasks and in their JSON. The checksums were those of the earlier names.
  6: `
    update entry set body = ${renamedTask}, checksum = null where kind = 'regroup';
    update dead_letter set body = ${renamedTask} where kind = 'regroup';
    update entry set kind = ${renamedKind}, checksum = null where kind in ('repair', 'forget');
    update dead_letter set kind = ${renamedKind}, item_kind = ${renamedKind} where kind in ('repair', 'forget');
    pragma user_version = 7;
  `,
};

const DEAD_LETTER_COLUMNS = `id, of_project_id as projectId, item_kind as itemKind, reason, detail, tries,
  received_at_ms as receivedAtMs, failed_at_ms as failedAtMs, length(body) as bytes`;

/** Replaces a journal with unreadable pages by one with every readable entry. */
function openOrSalvage(path: string, options: SqliteJournalOptions): { db: DatabaseSync; salvaged: Salvage | null } {
  if (options.readOnly) return { db: openDatabase(path, options), salvaged: null };
  finishSalvage(path);
  try {
    return { db: openDatabase(path, options), salvaged: null };
  } catch (error) {
    if (!isCorrupt((error as Error).cause)) throw error;
    const salvaged = salvageOrRefuse(path, options);
    return { db: openDatabase(path, options), salvaged };
  }
}

function salvageOrRefuse(path: string, options: SqliteJournalOptions): Salvage {
  try {
    return salvage(path, (at) => openDatabase(at, options));
  } catch (error) {
    throw openFailure('journal', path, error);
  }
}

function openDatabase(path: string, options: SqliteJournalOptions): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 0, readOnly: options.readOnly ?? false });
    if (options.readOnly) return requireNewest(db);
    // A report fits a few pages instead of five or more, which makes appends a third faster. Existing files keep their
    // page size.
    db.exec(`pragma page_size = ${PAGE_BYTES}`);
    // One owner: a second server on the same folder is refused here instead of processing everything twice.
    db.exec('pragma locking_mode = exclusive');
    db.exec('pragma journal_mode = wal');
    db.exec('pragma synchronous = full');
    db.exec(`pragma wal_autocheckpoint = ${WAL_BYTES_MAX / PAGE_BYTES}`);
    db.exec(`pragma journal_size_limit = ${limits.JOURNAL_FREE_BYTES_MAX}`);
    if (options.pagesMax !== undefined) db.exec(`pragma max_page_count = ${options.pagesMax}`);
    const version = versionOf(db);
    if (version === 0) db.exec(`begin immediate; ${SCHEMA} commit;`);
    else if (version < SCHEMA_VERSION) migrate(db, path, version, options);
    // Takes the lock now, not at the first append.
    db.exec('begin immediate; commit;');
    requireSound(db);
    return db;
  } catch (error) {
    if (db?.isOpen) db.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw openFailure('journal', path, error);
    throw new StoreInUse(
      `The journal ${path} is in use by another process. Stop the other Seismo server that uses this data directory first.`,
      { cause: error },
    );
  }
}

function versionOf(db: DatabaseSync): number {
  const version = db.prepare('pragma user_version').get()!.user_version as number;
  if (version <= SCHEMA_VERSION) return version;
  throw new Error(`it was written by a newer Seismo (version ${version}, this one reads ${SCHEMA_VERSION})`);
}

function requireNewest(db: DatabaseSync): DatabaseSync {
  const version = versionOf(db);
  if (version < SCHEMA_VERSION) throw new OlderSchema(version, SCHEMA_VERSION);
  requireSound(db);
  return db;
}

function migrate(db: DatabaseSync, path: string, version: number, { withoutCopy }: MigrationOptions): void {
  // Takes the lock, so that a second server is refused before it copies anything.
  db.exec('begin immediate; commit;');
  if (!withoutCopy) copySqlite(db, { path, name: 'journal', version });
  for (let at = version; at < SCHEMA_VERSION; at++) {
    db.exec(`begin immediate; ${MIGRATIONS[at]!}`);
    failPoint('migration:journal:before-commit');
    db.exec('commit');
  }
}

const SQLITE_BUSY = 5;
const PAGE_BYTES = 16_384;
/** SQLite's own choice, in bytes: longer logs fill the page cache of the machine. */
const WAL_BYTES_MAX = 4_194_304;

/** After a long backlog the file is mostly free pages, and rewriting the small rest is cheap. A checkpoint ends the file behind it. */
function releaseFreePages(db: DatabaseSync, freeBytesMax: number): void {
  const pages = db.prepare('pragma page_count').get()!.page_count as number;
  const free = db.prepare('pragma freelist_count').get()!.freelist_count as number;
  const pageBytes = db.prepare('pragma page_size').get()!.page_size as number;
  if (free * pageBytes > freeBytesMax && free > pages * 0.9) db.exec('vacuum; pragma wal_checkpoint(truncate)');
}

interface EntryRow {
  sequence: number;
  kind: JournalEntryKind;
  project_id: ProjectId;
  key_id: number;
  received_at_ms: number;
  client_address: string | null;
  user_agent: string | null;
  limited_categories: string;
  replay_of: 'error' | 'crash' | 'stuck' | null;
  body: Uint8Array;
  /** `null`: from before there were checksums, or replayed from the dead letters. */
  checksum: number | null;
  tries: number;
}

function entryValues(entry: JournalEntry): SQLInputValue[] {
  return [
    entry.kind,
    entry.projectId,
    entry.keyId,
    entry.receivedAtMs,
    entry.clientAddress,
    entry.userAgent,
    JSON.stringify(entry.limitedCategories),
    entry.replayOf?.reason ?? null,
    entry.body,
  ];
}

/** SQLite does not notice a flipped bit in a body. */
function checksumOf({ kind, projectId, keyId, receivedAtMs, body }: JournalEntry): number {
  return crc32(body, crc32(`${kind} ${projectId} ${keyId} ${receivedAtMs}`));
}

function recordOf(row: EntryRow): JournalRecord {
  const record: JournalRecord = { ...entryOf(row), sequence: row.sequence, tries: row.tries };
  return row.checksum === null || row.checksum === checksumOf(record) ? record : { ...record, isDamaged: true };
}

function entryOf(row: Omit<EntryRow, 'sequence' | 'tries' | 'checksum'>): JournalEntry {
  return {
    kind: row.kind,
    projectId: row.project_id,
    keyId: row.key_id,
    receivedAtMs: row.received_at_ms,
    clientAddress: row.client_address,
    userAgent: row.user_agent,
    body: row.body,
    limitedCategories: JSON.parse(row.limited_categories) as string[],
    replayOf: row.replay_of === null ? null : { reason: row.replay_of },
  };
}
