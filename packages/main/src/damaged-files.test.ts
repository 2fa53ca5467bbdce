import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, statfsSync } from 'node:fs';
import { chmod, cp, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lostEntries } from '@seismo/server/parts';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { newFolder, testPath } from '../../server/src/testing/cleanup.ts';
import type { RunningServer } from './server.ts';
import { program } from './testing/program.ts';
import { addShop, startIn } from './testing/start.ts';

// Every start opens four stores on disk.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = newFolder();
const stores = ['journal.sqlite', 'state.sqlite', 'telemetry.duckdb', 'blobs'];
let reports = '';

const start = (dataDir: string, options: { acceptLoss?: boolean } = {}) =>
  startIn(dataDir, { SEISMO_DISK_FLOOR: '0' }, options);

async function send(server: RunningServer, count: number): Promise<void> {
  const from = (await server.journal.identity()).lastSequence;
  for (let sent = 0; sent < count; sent++) {
    const body = `{"event_id":"${randomBytes(16).toString('hex')}"}\n{"type":"event"}\n{"message":"hello"}`;
    expect((await fetch(server.url + reports, { method: 'POST', body })).status).toBe(200);
  }
  const [project] = (await server.state.allProjects()).filter(({ slug }) => slug === 'shop');
  await server.applied(project!.id, from + count);
}

/** `backup`: six reports, stopped. `killed`: four more, as kill -9 leaves it. `stopped`: the same after a stop. */
beforeAll(async () => {
  const dataDir = join(folder, 'stopped');
  const first = await start(dataDir);
  reports = (await addShop(first)).path;
  await send(first, 6);
  await first.close();
  await cp(dataDir, join(folder, 'backup'), { recursive: true });
  const second = await start(dataDir);
  await send(second, 4);
  // Nothing is being written: all reports are applied.
  await cp(dataDir, join(folder, 'killed'), { recursive: true, filter: (path) => !path.endsWith('.sock') });
  await second.close();
});

const data = (...names: string[]) => testPath('data', ...names);

async function begin(from: 'stopped' | 'killed' = 'stopped'): Promise<void> {
  await cp(join(folder, from), data(), { recursive: true });
}

/** Whether everything is there, and that the server accepts and stores more. */
async function counts(options: { acceptLoss?: boolean } = {}) {
  const server = await start(data(), options);
  try {
    const { viewer } = await ownerOf(server);
    const events = async () => (await server.runtime.query.eventsOfProject(viewer, 'shop', everything)).events.length;
    const issue = async () => (await server.state.issueById(1 as never))?.eventCount;
    const found = { events: await events(), counted: await issue(), lost: await lostEntries(server) };
    await send(server, 1);
    expect([await events(), await issue()]).toEqual([found.events + 1, found.counted! + 1]);
    return found;
  } finally {
    await server.close();
  }
}

const everything = { query: '', range: null, cursor: null, count: 100 };

async function ownerOf({ state }: RunningServer) {
  const user = (await state.userByEmail('ann@example.com'))!;
  return { viewer: { userId: user.id, memberships: await state.membershipsOf(user.id), scopes: null, boundTo: null } };
}

async function contents(): Promise<Record<string, string>> {
  const names = (await readdir(data(), { recursive: true })).filter((name) =>
    stores.some((store) => name.startsWith(store)),
  );
  const found = names
    .filter((name) => !name.endsWith('-shm'))
    .map(async (name) => [name, await readFile(data(name), 'base64').catch(() => '')] as const);
  return Object.fromEntries((await Promise.all(found)).filter(([, content]) => content !== ''));
}

/** The message of a start that is refused, twice, and changes no store. After a kill, SQLite moves its logs into the files. */
async function refusal(wasKilled = false): Promise<string> {
  const before = await contents();
  const failed = async () => {
    const server = await start(data()).catch((error: Error) => error);
    if (server instanceof Error) return server.message;
    await server.close();
    throw new Error('The server started.');
  };
  const message = await failed();
  expect(await failed()).toBe(message);
  const after = await contents();
  const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
  expect(changed.filter((name) => !wasKilled || !/\.sqlite(-wal)?$/.test(name))).toEqual([]);
  return message;
}

async function moveAway(name: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '.wal']) {
    if (existsSync(data(name + end))) await rename(data(name + end), testPath(`away-${name}${end}`));
  }
}

