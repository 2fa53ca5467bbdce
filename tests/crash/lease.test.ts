import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openState, type State } from '@seismo/server/parts';
import type { IssueId } from '@seismo/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, startPostgres, type TestPostgres } from '../../packages/server/src/testing/postgres.ts';
import { newDataDir } from './new-data-dir.ts';
import { startServerProcess as start, type ServerProcess } from './server-process.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'seismo-lease-'))));
afterAll(() => rm(folder, { recursive: true }));

/** Sockets cannot be copied. */
function copyDataDir(from: string, to: string): Promise<void> {
  return cp(from, to, { recursive: true, filter: (path) => !path.endsWith('.sock') });
}

describe.each(hasPostgres ? ['SQLite', 'PostgreSQL'] : ['SQLite'])('two servers on one state on %s', (engine) => {
  let postgres: TestPostgres | undefined;
  beforeAll(() => void (engine === 'PostgreSQL' && (postgres = startPostgres())));
  afterAll(() => postgres?.stop());
  const newStateUrl = () => postgres?.createStore() ?? null;

  test('the second refuses and names the first; after kill -9 a start takes over', async () => {
    const stateUrl = newStateUrl();
    const { dataDir, state } = await newDataDir(folder, stateUrl);
    const first = await start(dataDir, { stateUrl });
    expect(first.isReady).toBe(true);
    const copied = join(folder, `copy-${engine}`);
    if (stateUrl) await copyDataDir(dataDir, copied);
    const second = await start(stateUrl ? copied : dataDir, { stateUrl });
    expect([second.isReady, await second.gone]).toEqual([
      false,
      expect.stringMatching(
        stateUrl
          ? `another server is using it \\(process ${first.child.pid} on host `
          : /Another server has \S+ open\. Stop it/,
      ),
    ]);
    first.child.kill('SIGKILL');
    await first.gone;
    const third = await start(dataDir, { stateUrl });
    expect(third.isReady).toBe(true);
    await state.write((tx) => tx.setSetting('a', 'a command writes beside the server'));
    expect(await third.stop()).toBe('');
    await state.close();
  });

  // SQLite's lock is on the file: no connection is cut off.
  test.skipIf(engine === 'SQLite')(
    'a server that was paused and cut off ends once a second one has taken over, and no report counts twice',
    async () => {
      const stateUrl = newStateUrl()!;
      const { dataDir, state, send } = await newDataDir(folder, stateUrl);
      const first = await start(dataDir, { stateUrl });
      await send(first.url);
      const eventCount = async () => (await state.issueById(1 as IssueId))?.eventCount;
      await expect.poll(eventCount).toBe(1);
      // Answered with 200, and waiting in the journal of both servers.
      expect((await send(first.url)).status).toBe(200);
      first.child.kill('SIGSTOP');
      const copied = join(folder, 'taken-over');
      await copyDataDir(dataDir, copied);
      postgres!.run(
        stateUrl,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'seismo%' and pid <> pg_backend_pid()",
      );
      const second = await start(copied, { stateUrl });
      expect(second.isReady).toBe(true);
      await expect.poll(eventCount).toBe(2);

      first.child.kill('SIGCONT');
      expect(await first.gone).toContain(
        `Another server has taken over the state store: process ${second.child.pid} on host `,
      );
      expect([first.child.exitCode, first.child.signalCode]).toEqual([1, null]);
      await send(second.url);
      await expect.poll(eventCount).toBe(3);
      await second.stop();
      await state.close();
    },
  );

  // SQLite has no connections to close.
  test.skipIf(engine === 'SQLite')(
    'a server takes its lock again after PostgreSQL has closed its connections',
    async () => {
      const stateUrl = newStateUrl()!;
      const { dataDir, state } = await newDataDir(folder, stateUrl);
      const server = await start(dataDir, { stateUrl });
      const locks = () =>
        postgres!.run(
          stateUrl,
          `select pid from pg_stat_activity where application_name like 'seismo: process ${server.child.pid} %'`,
        );
      const before = locks();
      postgres!.run(stateUrl, `select pg_terminate_backend(${before})`);
      await expect.poll(locks).toMatch(/^\d+\n$/);
      expect(locks()).not.toBe(before);
      expect(await server.stop()).toBe('');
      await state.close();
    },
  );

  test('a state store that was set back is refused, and accepted loss gives no ID of the outbox again', async () => {
    const stateUrl = newStateUrl();
    const { dataDir, state, send } = await newDataDir(folder, stateUrl);
    await state.close();
    const file = join(dataDir, 'state.sqlite');
    const backup = async (to: string) => {
      if (stateUrl) await writeFile(to, postgres!.dump(stateUrl));
      else new DatabaseSync(file).exec(`vacuum into '${to}'`);
    };
    const restore = async (from: string) => {
      if (stateUrl) return postgres!.restore(stateUrl, await readFile(from, 'utf8'));
      for (const end of ['-wal', '-shm']) await rm(file + end, { force: true });
      await cp(from, file);
    };
    const stop = async (server: ServerProcess) => {
      expect(server.isReady).toBe(true);
      return server.stop();
    };
    const [beforeRun, inRun, newest] = ['before-run', 'in-run', 'newest'].map((name) =>
      join(folder, `${engine}-${name}`),
    );
    const at = { statePath: file, stateUrl };
    await backup(beforeRun!);
    const first = await start(dataDir, { stateUrl });
    await send(first.url);
    const beside = await openState(at);
    await expect.poll(async () => (await beside.issueById(1 as IssueId))?.eventCount).toBe(1);
    await backup(inRun!);
    const newestId = async (write: State) => (await write.lease()).outboxId;
    await beside.write(async (tx) => tx.publish([{ kind: 'projects-changed', projectIds: [], issueId: null }]));
    const lastId = await newestId(beside);
    await beside.close();
    expect(await stop(first)).toBe('');
    await backup(newest!);

    for (const [from, reason] of [
      [beforeRun!, /^StoresDoNotMatch: The state store is new or older than the other stores/m],
      [
        inRun!,
        new RegExp(
          `restored to an earlier time: its last server was process ${first.child.pid} on .*changes up to ${lastId}\\.`,
        ),
      ],
    ] as const) {
      await restore(from);
      const refused = await start(dataDir, { stateUrl });
      expect([refused.isReady, await refused.gone]).toEqual([false, expect.stringMatching(reason)]);
    }
    await restore(newest!);
    expect(await stop(await start(dataDir, { stateUrl }))).toBe('');
    await restore(inRun!);
    expect(await stop(await start(dataDir, { stateUrl, flags: ['--accept-loss'] }))).toMatch(/was restored/);
    const after = await openState(at);
    expect(await newestId(after)).toBeGreaterThan(lastId);
    expect((await after.outboxReaders()).every(({ behind }) => behind === 0)).toBe(true);
    await after.close();
    expect(await stop(await start(dataDir, { stateUrl }))).toBe('');
  });

  // A running server holds on to the file of SQLite, so only PostgreSQL can go back under it.
  test.skipIf(engine === 'SQLite').each([
    { when: 'at the next batch', reports: 1 },
    { when: 'within seconds, without a report', reports: 0 },
  ])('a server whose state store is set back ends $when', async ({ reports }) => {
    const stateUrl = newStateUrl()!;
    const { dataDir, state, send } = await newDataDir(folder, stateUrl);
    const server = await start(dataDir, { stateUrl });
    const eventCount = async () => (await state.issueById(1 as IssueId))?.eventCount;
    await send(server.url);
    await expect.poll(eventCount).toBe(1);
    const behind = postgres!.dump(stateUrl);
    await send(server.url);
    await expect.poll(eventCount).toBe(2);
    const { outboxId } = await state.lease();
    const claim = () => readFile(join(dataDir, 'state-lease.json'), 'utf8');
    await expect.poll(claim).toContain(`"outboxId":${outboxId}`);
    // As after a failover to a replica that lost the last commits.
    postgres!.restore(stateUrl, behind);
    postgres!.restart();
    // It may have noticed by itself already.
    for (let sent = 0; sent < reports; sent++) await send(server.url).catch(() => undefined);
    expect(await server.gone).toContain(
      'The state store was restored to an earlier time while this server was running',
    );
    expect([server.child.exitCode, await eventCount()]).toEqual([1, 1]);
    expect(await (await start(dataDir, { stateUrl })).gone).toMatch(new RegExp(`was restored.* ${outboxId}\\.`));
    await state.close();
  });

  // A SQLite file is in the data directory itself, and is copied with it.
  test.skipIf(engine === 'SQLite')('a data directory that was copied and left behind is refused', async () => {
    const stateUrl = newStateUrl()!;
    const { dataDir, state } = await newDataDir(folder, stateUrl);
    const copied = join(folder, 'newer-copy');
    for (const folder of [dataDir, copied]) {
      const server = await start(folder, { stateUrl });
      expect(server.isReady).toBe(true);
      await server.stop();
      if (folder === dataDir) await copyDataDir(dataDir, copied);
    }
    expect(await (await start(dataDir, { stateUrl })).gone).toContain('was used with another data directory');
    await state.close();
  });
});
