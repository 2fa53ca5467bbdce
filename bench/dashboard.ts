import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openChromium } from '../tests/e2e/sdk/chromium.ts';
import { settled, submitSignIn } from '../tests/e2e/app/app.ts';
import { account, builtServer } from './built-server.ts';
import { stopProcess, usageOf } from './processes.ts';
import { seed } from './seed.ts';

/**
 * Delays that users notice on a store with many events: server time of a page, from the request to its last byte, and
 * browser time from a key or click to the next paint, with the processor throttled four times.
 * `node scripts/pinned.mjs --built bench/dashboard.ts [--events 1000000] [--in folder]`
 * `--in` keeps the store in that folder for the next run.
 */
const { values: options } = parseArgs({
  options: { events: { type: 'string', default: '1000000' }, in: { type: 'string' } },
});
const PORT = 18_310;
const PAGES = 60;
const SLOWER = 4;
const dataDir = options.in ?? (await mkdtemp(join(tmpdir(), 'seismo-bench-')));
const filled = join(dataDir, 'filled');
const { url, start, createTarget } = builtServer(dataDir, PORT, { SEISMO_URL: `http://127.0.0.1:${PORT}` });

const at = (part: number, values: number[]) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1]!);
const row = (values: number[]) => ({ count: values.length, p50: at(0.5, values), p95: at(0.95, values) });

async function signedIn(page: Page): Promise<string> {
  await page.goto(`${url}/sign-in`);
  await submitSignIn(page, account);
  await page.waitForURL('**/issues');
  return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** The Accept-Encoding of browsers over HTTPS or on localhost, and otherwise. */
const encodings = { secure: 'gzip, deflate, br, zstd', plain: 'gzip, deflate' };

type Paths = Record<string, (n: number) => string>;

const pagesOf = (issues: string[]): Paths => ({
  'list of issues': () => '/issues',
  'list, searched for a word': (n) => `/issues?query=failure+${n}`,
  'list, of an environment': () => '/issues?environment=staging',
  'page of an issue': (n) => issues[n % issues.length]!,
  'numbers of the tabs': () => '/read/issueCounts',
});

const agent = new Agent({ keepAlive: true });

/** Resolves at the last byte. Does not decompress, because browsers do that on another machine. */
async function lastByteMs(path: string, headers: OutgoingHttpHeaders): Promise<number> {
  const startMs = performance.now();
  const [answer] = (await once(get(`${url}${path}`, { agent, headers }), 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
  return performance.now() - startMs;
}

async function serverTimes(
  server: ChildProcess,
  cookie: string,
  pages: Paths,
  accepted = encodings.secure,
): Promise<Record<string, object>> {
  const table: Record<string, object> = {};
  for (const [name, path] of Object.entries(pages)) {
    const tookMs: number[] = [];
    const before = usageOf(server).cpuS;
    for (let n = 0; n < PAGES; n++) {
      tookMs.push(await lastByteMs(path(n), { cookie, 'accept-encoding': accepted }));
    }
    const processor = Math.round(((usageOf(server).cpuS - before) * 1000) / PAGES);
    table[name] = { ...row(tookMs), processor };
  }
  return table;
}

/** The browser's Event Timing of keys and clicks, in steps of 8 ms, one value per interaction. */
async function watched(page: Page) {
  const client = await page.context().newCDPSession(page);
  const measured: Record<string, number[]> = {};
  const during = async (name: string, work: () => Promise<void>) => {
    await settled(page);
    await page.evaluate(() => {
      const seen = new Map<number, number>();
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
          if (!entry.interactionId) continue;
          seen.set(entry.interactionId, Math.max(seen.get(entry.interactionId) ?? 0, entry.duration));
        }
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    });
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await work();
    await sleep(500);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const took = await page.evaluate(() => [...(globalThis as unknown as { seen: Map<number, number> }).seen.values()]);
    (measured[name] ??= []).push(...took);
  };
  const table = () => {
    const all = Object.values(measured).flat();
    return Object.fromEntries(
      [...Object.entries(measured), ['all', all] as const]
        .filter(([, of]) => of.length > 0)
        .map(([name, of]) => [name, row(of)]),
    );
  };
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await sleep(150);
    }
  };
  return { client, during, press, table };
}

async function interactions(page: Page, issues: string[]): Promise<Record<string, object>> {
  const { during, press, table } = await watched(page);
  for (let round = 0; round < 3; round++) {
    await page.goto(`${url}/issues`);
    await during('list: down, choose, give up', () => press('j', 'j', 'x', 'j', 'x', 'k', 'k', 'Escape'));
    await during('list: command palette', () => press('Control+k', 'f', 'a', 'i', 'l', 'ArrowDown', 'Escape'));
    await during('list: search with suggestions', () => press('/', 'i', 's', ':', 'u', 'ArrowDown', 'Escape'));
    await page.goto(`${url}${issues[round]}`);
    await during('issue: command palette', () => press('Control+k', 'r', 'e', 's', 'Escape'));
    await during('issue: unfold a frame', async () => {
      const frames = page.locator('main summary:visible, main button[aria-expanded]:visible');
      const count = Math.min(3, await frames.count());
      for (let nth = 0; nth < count; nth++) await frames.nth(nth).click();
    });
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
async function longList(page: Page): Promise<{ took: Record<string, object>; longTasks: number[] }> {
  const { client, during, press, table } = await watched(page);
  const longTasks: number[] = [];
  for (let round = 0; round < 3; round++) {
    await page.goto(`${url}/issues`);
    await during('down, choose, give up', () => press('j', 'j', 'x', 'j', 'x', 'k', 'k', 'Escape'));
    await during('choose by clicks', async () => {
      const boxes = page.locator('tr[data-row] input[data-select-row]');
      for (const nth of [3, 5, 8]) {
        await boxes.nth(nth).click();
        await sleep(150);
      }
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
  const server = await start();
  await using chromium = await openChromium();
  const page = await chromium.browser.newPage({ viewport: { width: 1280, height: 800 } });
  const cookie = await signedIn(page);
  await settled(page);
  const links = page.locator('main a[href^="/issues/BENCH-"]');
  const issues = await links.evaluateAll((all) =>
    all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
  );
  console.log(`server time of a page with ${options.events} events, ms; by plain HTTP, where browsers take gzip`);
  console.table(await serverTimes(server, cookie, pagesOf(issues), encodings.plain));
  console.log('the same again by HTTPS');
  console.table(await serverTimes(server, cookie, pagesOf(issues)));
  console.log(
    `from a key or a click to the next paint, processor ${SLOWER} times slower, ms (shorter than 16 are not told)`,
  );
  console.table(await interactions(page, issues));
  await chooseRows(page, MANY);
  console.log(`the same with ${MANY} rows on a page`);
  console.table(await serverTimes(server, cookie, { 'list of issues': () => '/issues' }));
  const { took, longTasks } = await longList(page);
  console.table(took);
  console.log(`scrolled: ${longTasks.length} tasks over 50 ms${longTasks.map((ms) => `, ${Math.round(ms)}`).join('')}`);
  await chooseRows(page, 50);
  await stopProcess(server);
} finally {
  if (!options.in) await rm(dataDir, { recursive: true, force: true });
}
