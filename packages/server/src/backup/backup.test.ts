import { mkdirSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EventId, ProjectId } from '@seismo/protocol';
import { matchStores } from '#pipeline/match-stores.ts';
import { systemClock } from '#platform/clock.ts';
import { openState, openStateSource, openStores, storesIn } from '#store/open.ts';
import { apply } from '#store/state/batch/seeds.ts';
import { allTables, comparable, tablesOf, type StateRow } from '#store/state/copy.ts';
import { openSqliteDatabase } from '#store/state/engines/sqlite/open.ts';
import { facts, seed } from '#store/state/issues/seeds.ts';
import { seedProject } from '#store/state/projects/seeds.ts';
import { keyIdOf } from '#store/state/secret-box.ts';
import { noBackups } from '#store/state/settings/backups.ts';
import { pausedSinceRestore } from '#store/state/settings/restored.ts';
import { seedUser } from '#store/state/users/seeds.ts';
import {
  attachment,
  batch,
  cell,
  event,
  eventIdOf,
  organizationId,
  session,
  span,
  spanIdOf,
  moveSpans,
} from '#store/telemetry/sample-rows.ts';
import { readOutline } from '#store/telemetry/queries/trace-outline.ts';
import { tableNames } from '#store/telemetry/tables/index.ts';
import { newFolder, testPath } from '../testing/cleanup.ts';
import { envelopeEntry } from '../testing/pipeline.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../testing/postgres.ts';
import { createArchive, readArchive } from './archive.ts';
import type { BackupWriter } from './entries.ts';
import { MANIFEST, SUMMARY, type Summary } from './format.ts';
import { restoreBackup } from './restore.ts';
import { sealKey } from './sealed-key.ts';
import { writeBackup, type BackupRequest, type BackupSources } from './write.ts';

const blobKey = 'attachments/1/aa';
const LAST = 9000;

interface Location {
  dataDir: string;
  stateUrl: string | null;
}

const restoreOptions = { nowMs: 5000, passphrase: async () => null, progress: () => {} };
const restore = (bytes: Buffer, to: Location, options = {}) =>
  restoreBackup(readArchive(Readable.from([bytes])), to, { ...restoreOptions, ...options });

async function using<T>(
  { dataDir, stateUrl }: Location,
  work: (stores: Awaited<ReturnType<typeof openStores>>) => Promise<T>,
): Promise<T> {
  await mkdir(dataDir, { recursive: true });
  await using stores = await openStores(storesIn(dataDir, stateUrl));
  return await work(stores);
}

/** Stores with rows in several ranges, a secret, a waiting entry, a dead letter and a blob. */
async function fill(location: Location): Promise<void> {
  await using(location, async (stores) => {
    const { state, telemetry, journal, blobs } = stores;
    await matchStores(stores, { newId: () => 'store-1', acceptLoss: false });
    const project = await seedProject(state);
    const user = await seedUser(state);
    const issues = await state.write(async (tx) => {
      await tx.setAuthenticator(user, { secret: 'ABC', enabledAtMs: 1, lastStep: 0 });
      await tx.addOutboxReader('live');
      return tx.ensureIssues(Array.from({ length: 600 }, (_, index) => seed(project, `Größe ${index}`)));
    });
    const [first] = issues.values();
    await apply(state, LAST, [facts(first!, { lastSeenAtMs: 4000 })], {
      texts: [{ issueId: first!, texts: [{ field: 'value', text: 'the cart is empty' }] }],
      projectIds: [project.projectId],
    });
    for (const [index, sequence] of [1, 4095, 4096, 5000, LAST].entries()) {
      const events = Array.from({ length: 3 }, (_, row) =>
        event(index * 3 + row, {
          title: `'Größe' \0 ${row}`,
          handled: row === 1,
          traceId: row === 2 ? eventIdOf(9) : '',
        }),
      );
      const sessions = [session(`s${index}`), session(`s${index}`, { crashed: 1, exited: 0 })];
      await telemetry.append(
        batch(sequence, {
          events,
          sessions,
          attachments: [attachment()],
          ledger: [cell('stored', 3)],
          spans: [span(index), span(index + 50, { parentSpanId: spanIdOf(index), segmentId: spanIdOf(index) })],
        }),
      );
    }
    expect(await moveSpans(telemetry, 4096)).toBe(1);
    const projectId = 1 as ProjectId;
    await telemetry.append({
      sequence: LAST,
      rows: {
        removals: [{ organizationId, projectId, atMs: 0, itemKind: 'event', reason: 'age', quantity: 1, bytes: 9 }],
      },
      changes: [
        { projectId, thin: [eventIdOf(5), eventIdOf(6)] },
        { projectId, countOnly: { fromMs: 1005, toMs: 1006 } },
      ],
    });
    const entry = (body: string) => envelopeEntry(project.projectId, body);
    for (const body of ['{}\n', 'two', 'three']) await journal.append(entry(body));
    await journal.countTry(2);
    const letter = { part: 0, projectId: project.projectId, itemKind: 'event', reason: 'error' as const, detail: 'no' };
    for (const sequence of [1, 3]) {
      await journal.addDeadLetter({ ...letter, sequence, tries: 3, failedAtMs: 1, entry: entry('dead') });
    }
    await journal.trim([{ lane: 0, sequence: 1 }], LAST);
    await blobs.put(blobKey, new Uint8Array([1, 2, 3]));
  });
}

