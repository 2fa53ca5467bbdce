import { DatabaseSync } from 'node:sqlite';
import type { ProjectId } from '@seismo/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testPath } from '../../../testing/cleanup.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../../testing/postgres.ts';
import { openPostgresDatabase } from '../engines/postgres/open.ts';
import { openSqliteDatabase } from '../engines/sqlite/open.ts';
import type { StateDatabase } from '../engine.ts';
import type { OutboxFacts } from './contract.ts';
import { outboxReads, writeOutbox } from './sql.ts';

let databases: StateDatabase[];
beforeEach(async () => {
  databases = [];
});
afterEach(async () => {
  for (const database of databases) await database.close();
});

/** Publishes in a transaction, which commits after `hold`. */
type Write = (database: StateDatabase, published: OutboxFacts[], hold: () => Promise<void>) => Promise<void>;

const writeIn =
  (connection: 'writer' | 'reader'): Write =>
  (database, published, hold) =>
    database[connection].transaction().execute(async (transaction) => {
      await writeOutbox(transaction, database.engine, published, 1);
      await hold();
    });

/** Takes the ID as from a sequence, which no transaction locks. */
const writeWithoutLock: Write = async ({ writer }, [published], hold) => {
  const taken = writer.updateTable('outbox_head').set((on) => ({ id: on('id', '+', 1) }));
  const { id } = await taken.returning('id').executeTakeFirstOrThrow();
  await hold();
  const row = { id, atMs: 1, kind: published!.kind, projectIds: JSON.stringify(published!.projectIds) };
  await writer
    .insertInto('outbox')
    .values({ ...row, issueId: null, data: '{}' })
    .execute();
};

/** The projects that a reader gets of two writes, of which the second may commit while the first is held. */
async function readCrosswise(write: Write, secondWaits: () => Promise<unknown>): Promise<number[]> {
  const [one, two] = databases as [StateDatabase, StateDatabase];
  const changed = (id: number): OutboxFacts[] => [
    { kind: 'projects-changed', projectIds: [id as ProjectId], issueId: null },
  ];
  let position = 0;
  const read = async () => {
    const rows = await outboxReads(one.reader).outboxAfter(position, 10);
    position = rows.at(-1)?.id ?? position;
    return rows.flatMap(({ projectIds }) => projectIds);
  };
  const [numbered, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = write(one, changed(1), () => (numbered.resolve(), release.promise));
  await numbered.promise;
  const second = write(two, changed(2), async () => {});
  await Promise.race([second, secondWaits()]);
  const before = await read();
  release.resolve();
  await Promise.all([first, second]);
  return [...before, ...(await read())];
}

describe('on SQLite', () => {
  const path = () => testPath('state.sqlite');
  beforeEach(async () => {
    for (let opener = 0; opener < 2; opener++) databases.push(await openSqliteDatabase(path()));
  });

  test('a reader gets the rows of two writes that end crosswise', async () => {
    const secondWaits = async () => {
      const other = new DatabaseSync(path(), { timeout: 0 });
      expect(() => other.exec('begin immediate')).toThrow('database is locked');
      other.close();
    };
    expect(await readCrosswise(writeIn('writer'), secondWaits)).toEqual([1, 2]);
  });

  test('a reader would miss a row if IDs were taken without the lock', async () => {
    expect(await readCrosswise(writeWithoutLock, () => new Promise(() => {}))).toEqual([2]);
  });
});

// The machine may have no PostgreSQL.
describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  let postgres: TestPostgres;
  let url: string;
  beforeAll(() => void (postgres = startPostgres()));
  afterAll(() => postgres.stop());
  beforeEach(async () => {
    url = postgres.createStore();
    for (let opener = 0; opener < 2; opener++) {
      databases.push(await openPostgresDatabase(url, testPath('secret.key')));
    }
  });

  test('a reader gets the rows of two writes that end crosswise', async () => {
    const waiting = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'";
    const secondWaits = () => expect.poll(() => postgres.run(url, waiting).trim(), { timeout: 30_000 }).toBe('1');
    // These transactions do not take the lock of writes, so that only the one of IDs is left.
    expect(await readCrosswise(writeIn('reader'), secondWaits)).toEqual([1, 2]);
  });

  test('a reader would miss a row if IDs were taken without the lock', async () => {
    expect(await readCrosswise(writeWithoutLock, () => new Promise(() => {}))).toEqual([2]);
  });
});
