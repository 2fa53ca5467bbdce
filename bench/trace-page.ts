import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { limits } from '@seismo/protocol';
import type { BrowserContext } from 'playwright-core';
import { openChromium } from '../tests/e2e/sdk/chromium.ts';
import { settled } from '../tests/e2e/app/app.ts';
import { builtServer } from './built-server.ts';
import { signedIn } from './pages.ts';
import { stopProcess, usageOf } from './processes.ts';

/**
 * The page of a long trace in Chromium: from the start of the navigation to the first row and until a key has moved the focus
 * in the waterfall; beside it the page of a short trace in the same run.
 * `node scripts/pinned.mjs --built bench/trace-page.ts [--spans 100000] [--rounds 7] [--in folder]`
 * `--in` keeps the store in that folder for the next run.
 */
const { values: options } = parseArgs({
  options: {
    spans: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    in: { type: 'string' },
  },
});
const PORT = 18_311;
const SHORT = 100;
const SPANS_A_REQUEST = 5000;
const HOUR_MS = 3_600_000;
const spanCount = Number(options.spans);
const dataDir = options.in ?? (await mkdtemp(join(tmpdir(), 'seismo-bench-')));
const filled = join(dataDir, 'filled');
const { url, start, createTarget, drained } = builtServer(dataDir, PORT, { SEISMO_URL: `http://127.0.0.1:${PORT}` });

const hex = (n: number, digits: number) => n.toString(16).padStart(digits, '0');
const text = (key: string, value: string) => ({ key, value: { stringValue: value } });

/** A nightly import in four services: each order has a request to another service, which has a few queries. */
function spansOf(traceId: string, count: number, startMs: number) {
  const nanos = (us: number) => `${(BigInt(startMs) * 1000n + BigInt(us)) * 1000n}`;
  const UNDER = 9;
  const orders = Math.ceil((count - 1) / (UNDER + 1));
  const spans = [];
  for (let n = 0; n < count; n++) {
    const [order, nth] = [Math.floor((n - 1) / (UNDER + 1)), (n - 1) % (UNDER + 1)];
    const fromUs = n === 0 ? 0 : order * 2000 + nth * 150;
    const parent = n === 0 ? null : nth === 0 ? 0 : nth === 1 ? n - 1 : order * (UNDER + 1) + 2;
    const service = n === 0 || nth === 0 ? 'import' : ['orders', 'stock', 'prices'][order % 3]!;
    spans.push({
      service,
      span: {
        traceId,
        spanId: hex(n + 1, 16),
        ...(parent !== null && { parentSpanId: hex(parent + 1, 16) }),
        name: n === 0 ? 'import' : nth === 0 ? 'POST' : nth === 1 ? 'POST /orders' : `SELECT stock_${nth}`,
        kind: nth === 0 ? 3 : nth === 1 ? 2 : 3,
        startTimeUnixNano: nanos(fromUs),
        endTimeUnixNano: nanos(n === 0 ? orders * 2000 : nth < 2 ? fromUs + 1700 : fromUs + 120),
        status: { code: n % 997 === 996 ? 2 : 1 },
        attributes:
          n === 0
            ? [text('messaging.operation.type', 'process')]
            : nth < 2
              ? [
                  text('http.request.method', 'POST'),
                  text('url.full', `http://${service}/orders/${order}`),
                  ...(nth === 1 ? [text('http.route', '/orders')] : []),
                ]
              : [
                  text('db.system.name', 'postgresql'),
                  text('db.query.text', `SELECT stock_${nth} FROM lines WHERE id = $1`),
                ],
      },
    });
  }
  return spans;
}

async function send(path: string, traceId: string, count: number): Promise<void> {
  const spans = spansOf(traceId, count, Date.now() - HOUR_MS);
  for (let from = 0; from < spans.length; from += SPANS_A_REQUEST) {
    const byService = Map.groupBy(spans.slice(from, from + SPANS_A_REQUEST), ({ service }) => service);
    const resourceSpans = [...byService].map(([service, own]) => ({
      resource: { attributes: [text('service.name', service)] },
      scopeSpans: [{ spans: own.map(({ span }) => span) }],
    }));
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify({ resourceSpans }) });
    if (!answer.ok) throw new Error(`The spans were refused: ${answer.status} ${await answer.text()}`);
  }
  await drained();
}