async function backUp(
  { dataDir, stateUrl }: Location,
  { given = {}, pause = (run) => run() }: { given?: Partial<BackupRequest>; pause?: BackupSources['pause'] } = {},
): Promise<Buffer> {
  return using({ dataDir, stateUrl }, async (stores) => {
    const { telemetryPath } = storesIn(dataDir);
    const state = await openStateSource(storesIn(dataDir, stateUrl));
    const archive = createArchive(0);
    const bytes = buffer(Readable.from(archive.bytes));
    const keyId = keyIdOf(join(dataDir, 'secret.key'));
    const sources = { ...stores, state, telemetryPath, clock: systemClock, seismo: '1.2.3', pause };
    await writeBackup(sources, { keyId, sealedKey: null, ...given }, archive, () => {});
    await state.close();
    return bytes;
  });
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}

/** Everything that a backup promises to hold, read without the code of backups. */
async function contentOf(location: Location) {
  const locations = storesIn(location.dataDir, location.stateUrl);
  const source = await openStateSource(locations);
  const dump = await source.dump();
  const state: Record<string, StateRow[]> = {};
  for await (const page of dump.pages()) (state[page.table] ??= []).push(...comparable(page));
  await dump.end();
  await source.close();
  return using(location, async ({ telemetry, journal, blobs }) => ({
    state,
    telemetry: await Promise.all(
      tableNames.map(async (table) => [table, await telemetry.checksum(table, { from: 0, before: LAST + 10 })]),
    ),
    // The store and its files of older spans.
    trace: await telemetry.query('traceOutline', {
      projectIds: [1 as ProjectId],
      traceId: eventIdOf(1),
      count: 100,
    }),
    identities: [await telemetry.identity(), { ...(await journal.identity()), salvaged: null }, await blobs.storeId()],
    journal: await journal.dump({ entry: 0, deadLetter: 0 }, 1e9),
    blobs: [await collect(blobs.list('')), await blobs.get(blobKey)],
  }));
}

/** What a restore changes on purpose. */
function withoutRestored({ state, ...rest }: Awaited<ReturnType<typeof contentOf>>) {
  const { outbox: _, outbox_reader: __, ...tables } = state;
  return {
    ...rest,
    state: {
      ...tables,
      setting: tables['setting']!.filter(
        ({ name }) => !['restored', ...Object.keys(noBackups)].includes(name as string),
      ),
    },
  };
}

