import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testPath } from '../../../../testing/cleanup.ts';
import { CompiledQuery } from 'kysely';
import { limits, type UserId } from '@seismo/protocol';
import { openSearcher, type Searcher } from './searcher.ts';

const minute = 60_000;
const ann = 1 as UserId;
const bob = 2 as UserId;

let searcher: Searcher | undefined;
const path = () => testPath('state.sqlite');
beforeEach(async () => {
  const db = new DatabaseSync(path());
  db.exec('pragma journal_mode = wal; create table kept (id integer primary key); insert into kept values (1), (2)');
  db.close();
});
afterEach(async () => {
  searcher?.close();
});

const compiled = (sql: string, ...parameters: unknown[]) => CompiledQuery.raw(sql, parameters);
const shortQuery = compiled('select id from kept where id > ?', 1);
/** A sum that takes longer than any timeout. */
const endless = compiled(
  'with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 1e15) select sum(n) from counted',
);

/** The processes that this one has started and that run, by number. */
function children(): number[] {
  const all = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return all
    .split('\n')
    .filter((line) => line.includes('search-process') && line.includes(testPath()))
    .map((line) => Number.parseInt(line, 10));
}

test('answers with rows, from processes that only start with the first search and end when there are no more', async () => {
  searcher = openSearcher(path(), { msMax: minute, idleMsMax: 50 });
  expect(children()).toEqual([]);
  expect(await searcher.search(shortQuery, ann)).toEqual([{ id: 2 }]);
  await expect.poll(children, { timeout: 30_000 }).toEqual([]);
  expect(await searcher.search(shortQuery, ann)).toEqual([{ id: 2 }]);
});

test('stops a slow search without blocking this thread, and answers the next', async () => {
  searcher = openSearcher(path(), { msMax: 300 });
  let turns = 0;
  let over = false;
  const stopped = searcher.search(endless, ann).finally(() => (over = true));
  const counting = (async () => {
    while (!over) await new Promise<void>((resolve) => setImmediate(() => resolve(void turns++)));
  })();
  await expect(stopped).rejects.toMatchObject({
    name: 'Refusal',
    code: 'invalid',
    message: expect.stringMatching(/^The search was stopped because it took longer than 5 s\. Select a project/),
  });
  await counting;
  expect(turns).toBeGreaterThan(100);
  await expect.poll(children, { timeout: 30_000 }).toEqual([]);
  expect(await searcher.search(shortQuery, ann)).toEqual([{ id: 2 }]);
});

test('a busy user gets one process, and takes turns with others', async () => {
  searcher = openSearcher(path(), { msMax: 2500 });
  const ended: string[] = [];
  const note = (who: string) => () => void ended.push(who);
  const all = [
    ...[1, 2, 3].map((nth) => searcher!.search(endless, ann).then(note('answered'), note(`stopped ${nth} of Ann`))),
    searcher.search(shortQuery, bob).then(note('Bob')),
    searcher.search(shortQuery, null).then(note('Seismo')),
  ];
  await expect.poll(() => children().length, { timeout: 30_000 }).toBe(limits.SEARCH_PROCESS_COUNT_MAX);
  await Promise.all(all);
  const second = ended.indexOf('stopped 2 of Ann');
  expect(ended.filter((_, place) => place < second)).toEqual(expect.arrayContaining(['Bob', 'Seismo']));
  expect(ended).toContain('stopped 3 of Ann');
});

test('refuses when too many searches wait', async () => {
  searcher = openSearcher(path(), { msMax: minute });
  const answers = Array.from({ length: limits.SEARCH_WAITING_PER_USER_COUNT_MAX + 2 }, () =>
    searcher!.search(endless, ann).catch((error: Error) => error),
  );
  expect(await answers.at(-1)).toMatchObject({ code: 'too-many' });
  searcher.close();
  expect((await Promise.all(answers)).every((answer) => answer instanceof Error)).toBe(true);
});

test('stops a search that uses too much memory', async () => {
  searcher = openSearcher(path(), { msMax: minute });
  const large = compiled(
    'with recursive counted(n) as (select 1 union all select n + 1 from counted) select hex(zeroblob(500000)) from counted',
  );
  await expect(searcher.search(large, ann)).rejects.toThrow(/needed too much memory/);
  expect(await searcher.search(shortQuery, ann)).toEqual([{ id: 2 }]);
});

test("cannot write, and does not see the server's environment", async () => {
  searcher = openSearcher(path(), { msMax: minute });
  await expect(searcher.search(compiled('insert into kept values (3) returning id'), ann)).rejects.toThrow(/readonly/);
  const [child] = children();
  expect((await readFile(`/proc/${child}/environ`, 'utf8')).replaceAll('\0', ' ')).not.toMatch(/PATH|HOME|SEISMO/);
});

test('ends during a search when its parent is killed', async () => {
  const code = `
    const { openSearcher } = await import(${JSON.stringify(new URL('./searcher.ts', import.meta.url).href)});
    const searcher = openSearcher(${JSON.stringify(path())}, { msMax: ${minute} });
    await searcher.search({ sql: 'select 1', parameters: [] }, null);
    console.log('ready');
    await searcher.search(${JSON.stringify({ sql: endless.sql, parameters: [] })}, null);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(parent.stdout!, 'data');
  const found = execFileSync('ps', ['-o', 'pid=', '--ppid', String(parent.pid)], { encoding: 'utf8' });
  const child = Number.parseInt(found, 10);
  expect(child).toBeGreaterThan(0);
  parent.kill('SIGKILL');
  await expect.poll(() => existsSync(`/proc/${child}`), { timeout: 30_000 }).toBe(false);
});