/** Runs in the page: presses ↓ at each frame until it moves the focus, and writes down when. */
function watch(): void {
  const seen = { rowMs: 0, usableMs: 0, longTasksMs: [] as number[] };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) =>
    seen.longTasksMs.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: 'longtask' });
  let first: string | null = null;
  const look = () => {
    const grid = document.querySelector<HTMLElement>('[role=treegrid]');
    if (grid?.querySelector('[data-index]')) {
      seen.rowMs ||= performance.now();
      const active = grid.getAttribute('aria-activedescendant');
      first ??= active;
      if (active !== first) {
        // After this frame is painted.
        requestAnimationFrame(() => setTimeout(() => (seen.usableMs = performance.now())));
        return;
      }
      grid.focus({ preventScroll: true });
      grid.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

interface Load {
  serverMs: number;
  rowMs: number;
  usableMs: number;
  longestTaskMs: number;
  longTasksMs: number;
  kb: number;
  processorMs: number;
}

type Seen = { rowMs: number; usableMs: number; longTasksMs: number[] };

/** Opens the page by its address, or by its link in the list of traces. */
async function open(context: BrowserContext, server: ChildProcess, traceId: string, byLink: boolean): Promise<Load> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  let fromMs = 0;
  let cpuBefore: number;
  if (byLink) {
    await page.goto(`${url}/traces?query=span.name%3Aimport`);
    await settled(page);
    bytes = 0;
    const link = page.locator(`[data-row-link][href*="${traceId}"]`);
    await link.hover();
    await settled(page);
    cpuBefore = usageOf(server).cpuS;
    await page.evaluate(watch);
    fromMs = await link.evaluate((element) => {
      const startMs = performance.now();
      (element as HTMLElement).click();
      return startMs;
    });
  } else {
    await page.addInitScript(watch);
    cpuBefore = usageOf(server).cpuS;
    await page.goto(`${url}/traces/${traceId}`);
  }
  await page.waitForFunction(() => (globalThis as unknown as { seen: Seen }).seen.usableMs > 0);
  const processorMs = (usageOf(server).cpuS - cpuBefore) * 1000;
  const { rowMs, usableMs, longTasksMs } = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  // Of a navigation in the page: the slowest answer that came for it.
  const serverMs = await page.evaluate((startMs) => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (startMs === 0) return document!.responseEnd - document!.requestStart;
    const answers = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ name, startTime }) => startTime >= startMs && name.includes('/traces/'),
    );
    return Math.max(0, ...answers.map(({ responseEnd, requestStart }) => responseEnd - requestStart));
  }, fromMs);
  await page.close();
  return {
    serverMs,
    rowMs: rowMs - fromMs,
    usableMs: usableMs - fromMs,
    longestTaskMs: Math.max(0, ...longTasksMs),
    longTasksMs: longTasksMs.reduce((sum, ms) => sum + ms, 0),
    kb: bytes / 1024,
    processorMs,
  };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

function summary(loads: Load[]): Record<string, number> {
  const of = (key: keyof Load) => loads.map((load) => load[key]);
  const keys = Object.keys(loads[0]!) as (keyof Load)[];
  return {
    'usable, least': Math.round(Math.min(...of('usableMs'))),
    'usable, most': Math.round(Math.max(...of('usableMs'))),
    ...Object.fromEntries(keys.map((key) => [key, Math.round(median(of(key)))])),
  };
}

/** The traces, with the spans of the long one in a file if they are enough. */
async function fill(long: string, short: string): Promise<void> {
  const path = createTarget().path.replace('envelope/', 'integration/otlp/v1/traces');
  const server = await start();
  await send(path, long, spanCount);
  await send(path, short, SHORT);
  const hasFile = async () => (await readdir(dataDir, { recursive: true })).some((name) => name.endsWith('.parquet'));
  while (spanCount >= limits.SPAN_FILE_ROW_COUNT_MIN && !(await hasFile())) await sleep(200);
  await stopProcess(server);
  await writeFile(filled, new Date().toISOString());
}

try {
  const [long, short] = [hex(1, 32), hex(2, 32)];
  if (!existsSync(filled)) await fill(long, short);
  const server = await start();
  await using chromium = await openChromium();
  const context = await chromium.browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signedIn(page, url);
  await page.close();
  const before = loadavg()[0]!;
  const loads: Record<string, Load[]> = {};
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const byLink of [true, false]) {
      for (const [name, traceId] of [
        [`${SHORT} spans`, short],
        [`${spanCount} spans`, long],
      ] as const) {
        const load = await open(context, server, traceId, byLink);
        // The first round fills caches.
        if (round > 0) (loads[`${byLink ? 'link' : 'full load'}, ${name}`] ??= []).push(load);
      }
    }
  }
  console.table(Object.fromEntries(Object.entries(loads).map(([name, all]) => [name, summary(all)])));
  console.log(`load of the machine: ${before} before, ${loadavg()[0]} after`);
  await stopProcess(server);
} finally {
  if (!options.in) await rm(dataDir, { recursive: true, force: true });
}
