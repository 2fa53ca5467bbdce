import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled, signIn } from './desk/desk.ts';
import { look } from './desk/look.ts';
import { processed } from './desk/send.ts';
import { startServer, type Project, type Server } from './running-server.ts';
import { openChromium } from './sdk/chromium.ts';
import { servePage } from './sdk/page-server.ts';

const run = promisify(execFile);
const page = 'browser-v11.ts';

let server: Server;
let shop: Project;
let folder: string;

beforeAll(async () => {
  server = await startServer();
  shop = await server.createProject('shop', 'javascript');
  folder = await mkdtemp(join(tmpdir(), 'seismo-source-maps-'));
  await build({
    entryPoints: [join(import.meta.dirname, 'sdk/pages', page)],
    outfile: join(folder, 'shop.js'),
    bundle: true,
    minify: true,
    sourcemap: true,
    format: 'iife',
    target: 'es2022',
  });
  await cli('sourcemaps', 'inject', folder);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function cli(...args: string[]): Promise<void> {
  await run('sentry-cli', args, {
    env: {
      ...process.env,
      SENTRY_URL: server.url,
      SENTRY_ORG: 'main',
      SENTRY_PROJECT: 'shop',
      SENTRY_AUTH_TOKEN: await server.createToken('org:ci'),
      SENTRY_CLI_NO_TELEMETRY: '1',
    },
  });
}

/** A customer presses the button that fails, on the page as it was built. */
async function fail(chromium: Awaited<ReturnType<typeof openChromium>>): Promise<void> {
  await using site = await servePage(page, { dsn: shop.dsn }, await readFile(join(folder, 'shop.js'), 'utf8'));
  const customer = await chromium.browser.newPage();
  await customer.goto(site.origin);
  await customer.click('#fail');
  await customer.evaluate(() => window.e2eFlush());
  await customer.close();
  await processed(server);
}

interface ApiFrame {
  filename: string;
  function: string;
  rawFunction: string | null;
  lineNo: number;
  context: [number, string][];
  data: object;
}
interface ApiEvent {
  entries: {
    type: string;
    data: { values: { stacktrace: { frames: ApiFrame[] }; rawStacktrace: { frames: ApiFrame[] } | null }[] };
  }[];
}

const newestIssue = async () =>
  (await server.get<{ id: string; shortId: string }[]>('/api/0/projects/main/shop/issues/'))[0]!;

test('an error of a minified page says what its map lacks, and after the upload the line that was written', async () => {
  await using chromium = await openChromium();
  await fail(chromium);
  const { page: desk, troubles } = await signIn(chromium.browser, server);
  const main = desk.getByRole('main');

  await desk.goto(`/issues/${(await newestIssue()).shortId}`);
  await main.getByText(/frames have no source map: debug id unknown/).waitFor();
  const unmapped = main.locator('summary', { has: desk.locator('[data-map=unmapped]') }).first();
  await settled(desk);
  await unmapped.focus();
  await desk.keyboard.press('Shift');
  const reason = main.getByRole('tooltip').filter({ hasText: 'no upload of this project holds it' }).first();
  await reason.waitFor({ state: 'visible' });
  await unmapped.click();
  await main.getByText('Debug id of the file').first().waitFor();
  await look(desk);
  await main.getByRole('link', { name: 'What to do', exact: true }).click();
  await desk.getByRole('heading', { name: /^Debug id unknown/ }).waitFor();
  expect(new URL(desk.url()).hash).toBe('#no-artifact-with-debug-id');
  await look(desk);

  const settings = '/settings/projects/shop/source-maps';
  await desk.goto(settings);
  await main.getByRole('heading', { name: 'Debug id unknown' }).waitFor();
  await main
    .getByText(/^0% of frames|0%/)
    .first()
    .waitFor();
  await look(desk);

  // The upload comes late: the page that is open shows the source by itself.
  const before = await newestIssue();
  await desk.goto(`/issues/${before.shortId}`);
  await main.getByText(/frames have no source map: debug id unknown/).waitFor();
  await settled(desk);
  await cli('sourcemaps', 'upload', folder);
  const line = main.getByRole('group', { name: 'Source of basketTotal' });
  await line.getByText("throw new RangeError('The basket is empty')").waitFor();
  await look(desk);
  await desk.goto(settings);
  await main.getByText('Every frame was led back to its source.').waitFor();
  await main.getByText('1 event repaired').waitFor();
  await look(desk);

  await fail(chromium);
  const issue = await newestIssue();
  await desk.goto(`/issues/${issue.shortId}`);
  await line.getByText("throw new RangeError('The basket is empty')").waitFor();
  expect(await main.getByText(/browser-v11\.ts:9:/).count()).toBeGreaterThan(0);
  await main.getByText('Mapped from').first().waitFor();
  await look(desk);
  await main.getByRole('link', { name: 'Minified' }).click();
  await main
    .getByText(/\/assets\/shop\.js:\d+:\d+/)
    .first()
    .waitFor();
  await main.getByRole('link', { name: 'Readable' }).click();
  await line.waitFor();

  const event = await server.get<ApiEvent>(`/api/0/organizations/main/issues/${issue.id}/events/latest/`);
  const { stacktrace, rawStacktrace } = event.entries.find(({ type }) => type === 'exception')!.data.values[0]!;
  const frame = stacktrace.frames.at(-1)!;
  expect(frame).toMatchObject({
    function: 'basketTotal',
    lineNo: 9,
    data: { symbolicated: true, resolved_with: 'debug-id' },
  });
  expect(frame.context.find(([number]) => number === 9)![1]).toContain('throw new RangeError');
  expect(rawStacktrace!.frames.at(-1)).toMatchObject({
    filename: expect.stringMatching(/\/assets\/shop\.js$/) as string,
    function: frame.rawFunction,
  });
  expect(troubles).toEqual([]);
});
