import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { openChromium } from '../tests/e2e/sdk/chromium.ts';
import { settled } from '../tests/e2e/app/app.ts';
import { builtServer } from './built-server.ts';
import { answerOf, emptyPage, signedIn } from './pages.ts';
import { stopProcess, usageOf } from './processes.ts';
import { seed } from './seed.ts';

/**
 * What users wait for on a store with many events:
 * - server time of a page, from the request to its last byte, also relative to the cheapest signed-in page of the same run;
 * - time from a key or click to the next paint, with the processor throttled four times;
 * - JavaScript that a page loads, in gzip.
 * `node scripts/pinned.mjs --built bench/dashboard.ts [--events 1000000] [--in folder] [--json]`
 * `--in` keeps the store in that folder for the next run.
 */
const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    in: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const PORT = 18_310;
const ROUNDS = 6;
const PAGES_PER_ROUND = 10;
const SLOWER = 4;
/** The browser does not report interactions that were shorter. */
const REPORTED_MS_MIN = 16;
const dataDir = options.in ?? (await mkdtemp(join(tmpdir(), 'seismo-bench-')));
const filled = join(dataDir, 'filled');
const { url, start, createTarget } = builtServer(dataDir, PORT, { SEISMO_URL: `http://127.0.0.1:${PORT}` });

type Table = Record<string, Record<string, number>>;
const results: Record<string, Table> = {};

function note(title: string, table: Table): void {
  results[title] = table;
  if (options.json) return;
  console.log(title);
  console.table(table);
}

const at = (part: number, values: number[]) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1]!);
const row = (values: number[]) => ({ count: values.length, p50: at(0.5, values), p95: at(0.95, values) });
const toKb = (bytes: number) => Number((bytes / 1024).toFixed(1));

type Paths = Record<string, (n: number) => string>;

const EMPTY = 'empty page';

const pagesOf = (issues: string[]): Paths => ({
  [EMPTY]: () => emptyPage,
  'list of issues': () => '/issues',
  'page of an issue': (n) => issues[n % issues.length]!,
});

const morePages: Paths = {
  [EMPTY]: () => emptyPage,
  'list, searched for a word': (n) => `/issues?query=failure+${n}`,
  'list, of an environment': () => '/issues?environment=staging',
  'numbers of the tabs': () => '/read/issueCounts',
  'facet: levels': () => facetPath('level'),
  'facet: a tag': () => facetPath('browser'),
};

/** Counted over every event of the unresolved issues. */
function facetPath(key: string): string {
  const params = JSON.stringify({ list: { shortId: null, params: { range: '90d' } }, key, count: 6 });
  return `/read/facet?${new URLSearchParams({ params })}`;
}

/** Sixty requests of each page, in turns of ten, so that a busy minute of the machine affects all alike. */
async function serverTimes(server: ChildProcess, cookie: string, pages: Paths): Promise<Table> {
  const took: Record<string, number[]> = {};
  const cpuS: Record<string, number> = {};
  const bytes: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, path] of Object.entries(pages)) {
      const before = usageOf(server).cpuS;
      for (let n = 0; n < PAGES_PER_ROUND; n++) {
        const answer = await answerOf(`${url}${path(round * PAGES_PER_ROUND + n)}`, { cookie });
        (took[name] ??= []).push(answer.tookMs);
        bytes[name] = answer.bytes;
      }
      cpuS[name] = (cpuS[name] ?? 0) + usageOf(server).cpuS - before;
    }
  }
  const empty = row(took[EMPTY]!);
  const ratio = (ms: number, of: number) => Number((ms / of).toFixed(1));
  return Object.fromEntries(
    Object.entries(took).map(([name, values]) => {
      const { p50, p95 } = row(values);
      return [
        name,
        {
          first: Math.round(values[0]!),
          p50,
          p95,
          'p50 ratio': ratio(p50, empty.p50),
          'p95 ratio': ratio(p95, empty.p95),
          processor: Math.round((cpuS[name]! * 1000) / values.length),
          KB: toKb(bytes[name]!),
        },
      ];
    }),
  );
}

