import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { focusedOn, openPage, settled } from './app/app.ts';
import { processed } from './app/send.ts';
import { startServer } from './running-server.ts';
import { openChromium } from './sdk/chromium.ts';
import { sentryCli } from './uploads/sentry-cli.ts';

const late = join(import.meta.dirname, '../../packages/main/demo/late-upload');

const preload = join(import.meta.dirname, 'page-reads.setup.mjs');
const server = await startServer({ owned: false, demo: true, preload });

afterAll(() => server[Symbol.asyncDispose]());

interface Issue {
  id: string;
  shortId: string;
  title: string;
  culprit: string;
  status: string;
  substatus: string | null;
  firstSeen: string;
  assignedTo: { name: string } | null;
  isBookmarked: boolean;
}

interface Frame {
  filename: string;
  data: object;
  context: [number, string][];
}

const search = (query: string) =>
  server.get<Issue[]>(`/api/0/organizations/main/issues/?limit=100&query=${encodeURIComponent(query)}`);

async function only(query: string): Promise<Issue> {
  const found = await search(query);
  expect(found.map(({ shortId }) => shortId)).toHaveLength(1);
  return found[0]!;
}

async function innermostFrame({ id }: Issue): Promise<Frame> {
  const { entries } = await server.get<{
    entries: { type: string; data: { values: { stacktrace: { frames: Frame[] } }[] } }[];
  }>(`/api/0/issues/${id}/events/latest/`);
  const thrown = entries.find(({ type }) => type === 'exception')!.data.values.at(-1)!;
  return thrown.stacktrace.frames.at(-1)!;
}

test('issues have every status that follows from their age and history', async () => {
  const all = await search('');
  const states = Map.groupBy(all, ({ status, substatus }) => (status === 'unresolved' ? substatus! : status));
  for (const state of ['new', 'ongoing', 'escalating', 'regressed', 'resolved', 'ignored']) {
    expect(states.get(state)?.length, state).toBeGreaterThan(0);
  }
  const weekAgoMs = Date.now() - 7 * 24 * 3_600_000;
  for (const issue of states.get('new')!) expect(Date.parse(issue.firstSeen)).toBeGreaterThan(weekAgoMs);
  for (const issue of states.get('ongoing')!) expect(Date.parse(issue.firstSeen)).toBeLessThan(weekAgoMs);

  expect((await only('is:escalating')).title).toContain('unknown currency');
  expect(await only('regressed_in_release:shop-web@2.5.0')).toMatchObject({ substatus: 'regressed' });
  expect(await search('resolved_in_release:shop-web@2.4.1')).toHaveLength(2);
  expect((await search('assigned:#checkout')).length).toBeGreaterThan(2);
  expect(await only('bookmarks:demo@localhost')).toMatchObject({ assignedTo: { name: 'checkout' } });
});

test('frames of the web shop are mapped; the release without an upload shows what to do', async () => {
  const coupon = '"expiresAt.getTime"';
  const frame = await innermostFrame(await only(`${coupon} firstRelease:shop-web@2.5.1`));
  expect(frame).toMatchObject({ filename: 'src/checkout/coupon.ts', data: { symbolicated: true } });
  expect(frame.context.map(([, line]) => line)).toContain('  return coupon.expiresAt.getTime() < nowMs;');

  const staged = await only(`${coupon} firstRelease:shop-web@2.6.0-rc.1`);
  expect((await innermostFrame(staged)).filename).toContain('/assets/index-');

  // As in docs/source-maps.md.
  await sentryCli(server, 'shop-web', ['sourcemaps', 'upload', '--release', 'shop-web@2.6.0-rc.1', late]);
  await processed(server);
  await expect.poll(async () => (await innermostFrame(staged)).filename).toBe('src/checkout/coupon.ts');
});

test('releases have dates, commits and deploys, and some items were not stored', async () => {
  const releases = await server.get<
    { version: string; dateReleased: string | null; commitCount: number; deployCount: number }[]
  >('/api/0/organizations/main/releases/?project=shop-web');
  expect(releases.map(({ version }) => version)).toEqual(
    ['2.6.0-rc.1', '2.5.1', '2.5.0', '2.4.1', '2.4.0', '2.3.0'].map((version) => `shop-web@${version}`),
  );
  const ages = releases.map(({ dateReleased }) => Math.round((Date.now() - Date.parse(dateReleased!)) / 3_600_000));
  expect(ages).toEqual([29, 38, 98, 197, 264, 480]);
  expect(releases.map(({ deployCount }) => deployCount)).toEqual([1, 2, 2, 2, 2, 2]);
  expect(releases.at(-1)!.commitCount).toBe(0);
  expect(releases[1]!.commitCount).toBeGreaterThan(0);
  const [deploy] = await server.get<{ environment: string }[]>(
    '/api/0/organizations/main/releases/shop-web@2.5.1/deploys/',
  );
  expect(deploy!.environment).toBe('production');

  const samples = await server.metrics();
  for (const outcome of ['stored', 'filtered', 'duplicate']) {
    expect(samples.get(`seismo_items_total{outcome="${outcome}"}`), outcome).toBeGreaterThan(3);
  }
});