/** "Put back the file that belongs here": together with its log, over what a refused start has made. */
async function putBack(name: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '.wal']) {
    await rm(data(name + end), { recursive: true, force: true });
    if (existsSync(testPath(`away-${name}${end}`))) await rename(testPath(`away-${name}${end}`), data(name + end));
  }
}

/** "Restore the whole data directory from one backup", and keep the damaged one. */
async function restore(): Promise<void> {
  await rename(data(), testPath('damaged'));
  await cp(join(folder, 'backup'), data(), { recursive: true });
}

/** "Copy the data directory". */
const copy = () => cp(data(), testPath('copy'), { recursive: true, filter: (path) => !path.endsWith('.sock') });

async function flip(name: string, from: number): Promise<void> {
  const file = await open(data(name), 'r+');
  const { size } = await file.stat();
  for (let at = from; at < size; at += 256) await file.write(Buffer.from([0xa5, 0x5a]), 0, 2, at);
  await file.close();
}

const all = { events: 10, counted: 10, lost: 0 };
const ofBackup = { events: 6, counted: 6, lost: 0 };

test('the folders of this test hold what they should', async () => {
  await begin('killed');
  expect(await counts()).toEqual(all);
});

test.each([
  // What a journal held besides was applied already.
  { name: 'journal.sqlite', accepted: all },
  { name: 'telemetry.duckdb', accepted: { events: 0, counted: 10, lost: 10 } },
  { name: 'blobs', accepted: all },
])('$name moved away: put back, nothing is lost; accepted, only its content is lost', async ({ name, accepted }) => {
  await begin();
  await moveAway(name);
  expect(await refusal()).toMatch(
    new RegExp(
      `^${name} is new, .*its earlier data is missing\\. Put back the file .* To continue without that data, copy .* "npm start -- --accept-loss" once\\.$`,
    ),
  );
  await copy();
  await putBack(name);
  expect(await counts()).toEqual(all);
  await rm(data(), { recursive: true });
  await rename(testPath('copy'), data());
  expect(await counts({ acceptLoss: true })).toEqual(accepted);
  expect((await counts()).lost).toBe(accepted.lost);
});

test('state.sqlite moved away: put back, nothing is lost; restored, the backup is complete', async () => {
  await begin();
  await moveAway('state.sqlite');
  expect(await refusal()).toMatch(
    /^The state store is new or older .* Put back the file that belongs here, or restore/,
  );
  await putBack('state.sqlite');
  expect(await counts()).toEqual(all);
  await restore();
  expect(await counts()).toEqual(ofBackup);
});

test('an older state.sqlite: with the right file nothing is lost; accepted, as many entries as the message says', async () => {
  await begin();
  await moveAway('state.sqlite');
  await cp(join(folder, 'backup/state.sqlite'), data('state.sqlite'));
  // The server has noticed by the lease, which it compares first.
  expect(await refusal()).toMatch(
    /^The state store was restored to an earlier time: .* from backups of the same time\./,
  );
  await rm(data('state-lease.json'));
  expect(await refusal()).toMatch(
    /^The state store is older .* the first 6 journal entries only, and 10 .* To continue without these 4 entries, copy/,
  );
  await copy();
  await putBack('state.sqlite');
  expect(await counts()).toEqual(all);
  await rm(data(), { recursive: true });
  await rename(testPath('copy'), data());
  expect(await counts({ acceptLoss: true })).toEqual({ events: 6, counted: 6, lost: 4 });
});

test('blobs of another server: the right folder put back loses nothing', async () => {
  await begin();
  await moveAway('blobs');
  await mkdir(data('blobs'));
  await writeFile(data('blobs/.store-id'), 'another');
  expect(await refusal()).toMatch(/^blobs and the state store belong to different Seismo installations\. Put back/);
  await putBack('blobs');
  expect(await counts()).toEqual(all);
});

test('a hole in telemetry.duckdb.wal: restored, the backup is complete; accepted, what the message counts is lost', async () => {
  await begin('killed');
  const log = await readFile(data('telemetry.duckdb.wal'));
  log.fill(0, log.length - 30, log.length - 10);
  await writeFile(data('telemetry.duckdb.wal'), log);
  const message = await refusal(true);
  const lost = Number(
    /^telemetry\.duckdb\.wal is damaged: the events of (\d+) journal entries .* Restore the whole .* To continue without them, copy/.exec(
      message,
    )![1],
  );
  expect(await readFile(data('telemetry.duckdb.wal'))).toEqual(log);
  await copy();
  await restore();
  expect(await counts()).toEqual(ofBackup);
  await rm(data(), { recursive: true });
  await rename(testPath('copy'), data());
  expect(await counts({ acceptLoss: true })).toEqual({ events: 10 - lost, counted: 10, lost });
});

