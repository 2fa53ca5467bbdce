import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { builtServer, type Target } from './built-server.ts';
import { corpus, type CorpusName } from './corpus.ts';
import { quantiles } from './results.ts';
import { bytesIn, load, startProcess, stopProcess, usageOf, watchPeak } from './processes.ts';
import { seed } from './seed.ts';

const PORT = 18_300;
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    requests: { type: 'string', default: '30000' },
    events: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '64' },
  },
});
const requests = Number(options.requests);
const connections = Number(options.connections);
const folder = await mkdtemp(join(tmpdir(), 'seismo-bench-'));
const dataDir = join(folder, 'data');
// Excludes the reserve file, which belongs to no event.
const { url, start, createTarget, createToken, drained } = builtServer(dataDir, PORT, { SEISMO_DISK_FLOOR: '0' });
const results: Record<string, string | number> = {};

function note(name: string, value: number, digits = 0): void {
  results[name] = Number(value.toFixed(digits));
  if (!options.json) process.stderr.write(`${name.padEnd(58)} ${results[name]}\n`);
}

async function ceilings(): Promise<{ parsePerS: number }> {
  const { files, meanBytes } = corpus('typical', folder);
  note('corpus: mean bytes of a typical envelope', meanBytes);
  let parsePerS = 0;
  for (const kind of ['bare', 'parse'] as const) {
    const child = await startProcess(join(import.meta.dirname, 'ceiling.ts'), [kind, String(PORT)]);
    const { perS } = await load({ port: PORT, path: '/', bodies: files, connections, ratePerS: 0, requests });
    note(
      kind === 'bare'
        ? 'ceiling: HTTP, body read and dropped, requests/s'
        : 'ceiling: and JSON.parse of the event, requests/s',
      perS,
    );
    if (kind === 'parse') parsePerS = perS;
    await stopProcess(child);
  }
  return { parsePerS };
}

async function startServer(): Promise<{ server: ChildProcess; startMs: number }> {
  const startedAt = performance.now();
  const server = await start();
  return { server, startMs: performance.now() - startedAt };
}

async function accept(server: ChildProcess, target: Target, name: CorpusName, count: number): Promise<number> {
  const { files, meanBytes } = corpus(name, folder);
  const before = { cpuS: usageOf(server).cpuS };
  const stopWatching = watchPeak(server);
  const startedAt = performance.now();
  const result = await load({
    port: PORT,
    path: target.path,
    bodies: files,
    connections,
    ratePerS: 0,
    requests: count,
  });
  await drained();
  const tookS = (performance.now() - startedAt) / 1000;
  if (result.statuses['200'] !== count)
    throw new Error(`not every report was accepted: ${JSON.stringify(result.statuses)}`);
  note(`${name}: durable accept, reports/s`, result.perS);
  note(`${name}: accept latency p50, ms (closed loop, ${connections} connections)`, result.p50Ms, 1);
  note(`${name}: accept latency p99, ms (closed loop)`, result.p99Ms, 1);
  note(`${name}: processed and queryable, drain included, events/s`, count / tookS);
  note(`${name}: processor seconds per 1,000 events`, ((usageOf(server).cpuS - before.cpuS) / count) * 1000, 2);
  note(`${name}: peak resident memory, MB`, stopWatching() / 1e6);
  note(`${name}: mean bytes sent`, meanBytes);
  return result.perS;
}

async function halfLoad(target: Target, ratePerS: number): Promise<void> {
  const { files } = corpus('typical', folder);
  const result = await load({
    port: PORT,
    path: target.path,
    bodies: files,
    connections: 256,
    ratePerS,
    requests: Math.round(ratePerS * 10),
  });
  note('half load: offered reports/s (open loop)', ratePerS);
  note('half load: p50, ms', result.p50Ms, 1);
  note('half load: p95, ms', result.p95Ms, 1);
  note('half load: p99, ms', result.p99Ms, 1);
  await drained();
}

/** The queries of a user's pages, one after another, during ingest. */
async function queriesWhileIngesting(target: Target, events: number): Promise<void> {
  const { files } = corpus('typical', folder);
  const token = createToken('org:read,project:read,event:read');
  const get = async (path: string): Promise<{ json: unknown; tookMs: number }> => {
    const startedAt = performance.now();
    const response = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const json = await response.json();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(json)}`);
    return { json, tookMs: performance.now() - startedAt };
  };
  const list = '/api/0/projects/main/bench/issues/';
  const issues = (await get(`${list}?limit=100`)).json as { id: string }[];
  const ingest = load({
    port: PORT,
    path: target.path,
    bodies: files,
    connections: 64,
    ratePerS: 500,
    requests: 500 * 15,
  });
  const asked: Record<string, number[]> = {};
  const until = performance.now() + 14_000;
  for (let round = 0; performance.now() < until; round++) {
    const issue = issues[round % issues.length]!.id;
    for (const [name, path] of Object.entries({
      'issue list, 14 d': `${list}?statsPeriod=14d&limit=25`,
      'issue list, production, by events': `${list}?statsPeriod=14d&environment=production&sort=freq&limit=25`,
      'newest event of an issue': `/api/0/issues/${issue}/events/latest/`,
      'tags of an issue': `/api/0/issues/${issue}/tags/`,
    })) {
      (asked[name] ??= []).push((await get(path)).tookMs);
    }
  }
  await ingest;
  const all = Object.values(asked).flat();
  for (const [name, values] of Object.entries(asked))
    note(`query p95 with ${events} events, 500 reports/s coming: ${name}, ms`, quantiles(values)['p95']!, 1);
  note(`query p95 with ${events} events, 500 reports/s coming: all, ms`, quantiles(all)['p95']!, 1);
  await drained();
}

try {
  if (!options.json)
    process.stderr.write(
      `${cpus().length} cores (${cpus()[0]!.model}), ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}; load generator on the same machine\n`,
    );
  const { parsePerS } = await ceilings();
  const target = createTarget();
  const { server: first, startMs } = await startServer();
  note('start to first accepted report (built), ms', startMs);
  await sleep(3_000);
  note('idle resident memory, MB', usageOf(first).residentBytes / 1e6);
  const perS = await accept(first, target, 'typical', requests);
  note('typical: durable accept as a share of the parse ceiling', perS / parsePerS, 2);
  await stopProcess(first);
  note('typical: bytes on disk per event, everything included', (await bytesIn(dataDir)) / requests);

  const { server: second } = await startServer();
  await accept(second, target, 'large', Math.round(requests / 4));
  await halfLoad(target, Math.round(perS / 2));
  await stopProcess(second);

  await seed(dataDir, target, Number(options.events));
  const { server: third } = await startServer();
  await queriesWhileIngesting(target, Number(options.events));
  note('resident memory after queries, MB', usageOf(third).residentBytes / 1e6);
  await stopProcess(third);
  if (options.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
