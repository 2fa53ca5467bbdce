import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { IssueId } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { afterwards, closing, testPath } from '../../../server/src/testing/cleanup.ts';
import { backupOfServer } from '../backup-stream.ts';
import { program } from '../testing/program.ts';
import { addShop, startIn } from '../testing/start.ts';

const envOf = (dataDir: string, given: Record<string, string> = {}) => ({
  ...process.env,
  SEISMO_DATA_DIR: dataDir,
  ...given,
});

async function seismo(dataDir: string, args: string[], given: Record<string, string> = {}) {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], {
    env: envOf(dataDir, given),
    encoding: 'utf8',
  });
  return stdout + stderr;
}

const request = { keyId: null, sealedKey: null, folder: null, keepMs: null, diskFloorBytes: null };

test(
  'a running server is backed up and restored, and stays paused until it is resumed',
  { timeout: 120_000 },
  async () => {
    const [dataDir, target, file] = [testPath('data'), testPath('target'), testPath('seismo.tar')];
    const server = closing(await startIn(dataDir));
    const shop = await addShop(server);
    const eventId = 'a'.repeat(32);
    const body = `{"event_id":"${eventId}"}\n{"type":"event"}\n{"message":"hello"}`;
    expect((await fetch(`${server.url}${shop.path}`, { method: 'POST', body })).status).toBe(200);
    await expect.poll(async () => (await server.journal.stats()).entries).toBe(0);
    await writeFile(file, 'an older backup');

    expect(await seismo(dataDir, ['backup', file])).toMatch(
      /^Backed up everything as of \S+: 1 events, 0 sessions, 0 attachments and source maps\./m,
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'control.sock'))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).not.toContain('telemetry.duckdb.segments');
    expect(await seismo(target, ['restore', file])).toContain('Restored the backup of');

    const restored = await startIn(target);
    expect(await restored.state.issueById(1 as IssueId)).toMatchObject({ eventCount: 1 });
    const provider = {
      name: 'Login',
      issuer: 'https://login.example.com',
      clientId: 'seismo',
      clientSecret: 'secret',
      domains: [],
      role: 'member' as const,
    };
    await expect(restored.runtime.command.saveIdentityProvider(shop.viewer, 'main', provider)).rejects.toThrow(
      /restored from a backup of .* outgoing connections are paused/,
    );
    await restored.close();
    expect(await seismo(target, ['resume'])).toBe('Outgoing connections are allowed again.\n');
    expect(await seismo(target, ['resume'])).toBe('The server was not paused.\n');
  },
);

test('one backup runs at a time, and one whose reader leaves makes room', { timeout: 60_000 }, async () => {
  const dataDir = testPath('data');
  closing(await startIn(dataDir));
  const first = (await backupOfServer(dataDir, request))!;
  await expect(backupOfServer(dataDir, request)).rejects.toThrow('A backup is running already.');
  first.bytes.destroy();
  await expect
    .poll(
      () =>
        backupOfServer(dataDir, request).then(
          (next) => next!.bytes.destroy().destroyed,
          () => false,
        ),
      {
        timeout: 30_000,
      },
    )
    .toBe(true);
});

test('without a server, the command opens the stores itself', { timeout: 60_000 }, async () => {
  const dataDir = testPath('data');
  const server = await startIn(dataDir);
  await addShop(server);
  await server.close();
  expect(await seismo(dataDir, ['backup', testPath('seismo.tar')])).toContain('Backed up everything as of');
  await expect(seismo(testPath('none'), ['backup', testPath('b.tar')])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not exist'),
  });
});

test(
  'stores of an older version, or that do not match, are not backed up and not changed',
  { timeout: 60_000 },
  async () => {
    const dataDir = testPath('data');
    const server = await startIn(dataDir);
    await server.close();
    const names = await readdir(dataDir);
    const refused = async (message: string) => {
      await expect(seismo(dataDir, ['backup', testPath('seismo.tar')])).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(message),
      });
      // Reading leaves the index of a log.
      const now = (await readdir(dataDir)).filter((name) => !/-(shm|wal)$/.test(name));
      expect(now.toSorted()).toEqual(names.toSorted());
    };
    const inJournal = (sql: string) => {
      const journal = new DatabaseSync(join(dataDir, 'journal.sqlite'));
      const { user_version: version } = journal.prepare('pragma user_version').get() as { user_version: number };
      journal.exec(sql);
      journal.close();
      return version;
    };
    const version = inJournal('pragma user_version = 1');
    await refused(
      'The journal was written by an older version of Seismo: it has schema 1, and the next start copies it',
    );
    expect(inJournal(`pragma user_version = ${version}; update identity set store_id = 'another'`)).toBe(1);
    await refused('journal.sqlite and the state store belong to different Seismo installations.');
    await rename(join(dataDir, 'telemetry.duckdb'), testPath('telemetry.duckdb'));
    names.splice(names.indexOf('telemetry.duckdb'), 1);
    await refused('telemetry.duckdb does not exist');
  },
);

test('requires a file that it can write, and a passphrase for the key', async () => {
  const dataDir = testPath('data');
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'secret.key'), Buffer.alloc(32).toString('base64'));
  for (const [args, message] of [
    [['backup'], 'needs the path of a new file or of a folder'],
    [['backup', join(dataDir, 'none', 'a.tar')], 'does not exist'],
    [['backup', join(dataDir, 'a.tar'), '--include-key'], 'needs a passphrase'],
    [['restore'], 'needs the path of a backup'],
    [['restore', join(dataDir, 'none.tar')], 'does not exist'],
  ] as const) {
    await expect(seismo(dataDir, [...args])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  }
});

/** A server whose backup never ends by itself. */
async function startStalled(dataDir: string) {
  await mkdir(dataDir, { mode: 0o700 });
  const responses: { destroy(): void }[] = [];
  const server = createServer((_, response) => {
    responses.push(response);
    response.writeHead(200).write('x'.repeat(100_000));
  }).listen(join(dataDir, 'control.sock'));
  await once(server, 'listening');
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  return { end: () => responses[0]!.destroy() };
}

test.each(['the command is killed', 'the server ends'])('an older backup stays whole if %s', async (end) => {
  const [dataDir, file] = [testPath('data'), testPath('seismo.tar')];
  const stalled = await startStalled(dataDir);
  await writeFile(file, 'an older backup');
  const child = spawn(process.execPath, [program, 'backup', file], {
    env: envOf(dataDir),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const closed = once(child, 'close');
  const size = async () => (await stat(`${file}.partial`).catch(() => null))?.size ?? 0;
  await expect.poll(size, { timeout: 30_000 }).toBeGreaterThan(0);
  if (end === 'the command is killed') child.kill('SIGKILL');
  else stalled.end();
  await closed;
  expect(await readFile(file, 'utf8')).toBe('an older backup');
  if (end === 'the server ends') {
    expect(child.exitCode).toBe(1);
    expect(output).toContain(`The older file ${file} is unchanged.`);
    expect(existsSync(`${file}.partial`)).toBe(false);
  }
});
