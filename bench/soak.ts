import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serverFlags } from '../scripts/server-flags.mjs';
import { corpus } from './corpus.ts';
import { load, startProcess, stopProcess, usageOf } from './processes.ts';

/** Resident memory once a minute under a steady rate of reports: it must stop rising. */
const main = join(import.meta.dirname, '../packages/main/dist/main.js');
const PORT = 18_330;
const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, rate: { type: 'string', default: '600' } },
});
const [minutes, ratePerS] = [Number(options.minutes), Number(options.rate)];
const folder = await mkdtemp(join(tmpdir(), 'seismo-soak-'));
const env = { PORT: String(PORT), SEISMO_DATA_DIR: join(folder, 'data'), NODE_ENV: 'production' };
const seismo = (...args: string[]) =>
  JSON.parse(
    execFileSync(process.execPath, [main, ...args, '--json'], { env: { ...process.env, ...env }, encoding: 'utf8' }),
  ) as Record<string, unknown>;

try {
  seismo('user', 'create', '--email', 'bench@example.com', '--password', 'a long bench password');
  const { id, publicKey } = seismo('project', 'create', 'bench');
  const server = await startProcess(main, ['start'], env, 'Seismo is running', serverFlags);
  // One IP address may use only part of a project's daily limit.
  const { token } = seismo('token', 'create', '--scopes', 'project:read,project:write');
  await fetch(`http://127.0.0.1:${PORT}/api/0/projects/main/bench/limits/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${String(token)}` },
    body: JSON.stringify({ bytesPerDay: null }),
  });
  const coming = load({
    port: PORT,
    path: `/api/${String(id)}/envelope/?sentry_key=${String(publicKey)}`,
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