// Machines without PostgreSQL's server run the rest; `.ci/run` installs it.
describe.skipIf(!hasPostgres)('a backup', { timeout: 120_000 }, () => {
  let postgres: TestPostgres;
  beforeAll(() => void (postgres = startPostgres()));
  afterAll(() => postgres.stop());
  const locations: Record<string, () => Location> = {
    SQLite: () => ({ dataDir: join(newFolder(), 'data'), stateUrl: null }),
    PostgreSQL: () => ({ dataDir: join(newFolder(), 'data'), stateUrl: postgres.createStore() }),
  };

  test.each([
    ['SQLite', 'SQLite'],
    ['SQLite', 'PostgreSQL'],
    ['PostgreSQL', 'SQLite'],
  ])('of %s restores every row of every store to %s', async (from, to) => {
    const [source, target] = [locations[from]!(), locations[to]!()];
    await fill(source);
    const expected = withoutRestored(await contentOf(source));
    expect(expected.telemetry.map(([, sum]) => (sum as { rows: number }).rows)).toEqual([
      13, 5, 10, 5, 1, 1, 1, 4, 1, 1,
    ]);
    expect(readOutline(expected.trace)).toHaveLength(10);
    expect(expected.journal.rows.map(({ table }) => table)).toEqual(['entry', 'entry', 'dead_letter', 'dead_letter']);
    await restore(await backUp(source), target);
    expect(withoutRestored(await contentOf(target))).toEqual(expected);

    await using(target, async (stores) => {
      expect(await matchStores(stores, { newId: () => 'none', acceptLoss: false })).toEqual([]);
      const { state } = stores;
      expect(await pausedSinceRestore(state)).toMatchObject({ restoredAtMs: 5000 });
      const [reader] = await state.outboxReaders();
      expect(reader).toMatchObject({ name: 'live', behind: 0 });
      expect(reader!.position).toBeGreaterThan(0);
      expect(await state.outboxAfter(0, 10)).toEqual([]);
    });
  });

  test('leaves directory and database empty if a store cannot be moved, or the database cannot be filled', async () => {
    const bytes = Buffer.from(backedUpOnce);
    const target = { dataDir: join(newFolder(), 'target'), stateUrl: postgres.createStore() };
    const first = { ...target, dataDir: join(newFolder(), 'target') };
    const inTheWay = join(first.dataDir, 'telemetry.duckdb', 'file');
    const progress = () => void mkdirSync(inTheWay, { recursive: true });
    await expect(restore(bytes, first, { progress })).rejects.toThrow(/rename/);
    expect(await readdir(first.dataDir)).toEqual(['telemetry.duckdb']);
    await rm(first.dataDir, { recursive: true });
    await restore(bytes, first);
    await expect(restore(bytes, target)).rejects.toThrow(/is not empty: it has rows in/);
    expect(await readdir(target.dataDir)).toEqual([]);
    await mkdir(join(first.dataDir, 'restoring'));
    await expect(restore(bytes, first)).rejects.toThrow(/, and empty the database of SEISMO_STATE_URL, then restore/);
  });
});

const filledOnce: Location = { dataDir: join(newFolder(), 'source'), stateUrl: null };
await fill(filledOnce);
const backedUpOnce = await backUp(filledOnce);

async function filled(): Promise<Location> {
  const location = { dataDir: testPath('source'), stateUrl: null };
  await cp(filledOnce.dataDir, location.dataDir, { recursive: true });
  return location;
}

const newTarget = (): Location => ({ dataDir: join(newFolder(), 'target'), stateUrl: null });

test('a backup has every table of telemetry, state and journal', async () => {
  const location = await filled();
  const names = (db: DatabaseSync) =>
    db
      .prepare(`select name from sqlite_schema where type = 'table'`)
      .all()
      .map(({ name }) => String(name));
  const journal = new DatabaseSync(join(location.dataDir, 'journal.sqlite'));
  // `tried` and the sequences are restored with the entries; the identity is that of all stores.
  expect(names(journal).toSorted()).toEqual(['dead_letter', 'entry', 'identity', 'sqlite_sequence', 'tried']);
  journal.close();
  const database = await openSqliteDatabase(join(location.dataDir, 'state.sqlite'));
  expect(Object.keys(await tablesOf(database.writer)).toSorted()).toEqual(Object.keys(allTables()).toSorted());
  await database.close();
  const { telemetry } = await summaryOf(await backUp(location));
  expect([...new Set(telemetry.segments.map(({ table }) => table))]).toEqual(tableNames);
});