test('feedback is on its issues, one done and one spam', async () => {
  const path = '/api/0/projects/main/shop-web/user-feedback/';
  const feedback =
    await server.get<{ comments: string; status: string; email: string; issue: { title: string } | null }[]>(path);
  expect(feedback.map(({ status }) => status).toSorted()).toEqual(['done', ...Array(6).fill('open'), 'spam']);
  expect(feedback.filter(({ issue }) => issue !== null)).toHaveLength(6);
  const coupon = feedback.find(({ comments }) => comments.includes('AUTUMN-15'))!;
  expect(coupon.issue!.title).toContain('expiresAt.getTime is not a function');
  expect(coupon.email).toMatch(/@mail\.example$/);
});

test('the traffic shows which endpoint became slower in which release, why, and where queries are slow', async () => {
  await using chromium = await openChromium();
  const { page, context } = await openPage(chromium.browser, server);
  const [name, value] = (await server.sessionCookie('demo@localhost')).split('=') as [string, string];
  await context.addCookies([{ name, value, url: server.url }]);
  const main = page.getByRole('main');
  await page.goto('/traces/performance?kind=endpoints');
  const notable = main.getByRole('region', { name: 'Worth a look' }).getByRole('listitem');
  await notable.filter({ hasText: 'GET /api/orders' }).filter({ hasText: 'Slower' }).getByRole('link').click();
  await page.waitForURL('**/traces/performance/group?**');
  await main.getByText('2.5.1 is slower than 2.5.0').waitFor();
  await main.getByRole('list', { name: 'Slowest examples' }).getByRole('link').first().click();
  await page.waitForURL('**/traces/*?span=*');
  const spans = main.getByRole('treegrid', { name: 'Spans' });
  const query = 'select sku, quantity from order_items where order_id = ?';
  await expect.poll(() => spans.getByRole('row').filter({ hasText: query }).count()).toBeGreaterThan(10);

  const slow = { view: 'heat-map', query: 'span.op:db', select: 'span.duration:>200ms' };
  await page.goto(`/traces/explore?${new URLSearchParams(slow)}`);
  const differs = main.getByRole('region', { name: 'What differs' });
  await differs.getByText('cloud.region').first().waitFor();
  await differs.getByText('us-east-1').first().waitFor();
  await page.goto('/traces/performance?kind=jobs');
  await main.getByText('≈ is estimated').waitFor();
});

test('a failed refund is found by its digest, and its error is in the span of the server action', async () => {
  const { id } = await only('"The refund exceeds the captured amount"');
  const { contexts } = await server.get<{ contexts: { trace: { trace_id: string; span_id: string }; nextjs: object } }>(
    `/api/0/issues/${id}/events/latest/`,
  );
  expect(contexts.nextjs).toMatchObject({ digest: '2814630571' });
  interface Traced {
    event_id: string;
    description: string;
    errors: { title: string }[];
    children: Traced[];
  }
  const all = (of: Traced[]): Traced[] => of.flatMap((each) => [each, ...all(each.children ?? [])]);
  const { trace_id: traceId, span_id: spanId } = contexts.trace;
  const trace = all(await server.get<Traced[]>(`/api/0/organizations/main/trace/${traceId}/`));
  const action = trace.find(({ event_id: eventId }) => eventId === spanId)!;
  expect(action.description).toBe('serverAction/refundOrder');
  expect(action.errors).toHaveLength(1);
});

const project = '/projects/shop-web';
const release = '/releases/shop-web%402.5.1';
const settings = 'account preferences notifications security audit members organizations sign-on teams tokens'.split(
  ' ',
);
const projectSettings = 'general filters grouping limits ownership privacy source source-maps environments'.split(' ');
const [issue, other] = (await search('"expiresAt.getTime"')).map(({ shortId }) => `/issues/${shortId}`);
const { shortId: regressed } = await only('regressed_in_release:shop-web@2.5.0');
const pages = [
  '/issues',
  '/issues?query=&sort=events&range=14d&environment=production',
  // Has no results, so the page offers the search without each of its terms.
  `/issues?query=${encodeURIComponent('level:error "no such text"')}`,
  issue!,
  `${issue}/events`,
  `${issue}/events/recommended`,
  `${issue}/compare?with=${other!.split('/').at(-1)}`,
  `/issues/${regressed}`,
  '/projects',
  '/projects/new',
  project,
  `${project}/start`,
  '/releases',
  release,
  `${release}?environment=production`,
  `${release}/compare`,
  `${release}/compare?with=shop-web%402.4.0`,
  '/feedback',
  '/feedback/1',
  '/traces',
  ...['pages', 'endpoints', 'actions', 'queries', 'requests', 'jobs'].map((kind) => `/traces/performance?kind=${kind}`),
  '/traces/performance/group?in=shop-web&name=%2Fcart&range=14d',
  '/traces/explore',
  '/traces/explore?view=groups&group=span.op&group=project&measure=count%28%29&measure=p95%28span.duration%29',
  '/traces/explore?dataset=errors&view=groups',
  '/traces/explore?view=heat-map&select=span.status%3Aerror',
  '/alerts',
  '/alerts?view=rules',
  '/alerts?view=channels&add=webhook',
  '/alerts?view=maintenance&window=new',
  '/alerts/1',
  '/alerts/rules/new?project=shop-web',
  '/alerts/rules/1',
  '/stats',
  '/error-codes',
  '/help/source-maps',
  '/settings',
  ...settings.map((name) => `/settings/${name}`),
  `/settings${project}`,
  ...projectSettings.map((name) => `/settings${project}/${name}`),
];

