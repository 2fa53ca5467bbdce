import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { builtServer, main } from './built-server.ts';
import { corpus } from './corpus.ts';
import { load, stopProcess } from './processes.ts';

/** Backups of a server with real reports, beside a plain copy of its files, which is the ceiling. */
const PORT = 18_331;
const { values: options } = parseArgs({
  options: { events: { type: 'string', default: '60000' }, rate: { type: 'string', default: '400' } },
});
const [events, ratePerS] = [Number(options.events), Number(options.rate)];
const folder = await mkdtemp(join(tmpdir(), 'seismo-backup-'));
const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')];
const { url, env, start, createTarget, createToken, drained } = builtServer(dataDir, PORT);
const say = (text: string) => void process.stdout.write(`${text}\n`);

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const beganAtMs = performance.now();
  await work();
  return (performance.now() - beganAtMs) / 1000;
}

async function seismo(given: Record<string, string>, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [main, ...args], {
    env: { ...process.env, ...env, ...given },
  });
  return stdout + stderr;
}

/** Starting the command takes as long as it does everything else, so it is measured too. */
async function backUp(): Promise<string> {
  let report = '';
  const took = await seconds(async () => (report = await seismo({}, 'backup', backups)));
  const [, pausedMs] = /Processing paused for (\d+) ms/.exec(report)!;
  const [, written] = /: ([\d.]+ [KM]B) that no earlier/.exec(report)!;
  return `${took.toFixed(1)} s, ${written} written, processing paused for ${pausedMs} ms`;
}

async function megabytesOf(path: string): Promise<number> {
  const names = await readdir(path, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    names
      .filter((name) => name.isFile())
      .map((name) => stat(join(name.parentPath, name.name)).then(({ size }) => size)),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}

try {
  await mkdir(backups);
  const { path } = createTarget();
  const server = await start();
  const token = createToken('project:read,project:write');
  // One IP address may use only part of a project's daily limit.
  await fetch(`${url}/api/0/projects/main/bench/limits/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ bytesPerDay: null }),
  });
  const bodies = corpus('typical', folder).files;
  const send = (requests: number, rate: number) =>
    load({ port: PORT, path, bodies, connections: 32, ratePerS: rate, requests });
  await send(events, Infinity);
  await drained();
  const copied = await seconds(async () => {
    await cp(dataDir, join(folder, 'copy'), { recursive: true, filter: (name) => !name.endsWith('.sock') });
    await promisify(execFile)('sync');
  });
  say(`data directory: ${events} events, ${(await megabytesOf(dataDir)).toFixed(0)} MB`);
  say(`plain copy, flushed: ${copied.toFixed(1)} s`);
  say(`first backup, idle: ${await backUp()}`);
  say(`second, without changes: ${await backUp()}`);
  const alone = await send(20 * ratePerS, ratePerS);
  await drained();
  say(`reports alone, ${ratePerS} a second: p99 ${alone.p99Ms.toFixed(0)} ms, ${JSON.stringify(alone.statuses)}`);
  const beside = send(20 * ratePerS, ratePerS);
  say(`backup of ${20 * ratePerS} new events under that load: ${await backUp()}`);
  const { p99Ms, statuses } = await beside;
  say(`reports beside it: p99 ${p99Ms.toFixed(0)} ms, ${JSON.stringify(statuses)}`);
  await drained();
  await stopProcess(server);
  const restored = await seconds(() => seismo({ SEISMO_DATA_DIR: join(folder, 'restored') }, 'restore', backups));
  say(`restore, with all comparisons: ${restored.toFixed(1)} s`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