test('what is stored, changed or deleted during a backup, before its pause, is in it, and its order stays', async () => {
  const location = await filled();
  const projectId = 1 as ProjectId;
  let bytes: Buffer | undefined;
  await using(location, async (stores) => {
    const archive = createArchive(0);
    const collected = buffer(Readable.from(archive.bytes));
    const source = await openStateSource(storesIn(location.dataDir));
    const { telemetry, journal, state } = stores;
    await writeBackup(
      {
        ...stores,
        state: source,
        telemetryPath: storesIn(location.dataDir).telemetryPath,
        clock: systemClock,
        seismo: '1.2.3',
        // As if all of this happened while the rounds before were copied.
        async pause(run) {
          await telemetry.append({
            sequence: LAST + 1,
            rows: { events: [event(100)], sessions: [session('s0', { errored: 1, exited: 0 })] },
            changes: [
              { projectId, eventId: eventIdOf(0), set: { title: 'changed' } },
              { projectId, thin: [eventIdOf(7)] },
              { projectId, delete: { eventId: eventIdOf(1) as EventId, blobKey, filename: 'log.txt' } },
            ],
          });
          await apply(state, LAST + 1, []);
          await journal.replay(projectId, 1);
          const result = await run();
          await telemetry.append(batch(LAST + 2, { events: [event(200)] }));
          await apply(state, LAST + 2, []);
          await journal.append(envelopeEntry(projectId, 'too late'));
          return result;
        },
      },
      { keyId: null, sealedKey: null },
      archive,
      () => {},
    );
    await source.close();
    bytes = await collected;
  });
  const target = newTarget();
  await restore(bytes!, target);
  await using(target, async ({ telemetry, journal, state }) => {
    const rows = await Promise.all(tableNames.map((table) => telemetry.checksum(table, { from: 0, before: 1e6 })));
    expect(rows.map((each) => each.rows)).toEqual([13, 0, 11, 5, 2, 1, 1, 4, 1, 1]);
    const [changed] = await telemetry.query('eventById', { projectId, eventId: eventIdOf(0), atMs: null });
    expect(changed).toMatchObject({ title: 'changed' });
    expect(await state.appliedSequence()).toBe(LAST + 1);
    const { rows: waiting } = await journal.dump({ entry: 0, deadLetter: 0 }, 1e9);
    expect(waiting.map(({ table, fields }) => [table, fields['sequence'] ?? fields['id']])).toEqual([
      ['entry', 2],
      ['entry', 3],
      ['entry', 4],
      ['dead_letter', 2],
    ]);
    expect(await journal.append(envelopeEntry(projectId, 'next'))).toBe(5);
  });
  const order = await sessionOrder(target);
  expect(order).toEqual([...order].toSorted((one, other) => one - other));
});

/** A backup to an archive, with stores that the test changes. */
async function backUpDuring(
  location: Location,
  during: (stores: Awaited<ReturnType<typeof openStores>>) => Partial<BackupSources> & Partial<BackupWriter>,
): Promise<Buffer> {
  return using(location, async (stores) => {
    const locations = storesIn(location.dataDir);
    const archive = createArchive(0);
    const bytes = buffer(Readable.from(archive.bytes));
    const state = await openStateSource(locations);
    const { add, pause = (run) => run(), ...changed } = during(stores);
    const sources = {
      ...stores,
      state,
      telemetryPath: locations.telemetryPath,
      clock: systemClock,
      seismo: '1',
      pause,
    };
    const writer: BackupWriter = {
      ...archive,
      ...(add && { add: (...entry) => add(...entry).then(() => archive.add(...entry)) }),
    };
    try {
      await writeBackup({ ...sources, ...changed }, { keyId: null, sealedKey: null }, writer, () => {});
    } catch (error) {
      await archive.destroy(error as Error);
      await bytes.catch(() => {});
      throw error;
    } finally {
      await state.close();
    }
    return bytes;
  });
}

