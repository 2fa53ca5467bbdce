import { execFile } from 'node:child_process';
import { copyFile, mkdir, open, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testPath } from '../../../server/src/testing/cleanup.ts';
import { hasPostgres, startPostgres } from '../../../server/src/testing/postgres.ts';
import { program } from '../testing/program.ts';
import { addShop, startIn } from '../testing/start.ts';

vi.setConfig({ testTimeout: 60_000 });

interface Result {
  id: string;
  severity: string;
  findings: { severity: string; found: string }[];
  fixed: string[];
}

const dataDir = () => testPath('data');

/** The command line as an operator uses it. */
async function doctor(args: string[] = [], env: Record<string, string> = {}) {
  const given = { ...process.env, SEISMO_DATA_DIR: dataDir(), ...env };
  const run = promisify(execFile)(process.execPath, [program, 'doctor', ...args], { env: given });
  const { stdout, code } = await run.then(
    ({ stdout: text }) => ({ stdout: text, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  );
  return { stdout, code };
}

async function report(env: Record<string, string> = {}) {
  const { stdout, code } = await doctor(['--json'], env);
  const parsed = JSON.parse(stdout) as { version: number; server: string; severity: string; checks: Result[] };
  const found = (id: string) =>
    parsed.checks.find((check) => check.id === id)!.findings.map(({ severity, found: text }) => `${severity}: ${text}`);
  return { ...parsed, code, found };
}

async function startShop(env: Record<string, string> = {}) {
  const server = await startIn(dataDir(), env);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= server.close());
  onTestFinished(stop);
  const { id, path } = await addShop(server);
  const body = `${JSON.stringify({ event_id: 'a'.repeat(32) })}\n{"type":"event"}\n{"message":"x"}\n`;
  expect((await fetch(server.url + path, { method: 'POST', body })).status).toBe(200);
  await server.applied(id, 1);
  return { server, stop };
}

/** SQLite leaves an empty log behind an inspection, and its index. */
async function contents(): Promise<Record<string, string>> {
  const names = (await readdir(dataDir(), { recursive: true })).filter((name) => !/-shm$|^blobs$/.test(name));
  const found = names.map(
    async (name) => [name, await readFile(join(dataDir(), name), 'base64').catch(() => '')] as const,
  );
  return Object.fromEntries((await Promise.all(found)).filter(([, content]) => content !== ''));
}

/** One flipped byte in every page except the first. */
async function damage(name: string): Promise<void> {
  const file = await open(join(dataDir(), name), 'r+');
  const { size } = await file.stat();
  for (let at = 4096; at < size; at += 512) await file.write(Buffer.from([0xa5]), 0, 1, at);
  await file.close();
}

test('the running server checks itself, and a stopped one is inspected without a change', async () => {
  const { stop } = await startShop();
  const running = await report();
  expect(running).toMatchObject({ version: 1, server: 'running', code: 0 });
  expect(running.checks.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(running.found('proxy')).toEqual([expect.stringMatching(/^ok: A request to http:/)]);
  expect(running.found('tunnel')[0]).toMatch(/^ok: http.*monitoring accepts reports/);
  await stop();

  const before = await contents();
  const stopped = await report();
  expect(stopped).toMatchObject({ server: 'not running', code: 0 });
  expect(stopped.checks.map(({ id }) => id)).toEqual(running.checks.map(({ id }) => id));
  expect(stopped.found('stores').filter((text) => !text.startsWith('ok: '))).toEqual([]);
  expect(stopped.found('matching')).toEqual(['ok: All stores belong together.']);
  expect(stopped.found('proxy')).toEqual(['note: Not checked because the server is not running.']);
  expect(await contents()).toEqual(before);
});

test('a damaged store, a misfit and an invalid setting are errors with exit code 1', async () => {
  const { stop } = await startShop();
  await stop();
  await copyFile(join(dataDir(), 'state.sqlite'), testPath('state'));
  await damage('state.sqlite');
  const damagedState = await report();
  expect(damagedState).toMatchObject({ code: 1, severity: 'error' });
  expect(damagedState.found('stores')[0]).toMatch(/^error: .*state\.sqlite.*(malformed|damaged)/);
  await copyFile(testPath('state'), join(dataDir(), 'state.sqlite'));

  await copyFile(join(dataDir(), 'journal.sqlite'), testPath('journal'));
  await damage('journal.sqlite');
  expect((await report()).found('stores')[1]).toMatch(
    /^error: The journal .* is damaged .*The next start saves every readable entry/,
  );
  await copyFile(testPath('journal'), join(dataDir(), 'journal.sqlite'));

  await writeFile(join(dataDir(), 'blobs/.store-id'), 'another');
  expect((await report()).found('matching')).toEqual([
    expect.stringMatching(/^error: blobs and the state store belong to different Seismo installations/),
  ]);

  const invalid = await doctor([], { PORT: 'x' });
  expect([invalid.code, invalid.stdout]).toEqual([
    1,
    expect.stringMatching(/^ERROR {3}Configuration: PORT must be a port/),
  ]);
});

test('a server that cannot be asked leaves the stores that it has locked unchecked', async () => {
  await startShop();
  await rm(join(dataDir(), 'control.sock'));
  const found = await report();
  expect(found).toMatchObject({ server: 'not running', code: 0 });
  expect(found.found('stores').slice(1, 3)).toEqual([
    'note: The journal is not checked: a running server that cannot be asked has it open.',
    'note: The telemetry store is not checked: a running server that cannot be asked has it open.',
  ]);
});

test('an older schema is no error, and a newer one is', async () => {
  const { stop } = await startShop();
  await stop();
  const { DatabaseSync } = await import('node:sqlite');
  const setVersion = (version: string) => {
    const db = new DatabaseSync(join(dataDir(), 'state.sqlite'));
    db.exec(`update schema_version set version = ${version}`);
    db.close();
  };
  setVersion('version - 1');
  expect((await report()).found('stores')[0]).toMatch(
    /^note: .* it has schema \d+, and the next start copies it and upgrades it/,
  );
  setVersion('99');
  expect((await report()).found('stores')[0]).toMatch(/^error: .*written by a newer Seismo \(schema 99/);
});

test('before the first start nothing is created and nothing is wrong', async () => {
  await mkdir(testPath('empty'));
  const { stdout, code } = await doctor();
  expect([code, stdout]).toEqual([0, expect.stringMatching(/the first start creates it/)]);
  expect(await readdir(testPath())).toEqual(['empty']);
  await expect(readFile(dataDir())).rejects.toThrow('ENOENT');
});

// The machine may have no PostgreSQL.
test.skipIf(!hasPostgres)('state on PostgreSQL is read without creating tables', async () => {
  const postgres = startPostgres();
  onTestFinished(() => postgres.stop());
  const env = { SEISMO_STATE_URL: postgres.createStore() };
  expect((await report(env)).found('stores')[0]).toBe(
    'note: The state store is not checked: it is empty, and the first start creates its tables.',
  );
  const { stop } = await startShop(env);
  expect((await report(env)).found('versions')).toEqual([expect.stringMatching(/, PostgreSQL \d+/)]);
  await stop();
  const stopped = await report(env);
  expect(stopped.found('stores')[0]).toMatch(/^ok: The state store opens and can be read/);
  expect(stopped.found('matching')).toEqual(['ok: All stores belong together.']);
  const unreachable = { SEISMO_STATE_URL: 'postgres://seismo:secret@127.0.0.1:1/seismo' };
  const failed = await report(unreachable);
  expect(failed.found('stores')[0]).toMatch(
    /^error: The state store postgres:\/\/127.0.0.1:1\/seismo cannot be opened/,
  );
  expect(JSON.stringify(failed)).not.toContain('secret@');
});
