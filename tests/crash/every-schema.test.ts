import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { migrations } from '../../packages/server/src/store/state/migrations/run.ts';
import { verifySqlite } from '../../packages/server/src/platform/sqlite/copy.ts';

/** Data directories with every schema that was on main, by the versions of state and journal: tests/golden/README.md. */
const golden = join(import.meta.dirname, '../golden/upgrade/schemas');
const fixtures = readdirSync(golden).toSorted();
/** Accepted by the version that filled the directory. It was killed while some of the last ones waited. */
const EVENT_COUNT = 15;
/** From the versions on whose stores have an ID. State from before schema 14 is not copied, because of its secrets. */
const wayBack = fixtures.filter((name) => {
  const [, state, journal] = /^s(\d+)-j(\d+)/.exec(name)!.map(Number);
  return state! < migrations.length && journal! >= 3;
});

const execFileAsync = promisify(execFile);
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function extract(fixture: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'seismo-schema-'));
  folders.push(folder);
  execFileSync('tar', ['-xzf', join(golden, fixture), '-C', folder]);
  return join(folder, 'data');
}

/** Starts the server once and returns what it has, or throws with its message. */
async function whatIsIn(dataDir: string, ...flags: string[]): Promise<Record<string, unknown>> {
  const run = execFileAsync(process.execPath, [join(import.meta.dirname, 'count-shop.ts'), dataDir, ...flags]);
  const { stdout } = await run.catch(({ stderr }: { stderr: string }) => {
    throw new Error(stderr.split('\n').at(-1));
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

const whole = {
  events: EVENT_COUNT,
  counted: EVENT_COUNT,
  deadLetters: 0,
  keys: 1,
  account: 'ada@shop.example',
};

test('there is a directory of every schema', () => {
  const states = new Set(fixtures.map((name) => Number(/^s(\d+)-j\d+\.tgz$/.exec(name)![1])));
  // The commit that added version 12 also added 13.
  for (let version = 1; version <= 26; version++) if (version !== 12) expect(states).toContain(version);
});

test.each(fixtures)('a data directory with the schema %s keeps every accepted event', async (fixture) => {
  expect(await whatIsIn(extract(fixture))).toEqual(whole);
});

test.each(wayBack)('the way back from the newest schema to %s by its copies loses nothing of then', async (fixture) => {
  const dataDir = extract(fixture);
  expect(await whatIsIn(dataDir)).toEqual(whole);

  // The steps of docs/operations/upgrade.md.
  for (const name of ['state.sqlite-wal', 'state.sqlite-shm', 'journal.sqlite-wal', 'journal.sqlite-shm']) {
    rmSync(join(dataDir, name), { force: true });
  }
  const copies = readdirSync(join(dataDir, 'copies'));
  for (const [store, file] of [
    ['state', 'state.sqlite'],
    ['journal', 'journal.sqlite'],
    ['telemetry', 'telemetry.duckdb'],
  ] as const) {
    const copy = copies.find((name) => name.startsWith(`${store}-`));
    if (!copy) continue;
    cpSync(join(dataDir, 'copies', copy), join(dataDir, file));
    if (store === 'telemetry') rmSync(join(dataDir, 'telemetry.duckdb.wal'), { force: true });
  }

  // The older version finds the schema and the rows that it left.
  const [version] = /\d+/.exec(fixture)!;
  const original = new DatabaseSync(join(extract(fixture), 'state.sqlite'));
  const restored = new DatabaseSync(join(dataDir, 'state.sqlite'), { readOnly: true });
  expect(restored.prepare('select version from schema_version').get()).toMatchObject({ version: Number(version) });
  restored.close();
  verifySqlite(join(dataDir, 'state.sqlite'), original);
  original.close();

  const back = await whatIsIn(dataDir).catch(async (error: Error) => {
    expect(error.message).toMatch(/"npm start -- --accept-loss" once\.$/);
    return whatIsIn(dataDir, '--accept-loss');
  });
  // Reports that waited at the upgrade were processed after it, and are lost unless the journal was copied, too.
  expect(back).toEqual({ ...whole, events: expect.any(Number), counted: back['events'] });
  expect(back['events']).toBeGreaterThanOrEqual(12);
});
