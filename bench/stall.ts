import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { serverFlags } from '../scripts/server-flags.mjs';
import { builtServer, main } from './built-server.ts';
import { corpus } from './corpus.ts';
import { load } from './processes.ts';

/**
 * The longest stall of the server's main thread during slow requests, compared with an idle process in the same seconds:
 * stalls of both are due to the machine.
 */
const watch = pathToFileURL(join(import.meta.dirname, 'stall-watch.ts')).href;
const PORT = 18_310;
const ISSUE_COUNT = 2000;

const folder = await mkdtemp(join(tmpdir(), 'seismo-stall-'));
const { url, env, createTarget, createToken, drained } = builtServer(join(folder, 'data'), PORT);
const running: ChildProcess[] = [];
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

function start(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ['--import', watch, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  running.push(child);
  child.stdout!.resume();
  return child;
}

async function longestMs(child: ChildProcess): Promise<number> {
  const message = once(child, 'message');
  child.send('how long?');
  return Number((await message)[0]);
}

async function answers(path: string): Promise<boolean> {
  return fetch(`${url}${path}`).then(
    ({ ok }) => ok,
    () => false,
  );
}

try {
  const { path: envelopes } = createTarget();
  const token = createToken('org:read,project:read,event:read');
  const server = start(...serverFlags, main, 'start');
  const idle = start('--eval', 'setInterval(() => {}, 1000)');
  while (!(await answers('/readyz'))) await sleep(100);

  const ask = async (path: string) => {
    const answer = await fetch(`${url}/api/0/organizations/main${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const report = async (index: number) => {
    const eventId = randomBytes(16).toString('hex');
    const event = { event_id: eventId, fingerprint: [`hostile ${index}`], logentry: { formatted: 'a '.repeat(4000) } };
    const body = `{"event_id":"${eventId}"}\n{"type":"event"}\n${JSON.stringify(event)}\n`;
    const answer = await fetch(url + envelopes, { method: 'POST', body });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`a report was answered ${answer.status}`);
  };
  for (let index = 0; index < ISSUE_COUNT; index++) await report(index);
  await drained();
  await ask('/issues/');
  await sleep(2000);

  const search = (query: string) => ask(`/issues/?query=${encodeURIComponent(query)}`);
  const slow = Array.from({ length: 22 }, (_, n) => `"${'a '.repeat(17)}b${n}"`).join(' OR ');
  const cases: Record<string, () => Promise<unknown>> = {
    'nothing at all, 5 s': () => sleep(5000),
    'reports, 200 a second, 10 s': () =>
      load({
        port: PORT,
        path: envelopes,
        bodies: corpus('typical', folder).files,
        connections: 32,
        ratePerS: 200,
        requests: 2000,
      }),
    'the list of 2,000 issues, 50 times': async () => {
      for (let n = 0; n < 50; n++) await ask('/issues/?limit=100');
    },
    'a phrase of 490 words': () => search(`"${'a '.repeat(490).trim()}"`),
    '480 stars': () => search(`"${'a*'.repeat(480)}"`),
    'a search that is stopped after its time': () => search(slow),
    'twelve of these at once': () => Promise.all(Array.from({ length: 12 }, () => search(slow))),
    'twelve JSON exports of 2,000 issues at once': () =>
      Promise.all(Array.from({ length: 12 }, () => ask('/exports/issues.json'))),
  };
  process.stdout.write(`${'longest stall of the main thread, ms'.padEnd(48)} server   idle process   load\n`);
  for (const [name, work] of Object.entries(cases)) {
    await Promise.all([longestMs(server), longestMs(idle)]);
    await work();
    const [ours, control] = await Promise.all([longestMs(server), longestMs(idle)]);
    const stats = [ours.toFixed(0).padStart(6), control.toFixed(0).padStart(14), loadavg()[0]!.toFixed(1).padStart(6)];
    process.stdout.write(`${name.padEnd(48)} ${stats.join(' ')}\n`);
    await drained();
  }
} finally {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}
