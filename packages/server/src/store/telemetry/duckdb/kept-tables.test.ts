import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKeptTables, type Kept } from './kept-tables.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;

beforeEach(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  await connection.run('create table events (sequence bigint, project bigint, word varchar)');
});
afterEach(() => {
  connection.closeSync();
  instance.closeSync();
});

const of = (project: number): Kept => ({ key: String(project), parameters: { project } });

/** Words of a project and how often they are there, as one number of events each. */
const words = (tableCount = 2, rowCountMax = 3) =>
  createKeptTables({
    name: 'words',
    tableCount,
    rowCountMax,
    select: `
      select word, count(*) as events, max(sequence) as sequence
      from events
      where project = $project::bigint and sequence > $sinceSequence::bigint
      group by word`,
  });

async function add(sequence: number, project: number, ...added: string[]): Promise<void> {
  for (const word of added) await connection.run(`insert into events values (${sequence}, ${project}, '${word}')`);
}

async function counted(table: string | null): Promise<Record<string, number> | null> {
  if (table === null) return null;
  const read = await connection.runAndReadAll(
    `select word, sum(events)::integer from ${table} group by word order by 1`,
  );
  return Object.fromEntries(read.getRows() as [string, number][]);
}

test('what was counted is kept, and only what was added since is counted on top of it', async () => {
  const kept = words();
  await add(1, 1, 'a', 'a', 'b');
  expect(await kept.read(connection, of(1), counted)).toEqual({ a: 2, b: 1 });
  // Nobody said so: that it does not show is how one sees that the table was read.
  await add(2, 1, 'a');
  expect(await kept.read(connection, of(1), counted)).toEqual({ a: 2, b: 1 });
  kept.added('2');
  expect(await kept.read(connection, of(1), counted)).toEqual({ a: 2, b: 1 });
  await connection.run('delete from events where sequence = 1');
  kept.added('1');
  expect(await kept.read(connection, of(1), counted)).toEqual({ a: 3, b: 1 });
  kept.changed();
  expect(await kept.read(connection, of(1), counted)).toEqual({ a: 1 });
});

test('what is too much is read where it is, until it is less', async () => {
  const kept = words();
  await add(1, 1, 'a', 'b', 'c', 'd');
  expect(await kept.read(connection, of(1), counted)).toBeNull();
  kept.added();
  expect(await kept.read(connection, of(1), counted)).toBeNull();
  await connection.run(`delete from events where word = 'd'`);
  kept.changed();
  expect(await kept.read(connection, of(1), counted)).toEqual({ a: 1, b: 1, c: 1 });
});

test('what came in too many pieces is counted anew', async () => {
  const kept = words();
  for (let sequence = 1; sequence <= 9; sequence += 1) {
    await add(sequence, 1, 'a');
    kept.added();
    expect(await kept.read(connection, of(1), counted)).toEqual({ a: sequence });
  }
});

test('a table that is being read is not filled with something else', async () => {
  const kept = words();
  for (const project of [1, 2, 3]) await add(1, project, `of ${project}`);
  const read = await kept.read(connection, of(1), (one) =>
    kept.read(connection, of(2), (other) =>
      kept.read(connection, of(3), async (none) => [await counted(one), await counted(other), none]),
    ),
  );
  expect(read).toEqual([{ 'of 1': 1 }, { 'of 2': 1 }, null]);
  expect(await kept.read(connection, of(3), counted)).toEqual({ 'of 3': 1 });
});

test('rows that changed are not read by who asks afterwards, also while others still read them', async () => {
  const kept = words();
  await add(1, 1, 'a');
  const read = await kept.read(connection, of(1), async (before) => {
    await connection.run(`update events set word = 'b'`);
    kept.changed();
    return kept.read(connection, of(1), async (after) => [await counted(before), await counted(after)]);
  });
  expect(read).toEqual([{ a: 1 }, { b: 1 }]);
});

test('many who ask at the same time have one table filled', async () => {
  const kept = words(1);
  await add(1, 1, 'a');
  const tables = await Promise.all(
    Array.from({ length: 5 }, () => kept.read(connection, of(1), async (table) => table)),
  );
  expect(new Set(tables)).toEqual(new Set(['memory.words_0']));
});

test('a filling that failed is tried again', async () => {
  const kept = words(1);
  await connection.run('alter table events rename to elsewhere');
  await expect(kept.read(connection, of(1), counted)).rejects.toThrow('events');
  await connection.run('alter table elsewhere rename to events');
  await add(1, 1, 'a');
  expect(await kept.read(connection, of(1), counted)).toEqual({ a: 1 });
});