test('a reader that does not read, or a disk that hangs, does not prolong the pause', async () => {
  const location = await filled();
  const projectId = 1 as ProjectId;
  const [reads, hasPaused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isStalled = false;
  const backup = backUpDuring(location, ({ telemetry, state, journal }) => ({
    add: async () => (isStalled ? reads.promise : undefined),
    async pause(run) {
      await telemetry.append(batch(LAST + 1, { events: [event(100)], sessions: [session('s9')] }));
      await apply(state, LAST + 1, []);
      await journal.append(envelopeEntry(projectId, 'new'));
      isStalled = true;
      const result = await run();
      hasPaused.resolve();
      return result;
    },
  }));
  await hasPaused.promise;
  expect(await readdir(join(location.dataDir, 'telemetry.duckdb.segments'))).toContain('journal-2.zst');
  reads.resolve();
  const target = newTarget();
  await restore(await backup, target);
  await using(target, async ({ telemetry, journal }) => {
    const rows = await Promise.all(
      (['events', 'sessions'] as const).map((table) => telemetry.checksum(table, { from: LAST + 1, before: 1e6 })),
    );
    expect(rows.map((each) => each.rows)).toEqual([1, 1]);
    expect((await journal.dump({ entry: 0, deadLetter: 0 }, 1e9)).rows).toHaveLength(5);
  });
  expect(await readdir(location.dataDir)).not.toContain('telemetry.duckdb.segments');
});

test('a backup that copies slower than telemetry changes fails before its pause', async () => {
  const location = await filled();
  const pause = vi.fn<() => Promise<never>>();
  const backup = backUpDuring(location, ({ telemetry }) => ({
    pause,
    async add() {
      const changes = [0, 6, 9, 12].map((n) => ({
        projectId: 1 as ProjectId,
        eventId: eventIdOf(n),
        set: { title: '' },
      }));
      await telemetry.append({ sequence: LAST, rows: {}, changes });
    },
  }));
  await expect(backup).rejects.toThrow(/^Telemetry changes faster than the backup can copy it: 3 or more parts/);
  expect(pause).not.toHaveBeenCalled();
});

/** Queries take the order of rows for the order of arrival. */
async function sessionOrder({ dataDir }: Location): Promise<number[]> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(join(dataDir, 'telemetry.duckdb'), { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const found = await connection.runAndReadAll('select sequence from sessions order by rowid');
  instance.closeSync();
  return found.getRows().map(([sequence]) => Number(sequence));
}

async function summaryOf(bytes: Buffer): Promise<Summary> {
  const all = await entriesOf(bytes);
  return JSON.parse(all.find(({ header }) => header.name === SUMMARY)!.content.toString('utf8')) as Summary;
}

async function entriesOf(bytes: Buffer) {
  const archive = Readable.from([bytes]).pipe(extract());
  const entries = [];
  for await (const entry of archive) {
    entries.push({
      header: entry.header,
      content: Buffer.concat(await collect(entry as AsyncIterable<Buffer>)),
    });
  }
  return entries;
}

/** The same archive with other entries. */
async function rewritten(
  bytes: Buffer,
  change: (entry: Awaited<ReturnType<typeof entriesOf>>[number]) => Buffer | null,
): Promise<Buffer> {
  const archive = pack();
  for (const entry of await entriesOf(bytes)) {
    const content = change(entry);
    if (content) archive.entry({ ...entry.header, size: content.length }, content);
  }
  archive.finalize();
  return buffer(Readable.from(archive));
}

describe('a restore', () => {
  async function refusal(bytes: Buffer, target = newTarget(), options = {}): Promise<string> {
    const there = await readdir(target.dataDir).catch(() => []);
    const failure = await restore(bytes, target, options).then(
      () => 'restored',
      (error: Error) => error.message,
    );
    expect(await readdir(target.dataDir).catch(() => [])).toEqual(there);
    return failure;
  }

  test('refuses a damaged, truncated or incomplete backup, and leaves the target empty', async () => {
    const bytes = Buffer.from(backedUpOnce);
    const names = (await entriesOf(bytes)).map(({ header }) => header.name);
    const kinds = ['telemetry/', 'journal/', 'state/', 'blobs/'].map((kind) =>
      names.find((name) => name.startsWith(kind))!,
    );
    for (const damaged of kinds) {
      const flipped = await rewritten(bytes, ({ header, content }) => {
        if (header.name === damaged) content[content.length >> 1]! ^= 1;
        return content;
      });
      expect(await refusal(flipped)).toContain(`"${damaged}" does not have its checksum`);
      const missing = await rewritten(bytes, ({ header, content }) => (header.name === damaged ? null : content));
      expect(await refusal(missing)).toContain(
        `it has ${names.length - 2} entries, and its summary lists ${names.length - 1}`,
      );
    }
    for (const length of [0, 100, 1000, bytes.length >> 1, bytes.length - 5000]) {
      expect(await refusal(bytes.subarray(0, length)), String(length)).toMatch(/truncated after|is not a backup/);
    }
    expect(await refusal(Buffer.from('x'.repeat(5000)))).toBe('This is not a backup of Seismo.');
  });

  test('refuses rows that the stores do not have as the backup says', async () => {
    const bytes = Buffer.from(backedUpOnce);
    const changed = (change: (summary: Summary) => void) =>
      rewrittenSummary(bytes, (summary) => {
        change(summary);
        return summary;
      });
    const sums = await changed(({ telemetry }) => void (telemetry.segments[1]!.sum = '7'));
    expect(await refusal(sums)).toMatch(/^"events" of the telemetry store differs from the backup in the sequences/);
    const issues = await changed(({ state }) => void (state.checksums['issue']!.sha256 = '00'));
    expect(await refusal(issues)).toMatch(/^"issue" of the state store differs from the backup/);
  });

  /** A summary is not in its own checksum, but has one in its header. */
  async function rewrittenSummary(bytes: Buffer, change: (summary: Summary) => Summary): Promise<Buffer> {
    const archive = createArchive(0);
    const written = buffer(Readable.from(archive.bytes));
    for (const { header, content } of await entriesOf(bytes)) {
      const isSummary = header.name === SUMMARY;
      const summary = isSummary && Buffer.from(JSON.stringify(change(JSON.parse(content.toString('utf8')) as Summary)));
      await archive.add(header.name, summary || content);
    }
    await archive.end(0);
    return written;
  }

  test('refuses a backup of another version, and names the version to use', async () => {
    const bytes = Buffer.from(backedUpOnce);
    const withManifest = async (change: object) => {
      const archive = createArchive(0);
      const written = buffer(Readable.from(archive.bytes));
      for (const { header, content } of await entriesOf(bytes)) {
        const manifest = header.name === MANIFEST && { ...JSON.parse(content.toString('utf8')), ...change };
        await archive.add(header.name, manifest ? Buffer.from(JSON.stringify(manifest)) : content);
      }
      await archive.end(0);
      return written;
    };
    expect(await refusal(await withManifest({ format: 2 }))).toContain('written by Seismo 1.2.3, in a format');
    expect(await refusal(await withManifest({ schemas: { state: 1, telemetry: 1, journal: 1 } }))).toMatch(
      /written by Seismo 1\.2\.3, whose state store is older .* then upgrade by starting this version/,
    );
  });

  test('refuses a data directory with stores, and changes nothing in it', async () => {
    const location = await filled();
    const bytes = await backUp(location);
    expect(await refusal(bytes, location)).toContain('is not empty');
    const other = newTarget();
    await mkdir(other.dataDir);
    await writeFile(join(other.dataDir, 'notes.txt'), '');
    expect(await refusal(bytes, other)).toContain('is not empty: it has "notes.txt"');
  });

  test('moves the stores back if one cannot be moved, and the next restore names what a killed one left', async () => {
    const bytes = Buffer.from(backedUpOnce);
    const target = newTarget();
    const inTheWay = join(target.dataDir, 'state.sqlite', 'file');
    // Made while the entries are read, so that the last move fails.
    const progress = () => void mkdirSync(inTheWay, { recursive: true });
    await expect(restore(bytes, target, { progress })).rejects.toThrow(/rename/);
    expect(await readdir(target.dataDir)).toEqual(['state.sqlite']);

    await mkdir(join(target.dataDir, 'restoring', 'spool'), { recursive: true });
    expect(await refusal(bytes, target)).toBe(
      `A restore to ${target.dataDir} was cut off. Remove what it left there (state.sqlite, restoring), then restore again. Nothing was changed.`,
    );
    await rm(join(target.dataDir, 'state.sqlite'), { recursive: true });
    await restore(bytes, target);
    expect(await readdir(target.dataDir)).not.toContain('restoring');
  });

  test('restores the key with its passphrase, uses one that is there, and refuses another one', async () => {
    const location = await filled();
    const keyPath = join(location.dataDir, 'secret.key');
    const sealedKey = await sealKey(await readFile(keyPath, 'utf8'), 'correct horse');
    const bytes = await backUp(location, { given: { sealedKey } });
    expect(bytes.includes(await readFile(keyPath))).toBe(false);

    const secretIn = async ({ dataDir, stateUrl }: Location) => {
      const state = await openState(storesIn(dataDir, stateUrl));
      const found = await state.authenticatorOf((await state.userByEmail('user-0@example.com'))!.id);
      await state.close();
      return found?.secret;
    };
    const opened = newTarget();
    expect(await restore(bytes, opened, { passphrase: async () => 'correct horse' })).toMatchObject({ key: 'present' });
    expect(await secretIn(opened)).toBe('ABC');
    expect(await refusal(bytes, newTarget(), { passphrase: async () => 'wrong' })).toContain(
      'passphrase does not open',
    );

    const without = newTarget();
    expect(await restore(bytes, without)).toMatchObject({
      key: 'locked',
      summary: { state: { sealed: { authenticators: 1, identityProviders: 0 } } },
    });
    expect(await secretIn(without)).toBeNull();

    const beside = newTarget();
    await mkdir(beside.dataDir);
    await copyFile(keyPath, join(beside.dataDir, 'secret.key'));
    expect(await restore(bytes, beside)).toMatchObject({ key: 'present' });
    expect(await secretIn(beside)).toBe('ABC');

    const wrong = newTarget();
    await mkdir(wrong.dataDir);
    await writeFile(join(wrong.dataDir, 'secret.key'), Buffer.alloc(32, 7).toString('base64'));
    expect(await refusal(bytes, wrong)).toContain('is not the key of this backup');
  });
});
