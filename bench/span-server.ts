import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { builtServer } from './built-server.ts';
import { bytesIn, load, startProcess, stopProcess, usageOf, watchPeak } from './processes.ts';
import { bodiesOf, spanFormats, SPANS_A_BATCH, type SpanFormat } from './span-corpus.ts';

/**
 * Spans through the whole built server: from HTTP to a durable 200, until a query finds all of them, until the older ones are
 * in files. The load generator sends as fast as responses come, on the same cores. Beside it the ceiling: a server that reads
 * the same requests and drops them.
 * `node scripts/pinned.mjs --built bench/span-server.ts [--spans 1000000] [--connections 16] [--format 'OTLP, JSON']`
 */
const PORT = 18_310;
const { values: options } = parseArgs({
  options: {
    spans: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '16' },
    format: { type: 'string' },
  },
});
const wanted = Number(options.spans);
const connections = Number(options.connections);
const byName = (a: string, b: string) => (a < b ? -1 : 1);

async function measure(name: string, format: SpanFormat) {
  const folder = await mkdtemp(join(tmpdir(), 'seismo-bench-'));
  try {
    return await measureIn(folder, name, format);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measureIn(folder: string, name: string, format: SpanFormat) {
  const bodies = bodiesOf(format);
  const files: string[] = [];
  for (const [index, { body }] of bodies.entries()) {
    files.push(join(folder, `${index}.body`));
    await writeFile(files[index]!, body);
  }
  const contentType = bodies[0]!.contentType ?? undefined;
  const spansARequest = SPANS_A_BATCH / bodies.length;
  // Every body the same number of times.
  const requests = Math.ceil(wanted / SPANS_A_BATCH) * bodies.length;
  const order = { port: PORT, bodies: files, connections, ratePerS: 0, requests, ...(contentType && { contentType }) };
  const bare = await startProcess(join(import.meta.dirname, 'ceiling.ts'), ['bare', String(PORT)]);
  const ceiling = await load({ ...order, path: '/' });
  await stopProcess(bare);

  const dataDir = join(folder, 'data');
  const { url, start, createTarget, createToken, drained } = builtServer(dataDir, PORT, { SEISMO_DISK_FLOOR: '0' });
  const target = createTarget();
  const token = createToken('org:read,project:read,event:read');
  const server = await start();
  const path = contentType ? target.path.replace('envelope/', 'integration/otlp/v1/traces') : target.path;
  const stopWatching = watchPeak(server);
  const cpuBefore = usageOf(server).cpuS;
  const startedAt = performance.now();
  const sent = await load({ ...order, path });
  if (sent.statuses['200'] !== requests)
    throw new Error(`${name}: not all were accepted: ${JSON.stringify(sent.statuses)}`);
  await drained();
  const queryableS = (performance.now() - startedAt) / 1000;
  const cpuQueryable = usageOf(server).cpuS - cpuBefore;
  const spanCount = await countSpans(url, token);
  const filesS = (await untilFilesStay(dataDir)) / 1000 - startedAt / 1000;
  const result = {
    'ceiling: HTTP alone, spans/s': ceiling.perS * spansARequest,
    'durable, spans/s': sent.perS * spansARequest,
    'queryable, spans/s': spanCount / queryableS,
    'and in files, spans/s': spanCount / filesS,
    'processor µs a span, until queryable': (cpuQueryable / spanCount) * 1e6,
    'processor µs a span, with files': ((usageOf(server).cpuS - cpuBefore) / spanCount) * 1e6,
    'response time p50, ms': sent.p50Ms,
    'response time p99, ms': sent.p99Ms,
    'peak resident memory, MB': stopWatching() / 1e6,
    'bytes on disk a span': (await bytesIn(dataDir)) / spanCount,
    'bytes sent a span': bodies.reduce((sum, { body }) => sum + body.length, 0) / SPANS_A_BATCH,
    spans: spanCount,
  };
  await stopProcess(server);
  return result;
}

async function countSpans(url: string, token: string): Promise<number> {
  const query = new URLSearchParams({
    dataset: 'spans',
    field: 'count()',
    start: '2025-01-01T00:00:00',
    end: new Date(Date.now() + 60_000).toISOString().slice(0, 19),
  });
  const response = await fetch(`${url}/api/0/organizations/main/events/?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const answer = (await response.json()) as { data: { 'count()': number }[] };
  if (!response.ok) throw new Error(`The count of spans failed: ${JSON.stringify(answer)}`);
  return answer.data[0]!['count()'];
}

/** Resolves with the time of the last change, once no span file came or went for six seconds. */
async function untilFilesStay(dataDir: string): Promise<number> {
  let [before, changedAt] = ['', performance.now()];
  while (performance.now() - changedAt < 6000) {
    const all = await readdir(dataDir, { recursive: true }).catch(() => []);
    const now = all
      .filter((name) => name.endsWith('.parquet'))
      .toSorted(byName)
      .join();
    if (now !== before) [before, changedAt] = [now, performance.now()];
    await sleep(100);
  }
  return changedAt;
}

process.stderr.write(
  `${cpus().length} cores (${cpus()[0]!.model}), Node ${process.version}; load generator on the same machine\n`,
);
const table: Record<string, Record<string, number>> = {};
for (const [name, format] of Object.entries(spanFormats)) {
  if (options.format !== undefined && options.format !== name) continue;
  for (const [line, value] of Object.entries(await measure(name, format)))
    (table[line] ??= {})[name] = Math.round(value * 10) / 10;
}
console.table(table);
