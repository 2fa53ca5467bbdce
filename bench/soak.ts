import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { builtServer } from './built-server.ts';
import { corpus } from './corpus.ts';
import { load, stopProcess, usageOf } from './processes.ts';

/** Resident memory once a minute under a steady rate of reports: it must stop rising. */
const PORT = 18_330;
const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, rate: { type: 'string', default: '600' } },
});
const [minutes, ratePerS] = [Number(options.minutes), Number(options.rate)];
const folder = await mkdtemp(join(tmpdir(), 'seismo-soak-'));
const { url, start, createTarget, createToken } = builtServer(join(folder, 'data'), PORT);

try {
  const { path } = createTarget();
  const server = await start();
  // One IP address may use only part of a project's daily limit.
  const token = createToken('project:read,project:write');
  await fetch(`${url}/api/0/projects/main/bench/limits/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ bytesPerDay: null }),
  });
  const coming = load({
    port: PORT,
    path,
    bodies: corpus('typical', folder).files,
    connections: 32,
    ratePerS,
    requests: ratePerS * 60 * minutes,
  });
  for (let minute = 1; minute <= minutes; minute++) {
    await sleep(60_000);
    process.stdout.write(`${minute} min: ${Math.round(usageOf(server).residentBytes / 1e6)} MB\n`);
  }
  const { statuses, p99Ms } = await coming;
  process.stdout.write(`answers ${JSON.stringify(statuses)}, p99 ${p99Ms.toFixed(0)} ms\n`);
  await stopProcess(server);
} finally {
  await rm(folder, { recursive: true, force: true });
}
