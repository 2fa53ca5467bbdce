import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { checkPage } from './app/check-page.ts';
import { processed } from './app/send.ts';
import { settled } from './app/app.ts';
import { openApp } from './app/server-and-browser.ts';
import { servePage } from './sdk/page-server.ts';
import { sentryCli } from './uploads/sentry-cli.ts';

const customerPage = 'browser-v11.ts';

const { server, browser, shop, page, main, toast } = await openApp();
const folder = await mkdtemp(join(tmpdir(), 'seismo-source-maps-'));
await build({
  entryPoints: [join(import.meta.dirname, 'sdk/pages', customerPage)],
  outfile: join(folder, 'shop.js'),
  bundle: true,
  minify: true,
  sourcemap: true,
  format: 'iife',
  target: 'es2022',
});
await sentryCli(server, 'shop', ['sourcemaps', 'inject', folder]);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A customer clicks the failing button of the built page. */
async function fail(): Promise<void> {
  await using site = await servePage(customerPage, { dsn: shop.dsn }, await readFile(join(folder, 'shop.js'), 'utf8'));
  const customer = await browser.newPage();
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

/** Newest first. */
const issues = () => server.get<{ id: string; shortId: string }[]>('/api/0/projects/main/shop/issues/');
const newestIssue = async () => (await issues())[0]!;

const settings = '/settings/projects/shop/source-maps';
const line = () =>
  main.getByRole('group', { name: 'Source of basketTotal' }).getByText("throw new RangeError('The basket is empty')");

test('an error of a minified page shows why it is unmapped and what to do', async () => {
  await fail();
  await page.goto(`/issues/${(await newestIssue()).shortId}`);
  await main.getByText(/frames have no source map: debug ID unknown/).waitFor();
  const unmapped = main.locator('summary', { has: page.locator('[data-map=unmapped]') }).first();
  await settled(page);
  await unmapped.focus();
  await page.keyboard.press('Shift');
  const reason = main.getByRole('tooltip').filter({ hasText: 'no upload in this project has the same ID' }).first();
  await reason.waitFor({ state: 'visible' });
  await unmapped.click();
  await main.getByText('Debug ID of the file').first().waitFor();
  await checkPage(page);
  await main.getByRole('link', { name: 'Troubleshooting guide', exact: true }).click();
  await page.getByRole('heading', { name: /^Debug ID unknown/ }).waitFor();
  expect(new URL(page.url()).hash).toBe('#no-artifact-with-debug-id');
  await checkPage(page);

  await page.goto(settings);
  await main.getByRole('heading', { name: 'Debug ID unknown' }).waitFor();
  await main.getByText('0%').first().waitFor();
  await checkPage(page);
});

test('after a late upload, the open page shows the source line without a reload', async () => {
  await page.goto(`/issues/${(await newestIssue()).shortId}`);
  await main.getByText(/frames have no source map: debug ID unknown/).waitFor();
  await settled(page);
  await sentryCli(server, 'shop', ['sourcemaps', 'upload', folder]);
  await line().waitFor();
  await checkPage(page);
  await page.goto(settings);
  await main.getByText('Every frame maps to its source.').waitFor();
  await main.getByText('1 event reprocessed').waitFor();
  await checkPage(page);
});

test('events after the upload are mapped at once and also show the original frames', async () => {
  await fail();
  const issue = await newestIssue();
  await page.goto(`/issues/${issue.shortId}`);
  await line().waitFor();
  expect(await main.getByText(/browser-v11\.ts:9:/).count()).toBeGreaterThan(0);
  await main.getByText('Mapped from').first().waitFor();
  await main.getByRole('link', { name: 'Minified' }).click();
  // The previous page has both links, too, until it is hidden.
  await main.locator('a[aria-current]', { hasText: 'Minified' }).waitFor();
  await main
    .getByText(/\/assets\/shop\.js:\d+:\d+/)
    .first()
    .waitFor();
  await main.getByRole('link', { name: 'Original' }).click();
  await main.locator('a[aria-current]', { hasText: 'Original' }).waitFor();
  await line().waitFor();

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
});

test('regrouping the first event by its mapped frames is offered, previewed, done and undone', async () => {
  const [later, first] = await issues();
  await page.goto(`/issues/${first!.shortId}`);
  const offer = main.getByRole('region', { name: 'Regroup by source map' });
  await offer.getByText(`Once mapped, it matches ${later!.shortId}.`).waitFor();
  await settled(page);
  await offer.getByText('Preview regrouping').click();
  await offer.getByRole('listitem').getByRole('link', { name: later!.shortId }).waitFor();
  await checkPage(page);
  await offer.getByRole('button', { name: 'Regroup 1 event' }).click();
  await toast('Regrouped 1 event').waitFor();
  await page.goto(`/issues/${first!.shortId}`);
  await page.waitForURL(`**/issues/${later!.shortId}`);
  await settled(page);
  const events = main.getByRole('navigation', { name: 'Events' });
  await events.getByText('of 2').waitFor();
  expect(await offer.count()).toBe(0);
  const activity = main.getByRole('region', { name: 'Activity' });
  await activity.getByText(`1 event moved here from ${first!.shortId} by source maps`).waitFor();
  await checkPage(page);
  await activity.getByRole('button', { name: 'Undo regroup' }).click();
  await toast('Change undone').waitFor();
  await page.goto(`/issues/${first!.shortId}`);
  await offer.getByText('Preview regrouping').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/issues/${first!.shortId}`);
  await events.getByText('of 1').waitFor();
});
