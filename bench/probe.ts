import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { limits } from '@seismo/protocol';
import { openStores, storesIn } from '../packages/server/src/store/open.ts';
import { nothingApplied } from '../packages/server/src/store/state/batch/contract.ts';
import type { SpanRow } from '../packages/server/src/store/telemetry/contract.ts';
import { openChromium } from '../tests/e2e/sdk/chromium.ts';
import { builtServer, type Target } from './built-server.ts';
import { corpus } from './corpus.ts';
import { answerOf, emptyPage, signedIn } from './pages.ts';
import { stopProcess, usageOf, watchPeak } from './processes.ts';
import { quantiles } from './results.ts';
import { random, services, shapes, traces } from './span-shapes.ts';

/**
 * What users of traces wait for with many spans stored, over HTTP: alone, and while 500 events of 16 KB a second come in.
 * Beside it the empty page, which is what the app shell and HTTP cost.
 * `node scripts/pinned.mjs --built bench/span-queries.ts [--spans 10000000] [--days 10] [--rounds 40] [--in folder]`
 * `--in` keeps the store in that folder for the next run.
 */
const { values: options } = parseArgs({
  options: {
    spans: { type: 'string', default: '10000000' },
    days: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '40' },
    in: { type: 'string' },
  },
});
const PORT = 18_310;
const BATCH = 10_000;
const EVENTS_PER_S = 500;
const rounds = Number(options.rounds);
const dataDir = options.in ?? (await mkdtemp(join(tmpdir(), 'seismo-bench-')));
const { url, start, createTarget, createToken, drained } = builtServer(dataDir, PORT, {
  SEISMO_URL: `http://127.0.0.1:${PORT}`,
});
const traceIds: string[] = [];

/** Fills the stores of a stopped server directly. */
async function fill({ projectId }: Target): Promise<void> {
  await using stores = await openStores(storesIn(dataDir));
  const { state, telemetry } = stores;
  const toMs = Date.now();
  const count = Number(options.spans);
  const fromMs = toMs - Number(options.days) * 86_400_000;
  let sequence = await state.appliedSequence();
  const moveDue = async () => {
    for (;;) {
      const file = await telemetry.writeSpanFile({ through: sequence, rowsMin: limits.SPAN_FILE_ROW_COUNT_MIN });
      if (file === null) return;
      await telemetry.commitSpanFile(file);
    }
  };
  let waiting: SpanRow[] = [];
  let stored = 0;
  for (const trace of traces(shapes['shop']!, { count, fromMs, toMs, projectId })) {
    if (random(Math.ceil(count / trace.length / 200)) === 0) traceIds.push(trace[0]!.traceId);
    waiting.push(...trace);
    if (waiting.length < BATCH && stored + waiting.length < count) continue;
    stored += waiting.length;
    sequence += 1;
    await telemetry.append({ sequence, rows: { spans: waiting }, changes: [] });
    await state.write((tx) => tx.applyBatch({ ...nothingApplied, after: sequence - 1, sequence, atMs: toMs }));
    waiting = [];
    if (sequence % 10 === 0) await moveDue();
    if (sequence % 100 === 0) process.stderr.write(`${stored} spans\n`);
  }
  await moveDue();
}

const events = (query: string, more: Record<string, string> = {}) => {
  const fields = ['id', 'trace', 'span.op', 'span.description', 'span.duration', 'timestamp'];
  const params = [...fields.map((field) => ['field', field]), ...Object.entries({ query, ...common, ...more })];
  return `/api/0/organizations/main/events/?${new URLSearchParams(params)}`;
};
const common = { dataset: 'spans', statsPeriod: '14d', sort: '-timestamp', per_page: '100' };
const service = (n: number) => `service.name:${services[n % services.length]}`;

const paths: Record<string, (n: number) => string> = {
  'empty page': () => emptyPage,
  'page: endpoints': () => '/traces/performance?kind=endpoints&range=24h',
  'page: queries': () => '/traces/performance?kind=queries&range=24h',
  'page: requests': () => '/traces/performance?kind=requests&range=24h',
};

/** In turns, so that a busy minute of the machine affects all alike. */
async function measure(title: string, headers: Record<string, string>, cpuS: () => number): Promise<void> {
  const took: Record<string, number[]> = {};
  const used: Record<string, number> = {};
  for (let n = -3; n < rounds; n++) {
    for (const [name, path] of Object.entries(paths)) {
      const before = cpuS();
      const { tookMs } = await answerOf(`${url}${path(n + 3)}`, headers);
      // The first three are compiled by V8.
      if (n < 0) continue;
      (took[name] ??= []).push(tookMs);
      used[name] = (used[name] ?? 0) + cpuS() - before;
    }
  }
  console.log(`${title}, ms, load ${loadavg()[0]!.toFixed(1)}`);
  console.table(
    Object.fromEntries(
      Object.entries(took).map(([name, ms]) => {
        const { p50, p95 } = quantiles(ms);
        return [name, { p50, p95, processor: Math.round((used[name]! / ms.length) * 1000) }];
      }),
    ),
  );
}

const filled = join(dataDir, 'filled');
try {
  if (!existsSync(filled)) {
    const target = createTarget();
    await fill(target);
    await writeFile(filled, JSON.stringify({ target, traceIds }));
  } else traceIds.push(...read().traceIds);
  const token = createToken('org:read,project:read,event:read');
  const server = await start();
  const cpuS = () => usageOf(server).cpuS;
  const headers = { authorization: `Bearer ${token}`, cookie: await cookieOf() };
  const stopWatching = watchPeak(server);
  await measure(`alone, ${options.spans} spans`, headers, cpuS);

  await drained();
  console.log(`peak resident memory: ${Math.round(stopWatching() / 1e6)} MB`);
  await stopProcess(server);
} finally {
  if (!options.in) await rm(dataDir, { recursive: true });
}

function read() {
  return JSON.parse(readFileSync(filled, 'utf8')) as { target: Target; traceIds: string[] };
}

async function cookieOf(): Promise<string> {
  await using chromium = await openChromium();
  return await signedIn(await chromium.browser.newPage(), url);
}