// Of the journal, not even the list of its tables can be read; otherwise it repairs itself: sqlite.test.ts.
test.each(['journal.sqlite', 'state.sqlite', 'telemetry.duckdb'])(
  '%s with unreadable pages: the file is kept, and the backup is complete',
  async (name) => {
    await begin();
    await flip(name, name === 'journal.sqlite' ? 16_384 : 0);
    expect(await refusal()).toMatch(
      new RegExp(
        `${name.replace('.', '\\.')} cannot be opened: .*\\. Keep the file, and restore the whole data directory`,
      ),
    );
    const kept = await readFile(data(name));
    await restore();
    expect(await counts()).toEqual(ofBackup);
    expect(await readFile(testPath('damaged', name))).toEqual(kept);
  },
);

test('stores of a newer version: that version again loses nothing', async () => {
  await begin();
  const setVersion = (change: string) => {
    const db = new DatabaseSync(data('state.sqlite'));
    db.exec(`update schema_version set version = version ${change}`);
    db.close();
  };
  setVersion('+ 1');
  expect(await refusal()).toMatch(/written by a newer Seismo .*\. Start that version again, or restore the whole data/);
  setVersion('- 1');
  expect(await counts()).toEqual(all);
  await restore();
  expect(await counts()).toEqual(ofBackup);
});

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

// Root reads every file.
test.skipIf(!isRoot)('files of another user: with the right owner everything is there', async () => {
  await begin();
  const dataDir = data();
  await chmod(testPath(), 0o755);
  chownSync(dataDir, nobody, nobody);
  const create = () =>
    spawnSync(process.execPath, [program, 'user', 'link', '--email', 'ann@example.com'], {
      env: { ...process.env, SEISMO_DATA_DIR: dataDir, HOME: '/tmp', NODE_COMPILE_CACHE: '' },
      uid: nobody,
      gid: nobody,
      encoding: 'utf8',
    });
  chownSync(data('blobs'), nobody, nobody);
  expect(create().stderr).toMatch(/no permission to read and write it .* Make the user that runs Seismo the owner/);
  execFileSync('chown', ['-R', `${nobody}:${nobody}`, dataDir]);
  expect(create().stdout).toMatch(/One-time sign-in link/);
  execFileSync('chown', ['-R', '0:0', dataDir]);
  expect(await counts()).toEqual(all);
});

const disk = join(tmpdir(), `seismo-advice-${process.pid}`);
const canMount =
  isRoot && spawnSync('sh', ['-c', 'mkdir -p "$0" && mount -t tmpfs -o size=80m tmpfs "$0"', disk]).status === 0;
afterAll(() => {
  if (canMount) execFileSync('umount', [disk]);
});

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  const dataDir = join(disk, 'data');
  await cp(join(folder, 'killed'), dataDir, { recursive: true });
  onTestFinished(() => rm(dataDir, { recursive: true }));
  // The helpers look into the folder of the test.
  execFileSync('ln', ['-s', dataDir, testPath('data')]);
  return work();
}

// Only root may mount.
test.skipIf(!canMount)('a read-only file system: mounted writable, nothing is lost', async () => {
  await onDisk(async () => {
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    try {
      await expect(start(data())).rejects.toThrow(/EROFS/);
    } finally {
      execFileSync('mount', ['-o', 'remount,rw', disk]);
    }
    expect(await counts()).toEqual(all);
  });
});

// Only root may mount.
test.skipIf(!canMount)('a full disk: with space again, nothing is lost and no file is damaged', async () => {
  await onDisk(async () => {
    const filler = join(disk, 'filler');
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k']);
    onTestFinished(() => rm(filler, { force: true }));
    expect(statfsSync(disk).bavail).toBe(0);
    await expect(start(data())).rejects.toThrow(
      /the disk is full .*Free some space and start again\. No file is damaged\./,
    );
    await rm(filler);
    expect(await counts()).toEqual(all);
  });
});
