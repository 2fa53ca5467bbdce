import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ProjectId } from '@seismo/protocol';
import { afterEach, expect, test } from 'vitest';
import { verifySqlite } from '../../packages/server/src/platform/sqlite/copy.ts';
import { openStores, storesIn } from '@seismo/server/parts';
import { answersOf } from './answers.ts';
import { drained, startServerProcess } from './server-process.ts';

const golden = join(import.meta.dirname, '../golden/upgrade');
const expected = JSON.parse(readFileSync(join(golden, 'expected.json'), 'utf8')) as {
  token: string;
  projects: Record<string, ProjectId>;
  answers: object;
  ledger: object[];
};
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A data folder that the code of a12a9d4 filled, killed while reports, a regroup and a reprocessing waited. */
function oldDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'seismo-upgrade-'));
  folders.push(folder);
  execFileSync('tar', ['-xzf', join(golden, 'data-a12a9d4.tgz'), '-C', folder]);
  return join(folder, 'data');
}

async function upgrade(dataDir: string) {
  const server = await startServerProcess(dataDir, null);
  await drained(server.url);
  const answers = await answersOf(server.url, expected.token, Object.keys(expected.projects));
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const deadLetters = /^seismo_dead_letters (\d+)$/m.exec(metrics)?.[1];
  await server.stop();
  await using stores = await openStores(storesIn(dataDir));
  const range = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
  const ledger = await stores.telemetry.query('ledgerTotals', { projectIds: Object.values(expected.projects), range });
  return { answers, deadLetters, ledger };
}

const whole = { answers: expected.answers, deadLetters: '1', ledger: expected.ledger };

/** Each copy has the older schema version and every row of the folder before the upgrade. */
function requireWholeCopies(dataDir: string): void {
  const [copies, old] = [join(dataDir, 'copies'), oldDataDir()];
  const files = readdirSync(copies).toSorted();
  expect(files).toEqual([
    expect.stringMatching(/^journal-4-\w+\.sqlite$/),
    expect.stringMatching(/^state-19-\w+\.sqlite$/),
    expect.stringMatching(/^telemetry-11-\w+\.duckdb$/),
  ]);
  for (const [at, store] of ['journal', 'state'].entries()) {
    const source = new DatabaseSync(join(old, `${store}.sqlite`));
    verifySqlite(join(copies, files[at]!), source);
    source.close();
  }
}

process.env['SEISMO_DISK_FLOOR'] = '0';

test('a data folder from before has the same issues, counts and outcomes after the upgrade as its own version gave', async () => {
  const dataDir = oldDataDir();
  expect(await upgrade(dataDir)).toEqual(whole);
  requireWholeCopies(dataDir);
});

/** Each point leaves the folder in a different state: a store is half copied, copied or migrated. */
test.each([
  'copy:telemetry:written',
  'migration:telemetry:before-commit',
  'copy:journal:written',
  'migration:journal:before-commit',
  'copy:state:written',
  'migration:state:before-commit',
  'migration:state:done',
])('an upgrade that is killed at %s loses and doubles nothing, and leaves whole copies', async (point) => {
  const dataDir = oldDataDir();
  await (
    await startServerProcess(dataDir, point)
  ).gone;
  expect(await upgrade(dataDir)).toEqual(whole);
  requireWholeCopies(dataDir);
});
