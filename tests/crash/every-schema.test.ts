import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schemas, type Schemas } from '../../packages/server/src/backup/format.ts';
import { verifySqlite } from '../../packages/server/src/platform/sqlite/copy.ts';
import { builtProgram } from './server-process.ts';

/** Data directories with every schema that was on main, by the version of each store: tests/golden/README.md. */
const golden = join(import.meta.dirname, '../golden/upgrade/schemas');
const fixtures = readdirSync(golden).toSorted();
/** The commits that added these versions also added the next one. */
const neverOnMain: Record<keyof Schemas, readonly number[]> = { state: [12, 34], journal: [], telemetry: [7] };
/** Accepted by the version that filled the directory. It was killed while some of the last ones waited. */
const EVENT_COUNT = 15;

function versionsOf(fixture: string): Schemas {
  const [state, journal, telemetry] = /^s(\d+)-j(\d+)-t(\d+)\.tgz$/.exec(fixture)!.slice(1).map(Number);
  return { state: state!, journal: journal!, telemetry: telemetry! };
}

/** The stores that the newest version migrates, and therefore copies. State from before schema 14 is not copied, because of its secrets. */
function copiedOf(fixture: string): (keyof Schemas)[] {
  const versions = versionsOf(fixture);
  return (['state', 'journal', 'telemetry'] as const).filter(
    (store) => versions[store] < schemas[store] && !(store === 'state' && versions.state < 14),
  );
}

/** From the versions on whose stores have an ID. */
const hasWayBack = (fixture: string) => versionsOf(fixture).journal >= 3 && copiedOf(fixture).length > 0;

const files: Record<keyof Schemas, string> = {
  state: 'state.sqlite',
  journal: 'journal.sqlite',
  telemetry: 'telemetry.duckdb',
};

const execFileAsync = promisify(execFile);

function extract(fixture: string): { folder: string; dataDir: string } {
  const folder = mkdtempSync(join(tmpdir(), 'seismo-schema-'));
  execFileSync('tar', ['-xzf', join(golden, fixture), '-C', folder]);
  return { folder, dataDir: join(folder, 'data') };
}

/** Starts the server once and returns what it has, or throws with its message. */
async function whatIsIn(dataDir: string, ...flags: string[]): Promise<Record<string, unknown>> {
  const run = execFileAsync(process.execPath, [builtProgram('count-shop'), dataDir, ...flags]);
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
/** Servers have stored spans since telemetry 17. */
const spansOf = (fixture: string) => (versionsOf(fixture).telemetry < 17 ? 0 : 24);

test.each(['state', 'journal', 'telemetry'] as const)('there is a directory of every schema of %s', (store) => {
  const older = Array.from({ length: schemas[store] - 1 }, (_, before) => before + 1);
  const covered = new Set(fixtures.map((fixture) => versionsOf(fixture)[store]));
  const missing = older.filter((version) => !covered.has(version));
  expect(missing).toEqual(neverOnMain[store]);
});

describe.each(fixtures)('a data directory with the schema %s', (fixture) => {
  let folder: string;
  let dataDir: string;
  let found: Record<string, unknown>;
  beforeAll(async () => {
    ({ folder, dataDir } = extract(fixture));
    found = await whatIsIn(dataDir);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('keeps every accepted event', () => {
    expect(found).toEqual({ ...whole, spans: spansOf(fixture) });
    const [versions, copied] = [versionsOf(fixture), copiedOf(fixture)];
    const copies = copied.length > 0 ? readdirSync(join(dataDir, 'copies')) : [];
    const expected = copied.map((store) => expect.stringMatching(new RegExp(`^${store}-${versions[store]}-`)));
    expect(copies).toHaveLength(expected.length);
    expect(copies).toEqual(expect.arrayContaining(expected));
  });

  if (!hasWayBack(fixture)) return;
  test('has a way back from the newest schema by its copies that loses nothing of then', async () => {
    // The steps of docs/operations/upgrade.md.
    for (const name of ['state.sqlite-wal', 'state.sqlite-shm', 'journal.sqlite-wal', 'journal.sqlite-shm']) {
      rmSync(join(dataDir, name), { force: true });
    }
    const copies = readdirSync(join(dataDir, 'copies'));
    const copied = copiedOf(fixture);
    for (const store of copied) {
      const copy = copies.find((name) => name.startsWith(`${store}-`))!;
      cpSync(join(dataDir, 'copies', copy), join(dataDir, files[store]));
      if (store === 'telemetry') rmSync(join(dataDir, 'telemetry.duckdb.wal'), { force: true });
    }

    // The older version finds the schema and the rows that it left.
    if (copied.includes('state')) {
      const before = extract(fixture);
      const original = new DatabaseSync(join(before.dataDir, 'state.sqlite'));
      const restored = new DatabaseSync(join(dataDir, 'state.sqlite'), { readOnly: true });
      const { state: version } = versionsOf(fixture);
      expect(restored.prepare('select version from schema_version').get()).toMatchObject({ version });
      restored.close();
      verifySqlite(join(dataDir, 'state.sqlite'), original);
      original.close();
      rmSync(before.folder, { recursive: true });
    }

    const back = await whatIsIn(dataDir).catch(async (error: Error) => {
      expect(error.message).toMatch(/"npm start -- --accept-loss" once\.$/);
      return whatIsIn(dataDir, '--accept-loss');
    });
    // Reports that waited at the upgrade were processed after it, and are lost unless the journal was copied, too.
    // State that was not copied counts them.
    const counted = copied.includes('state') ? back['events'] : EVENT_COUNT;
    expect(back).toEqual({ ...whole, events: expect.any(Number), spans: expect.any(Number), counted });
    expect(back['events']).toBeGreaterThanOrEqual(12);
  });
});
