import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ProjectId } from '@seismo/protocol';
import { openStores, storesIn } from '@seismo/server/parts';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { verifySqlite } from '../../packages/server/src/platform/sqlite/copy.ts';
import { copyRows, tablesOf } from '../../packages/server/src/store/state/copy.ts';
import { openPostgresDatabase } from '../../packages/server/src/store/state/engines/postgres/open.ts';
import { openSqliteDatabase } from '../../packages/server/src/store/state/engines/sqlite/open.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../packages/server/src/testing/postgres.ts';
import { answersOf } from './answers.ts';
import { drained, startServerProcess, type ServerProcessOptions } from './server-process.ts';

const golden = join(import.meta.dirname, '../golden/upgrade');
const expected = JSON.parse(readFileSync(join(golden, 'expected.json'), 'utf8')) as {
  token: string;
  projects: Record<string, ProjectId>;
  answers: object;
  ledger: object[];
};
/** Issues are no longer new after a week, which the answers would show. Copies are logged as information. */
const flags = ['--at=2026-11-24T00:00:00Z', '--verbose'];
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

async function upgrade(dataDir: string, options: ServerProcessOptions = {}) {
  const server = await startServerProcess(dataDir, { flags, ...options });
  await drained(server.url);
  const answers = await answersOf(server.url, expected.token, Object.keys(expected.projects));
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const deadLetters = /^seismo_dead_letters (\d+)$/m.exec(metrics)?.[1];
  const log = await server.stop();
  await using stores = await openStores(storesIn(dataDir, options.stateUrl));
  const range = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
  const ledger = await stores.telemetry.query('ledgerTotals', { projectIds: Object.values(expected.projects), range });
  return { log, found: { answers, deadLetters, ledger } };
}

const whole = { answers: expected.answers, deadLetters: '1', ledger: expected.ledger };

/** Each copy has the older schema version and every row of the folder before the upgrade, and the log names it. */
function requireWholeCopies(dataDir: string, log: string, fromSqlite = ['journal', 'state']): void {
  const [copies, old] = [join(dataDir, 'copies'), oldDataDir()];
  const files = readdirSync(copies).toSorted();
  expect(files).toEqual([
    expect.stringMatching(/^journal-4-\w+\.sqlite$/),
    expect.stringMatching(/^state-19-\w+\.sqlite$/),
    expect.stringMatching(/^telemetry-11-\w+\.duckdb$/),
  ]);
  for (const file of files) expect(log).toContain(`"copy":"${join(copies, file)}"`);
  for (const store of fromSqlite) {
    const source = new DatabaseSync(join(old, `${store}.sqlite`));
    verifySqlite(
      join(
        copies,
        files.find((file) => file.startsWith(store))!,
      ),
      source,
    );
    source.close();
  }
}

test('a data folder from before has the same issues, counts and outcomes after the upgrade as its own version gave', async () => {
  const dataDir = oldDataDir();
  const { log, found } = await upgrade(dataDir);
  expect(found).toEqual(whole);
  requireWholeCopies(dataDir, log);
});

/** Each point leaves the folder in a different state: a store is half copied, copied or migrated. */
const points = [
  'copy:telemetry:written',
  'migration:telemetry:before-commit',
  'copy:journal:written',
  'migration:journal:before-commit',
  'copy:state:written',
  'migration:state:before-commit',
  'migration:state:done',
];

test.each(points)(
  'an upgrade that is killed at %s loses and doubles nothing, and leaves whole copies',
  async (failAt) => {
    const dataDir = oldDataDir();
    const killed = await startServerProcess(dataDir, { failAt, flags });
    const before = await killed.gone;
    expect(killed.child.signalCode).toBe('SIGKILL');
    const { log, found } = await upgrade(dataDir);
    expect(found).toEqual(whole);
    requireWholeCopies(dataDir, before + log);
  },
);

test('without room for a copy the upgrade is refused and changes nothing, and runs on demand without one', async ({
  skip,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'seismo-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    skip('only root may mount, and not in every container');
  }
  onTestFinished(() => void execFileSync('umount', [folder]));
  const dataDir = join(folder, 'data');
  cpSync(oldDataDir(), dataDir, { recursive: true });
  const files = readdirSync(dataDir).filter((name) => name !== 'blobs');
  const content = () => files.map((file) => readFileSync(join(dataDir, file)));
  const before = content();
  const refused = await startServerProcess(dataDir, { flags });
  expect([refused.isReady, await refused.gone]).toEqual([
    false,
    expect.stringMatching(
      /upgrades the telemetry store.* need \d+ MB, but only \d+ MB is free\..*Nothing was changed\./,
    ),
  ]);
  expect(content().map((file, at) => file.equals(before[at]!))).toEqual(before.map(() => true));
  expect((await upgrade(dataDir, { flags: [...flags, '--migrate-without-copy'] })).found).toEqual(whole);
  expect(readdirSync(join(dataDir, 'copies'))).toEqual([]);
});

// The machine may have no PostgreSQL.
describe.skipIf(!hasPostgres)('with the state on PostgreSQL', () => {
  let postgres: TestPostgres;
  beforeAll(() => void (postgres = startPostgres()));
  afterAll(() => postgres.stop());

  /** Moves the state of the folder to PostgreSQL, with the tables of its version. */
  async function moveState(dataDir: string): Promise<string> {
    const stateUrl = postgres.createStore();
    // Tables that refer to each other are filled in any order.
    postgres.run(stateUrl, 'alter role seismo set session_replication_role = replica');
    const options = { schemaVersion: 19 };
    const from = await openSqliteDatabase(join(dataDir, 'state.sqlite'), options);
    const to = await openPostgresDatabase(stateUrl, join(dataDir, 'secret.key'), options);
    const [source, target] = [from, to].map(({ engine, writer }) => ({ engine, db: writer.withoutPlugins() }));
    await copyRows(source!, target!, await tablesOf(source!.db), () => {});
    await Promise.all([from.close(), to.close()]);
    postgres.run(stateUrl, 'alter role seismo reset session_replication_role');
    for (const file of ['', '-wal', '-shm']) rmSync(join(dataDir, `state.sqlite${file}`), { force: true });
    return stateUrl;
  }

  test.each(points.filter((point) => point.includes(':state:')))(
    'an upgrade that is killed at %s loses and doubles nothing',
    async (failAt) => {
      const dataDir = oldDataDir();
      const stateUrl = await moveState(dataDir);
      const killed = await startServerProcess(dataDir, { failAt, flags, stateUrl });
      const before = await killed.gone;
      expect(killed.child.signalCode).toBe('SIGKILL');
      const { log, found } = await upgrade(dataDir, { stateUrl });
      expect(found).toEqual(whole);
      // The words of the search index are stored differently in a copy of PostgreSQL.
      requireWholeCopies(dataDir, before + log, ['journal']);
    },
  );
});