/**
 * JavaScript of a page in a browser without a cache, KB in gzip for any encoding that was sent: until the page is loaded, later when
 * it is idle, and the polyfills that only browsers without modules load.
 */
async function scriptsOf(context: BrowserContext, path: string): Promise<Record<string, number>> {
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true });
  const sizes: { bytes: Promise<number>; isLate: boolean }[] = [];
  let isLoaded = false;
  page.once('load', () => (isLoaded = true));
  page.on('request', (request) => {
    if (request.resourceType() !== 'script') return;
    const bytes = request.response().then(async (answer) => gzipSync(await answer!.body()).length);
    sizes.push({ bytes, isLate: isLoaded });
  });
  await page.goto(`${url}${path}`);
  await settled(page);
  await sleep(2000);
  const polyfills = await page
    .locator('script[nomodule]')
    .evaluateAll((scripts) => scripts.map((script) => (script as HTMLScriptElement).src));
  const bodies = await Promise.all([...new Set(polyfills)].map(async (src) => (await fetch(src)).arrayBuffer()));
  const sum = async (isLate: boolean) => {
    const those = await Promise.all(sizes.filter((each) => each.isLate === isLate).map(({ bytes }) => bytes));
    return toKb(those.reduce((all, bytes) => all + bytes, 0));
  };
  const loads = { 'to load': await sum(false), 'when idle': await sum(true) };
  await page.close();
  return { ...loads, polyfills: toKb(bodies.reduce((all, body) => all + gzipSync(body).length, 0)) };
}

/** The browser's Event Timing of keys and clicks, in steps of 8 ms, one value per interaction. */
async function watched(page: Page) {
  const client = await page.context().newCDPSession(page);
  const measured: Record<string, number[]> = {};
  let count = 0;
  const during = async (name: string, work: () => Promise<void>) => {
    await settled(page);
    await page.evaluate((durationThreshold) => {
      const seen = new Map<number, number>();
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
          if (!entry.interactionId) continue;
          seen.set(entry.interactionId, Math.max(seen.get(entry.interactionId) ?? 0, entry.duration));
        }
      }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
    }, REPORTED_MS_MIN);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    count = 0;
    await work();
    await sleep(500);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const took = await page.evaluate(() => [...(globalThis as unknown as { seen: Map<number, number> }).seen.values()]);
    const short = Array.from({ length: Math.max(0, count - took.length) }, () => REPORTED_MS_MIN);
    (measured[name] ??= []).push(...took, ...short);
  };
  const table = () => {
    const all = Object.values(measured).flat();
    return Object.fromEntries(
      [...Object.entries(measured), ['all', all] as const].map(([name, of]) => [name, row(of)]),
    );
  };
  const pause = async () => {
    count++;
    await sleep(150);
  };
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await pause();
    }
  };
  const click = async (target: Locator) => {
    await target.click();
    await pause();
  };
  return { client, during, press, click, table };
}

async function interactions(page: Page, issues: string[]): Promise<Table> {
  const { during, press, click, table } = await watched(page);
  for (let round = 0; round < 3; round++) {
    await page.goto(`${url}/issues`);
    await during('list: j, k', () => press('j', 'j', 'j', 'k'));
    await during('list: x', () => press('x', 'j', 'x'));
    await during('list: Escape', () => press('Escape'));
    await during('list: e, z', () => press('e', 'z'));
    await during('list: open ?, close', () => press('?', 'Escape'));
    await during('list: open a, close', () => press('a', 'Escape'));
    await during('list: open the palette', () => press('Control+k'));
    await during('list: type in the palette, close', () => press('f', 'a', 'i', 'l', 'ArrowDown', 'Escape'));
    await during('list: search with suggestions', () => press('/', 'i', 's', ':', 'u', 'ArrowDown', 'Escape'));
    await page.goto(`${url}${issues[round]}`);
    await during('issue: open the palette', () => press('Control+k'));
    await during('issue: type in the palette, close', () => press('r', 'e', 's', 'Escape'));
    await during('issue: open a menu, close', async () => {
      await click(page.locator('main button[aria-haspopup=menu]:visible').nth(1));
      await press('Escape');
    });
    await during('issue: fold or unfold a frame', async () => {
      const frames = page.locator('main li summary:visible');
      const shown = Math.min(3, await frames.count());
      for (let nth = 0; nth < shown; nth++) await click(frames.nth(nth));
    });
    await during('issue: e, z', () => press('e', 'z'));
  }
  return table();
}