test.for(pages)('a page reads the state store rarely: %s', async (path) => {
  const headers = { accept: 'text/html', cookie: await server.sessionCookie('demo@localhost') };
  const response = await fetch(`${server.url}${path}`, { headers });
  await response.text();
  expect(response.status).toBe(200);
  const reads = async () => {
    const lines = (await readFile(join(server.dataDir, 'page-reads'), 'utf8')).trim().split('\n');
    const requests = lines.map((line) => JSON.parse(line) as { path: string; reads: string[] });
    return requests.findLast((request) => request.path === path)?.reads;
  };
  await expect.poll(reads).toBeDefined();
  const found = (await reads())!;
  expect(found.length).toBeGreaterThan(1);
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(limits.STATE_READS_PER_PAGE_MAX);
});

const screens = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

test('the failing line is on the first screen of an issue; status, actions and sections stay in reach', async () => {
  await using chromium = await openChromium();
  const { page, context } = await openPage(chromium.browser, server);
  const [name, value] = (await server.sessionCookie('demo@localhost')).split('=') as [string, string];
  await context.addCookies([{ name, value, url: server.url }]);
  const main = page.getByRole('main');
  const line = main.locator('.source-lines [aria-current]').first();
  for (const text of ['expiresAt.getTime is not a function', 'QuotaExceededError']) {
    const [issue] = await search(text);
    for (const screen of screens) {
      await page.setViewportSize(screen);
      await page.goto(`/issues/${issue!.shortId}`);
      await line.waitFor();
      await settled(page);
      const isOnScreen = await line.evaluate((failing) => {
        const { left, bottom } = failing.getBoundingClientRect();
        return failing.contains(document.elementFromPoint(left + 1, bottom - 1));
      });
      expect(isOnScreen, `${text} at ${screen.width}`).toBe(true);
      await page.getByRole('button', { name: 'Sections' }).click();
      await page.getByRole('menuitem', { name: 'Tag distribution' }).click();
      await focusedOn(page, 'Tag distribution');
      // Below the head, which stays.
      const heading = main.getByRole('heading', { name: 'Tag distribution' });
      const [{ y }, head] = [
        (await heading.boundingBox())!,
        (await main.getByRole('button', { name: 'Resolve', exact: true }).boundingBox())!,
      ];
      expect(head.y, `${text} at ${screen.width}`).toBeGreaterThanOrEqual(0);
      expect(y, `${text} at ${screen.width}`).toBeGreaterThan(head.y + head.height);
      expect(y, `${text} at ${screen.width}`).toBeLessThan(screen.height);
    }
  }
});

test('every unresolved issue is opened, read and decided by keyboard, in at most 60 keys', async () => {
  await using chromium = await openChromium();
  const { page, context } = await openPage(chromium.browser, server);
  const [name, value] = (await server.sessionCookie('demo@localhost')).split('=') as [string, string];
  await context.addCookies([{ name, value, url: server.url }]);
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await page.goto('/issues');
  const rows = page.getByRole('main').locator('[data-row]');
  await rows.first().waitFor();
  await settled(page);
  const count = await rows.count();
  expect(count).toBeGreaterThan(15);
  const position = page.getByRole('navigation', { name: 'Position in the list' });
  await press('j');
  await press('Enter');
  for (let at = 1; at <= count; at++) {
    await position.getByText(`${at} of ${count}`).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Resolve', exact: true, disabled: false }).waitFor();
    // Reads on, and the older event of every other issue.
    await press('PageDown');
    if (at % 2 === 0) await press('[');
    await press(at % 3 === 0 ? 'i' : 'e');
  }
  await page.waitForURL((url) => url.pathname === '/issues');
  await page.getByText('No unresolved issues').waitFor();
  expect(keys).toBeLessThanOrEqual(60);
});