const MANY = 200;

/** Selects the page size at the end of the list. */
async function chooseRows(page: Page, count: number): Promise<void> {
  await page.goto(`${url}/issues`);
  await settled(page);
  await page.getByLabel('Rows per page').selectOption(`${count} rows`);
  await page.waitForFunction((rows) => document.querySelectorAll('tr[data-row]').length === rows, count);
}

/** Keys and clicks in a long list, and long tasks (over 50 ms) while scrolling. */
async function longList(page: Page): Promise<{ took: Table; longTasks: number[] }> {
  const { client, during, press, click, table } = await watched(page);
  const longTasks: number[] = [];
  for (let round = 0; round < 3; round++) {
    await page.goto(`${url}/issues`);
    await during('down, choose, give up', () => press('j', 'j', 'x', 'j', 'x', 'k', 'k', 'Escape'));
    await during('choose by clicks', async () => {
      const boxes = page.locator('tr[data-row] input[data-select-row]');
      for (const nth of [3, 5, 8]) await click(boxes.nth(nth));
    });
    await page.goto(`${url}/issues`);
    await settled(page);
    await page.evaluate(() => {
      const long: number[] = [];
      Object.assign(globalThis, { long });
      new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      });
    });
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.mouse.move(640, 400);
    for (let turn = 0; turn < 40; turn++) {
      await page.mouse.wheel(0, turn < 30 ? 400 : -600);
      await sleep(50);
    }
    await sleep(500);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    longTasks.push(...(await page.evaluate(() => (globalThis as unknown as { long: number[] }).long)));
  }
  return { took: table(), longTasks };
}

async function fill(): Promise<void> {
  await seed(dataDir, createTarget(), Number(options.events));
  await writeFile(filled, new Date().toISOString());
}

try {
  if (!existsSync(filled)) await fill();
  let server = await start();
  await using chromium = await openChromium();
  const context = await chromium.browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const cookie = await signedIn(page, url);
  // A run that ended early leaves many rows.
  await chooseRows(page, 50);
  const links = page.locator('main a[href^="/issues/BENCH-"]');
  const issues = await links.evaluateAll((all) =>
    all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
  );
  await page.goto('about:blank');
  await stopProcess(server);

  const loadBefore = loadavg()[0]!;
  server = await start();
  const pages = pagesOf(issues);
  note(
    `server time of the first 60 pages of each kind after a start, ${options.events} events, ms`,
    await serverTimes(server, cookie, pages),
  );
  note('the next 60', await serverTimes(server, cookie, pages));
  note('other pages', await serverTimes(server, cookie, morePages));

  await using stranger = await chromium.browser.newContext();
  note('JavaScript, KB in gzip', {
    'list of issues': await scriptsOf(context, '/issues'),
    'page of an issue': await scriptsOf(context, issues[0]!),
    'sign-in page': await scriptsOf(stranger, '/sign-in'),
  });

  note(
    `from a key or a click to the next paint, processor ${SLOWER} times slower, ms (shorter ones count as ${REPORTED_MS_MIN})`,
    await interactions(page, issues),
  );

  await chooseRows(page, MANY);
  note(
    `server time with ${MANY} rows on a page, ms`,
    await serverTimes(server, cookie, { [EMPTY]: pages[EMPTY]!, 'list of issues': () => '/issues' }),
  );
  const { took, longTasks } = await longList(page);
  note(`keys and clicks with ${MANY} rows, ms`, took);
  note(`scrolled ${MANY} rows three times: tasks over 50 ms`, {
    tasks: longTasks.length > 0 ? row(longTasks) : { count: 0 },
  });
  await chooseRows(page, 50);
  await stopProcess(server);
  note('load of the machine, average of a minute', { load: { before: loadBefore, after: loadavg()[0]! } });
  if (options.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
} finally {
  if (!options.in) await rm(dataDir, { recursive: true, force: true });
}
