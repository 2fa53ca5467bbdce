import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { idle, shownDigest, throwLater } from './app/failing-page.ts';
import { processed } from './app/send.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';
import { isTakenOver } from './sdk/taken-over.ts';
import { eventOf, eventsOf, locationOf, tagOf, type EventHead, type ShopEvent } from './shop/events.ts';
import { emptyFolder, typedUsesOfKit, usesOfKit } from './shop/empty-folder.ts';
import { buildShop, installKit, removeKit, startShop, type Shop } from './shop/shop.ts';

const app = join(import.meta.dirname, '../../examples/nextjs-shop');
const app15 = join(import.meta.dirname, '../../examples/nextjs-15');

let shop: Shop;
let buildOutput: string;

const { server, browser } = await serverAndBrowser();
const project = await server.createProject('shop', 'javascript-nextjs');
await installKit(app, server);
const authToken = await server.createToken('org:ci');
buildOutput = await buildShop({ app, dsn: project.dsn, release: 'shop@1.0.0', authToken });
shop = await startShop(app, project.dsn);
const { dsn } = await server.createProject('fifteen', 'javascript-nextjs');
await installKit(app15, server);
/** The app on Next 15 builds while the tests of the other app run. */
const built15 = buildShop({ app: app15, dsn, release: 'fifteen@1.0.0', authToken });
built15.catch(() => {});
const dsn15 = dsn;

afterAll(async () => {
  await Promise.allSettled([built15]);
  await shop?.[Symbol.asyncDispose]();
  await Promise.all([removeKit(app), removeKit(app15)]);
});

interface Visit {
  page: Page;
  context: BrowserContext;
  /** Reports that the page sent, by path. */
  reports: Request[];
  /** Uncaught errors and console messages of the page, without network errors. */
  noise: string[];
}

/** Does not wait for a page that `fails`: its report may still be in flight. */
async function visit(path: string, { fails = false, site = shop, policy = '' } = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: site.origin,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const reports: Request[] = [];
  const noise: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.headers()['next-action']) reports.push(request);
  });
  page.on('pageerror', (error) => noise.push(`threw: ${error.message}`));
  page.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource')) noise.push(`${message.type()}: ${message.text()}`);
  });
  if (policy) {
    // The Trusted Types policy that docs/content-security-policy.md recommends.
    await page.addInitScript(() => {
      const createScriptURL = (url: string) => (new URL(url, location.href).origin === location.origin ? url : null);
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: { createPolicy(name: string, policy: { createScriptURL: typeof createScriptURL }): void };
      };
      trustedTypes.createPolicy('default', { createScriptURL });
    });
    await page.route(site.origin + path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
    });
  }
  await page.goto(path);
  if (!fails) await page.waitForLoadState('networkidle');
  return { page, context, reports, noise };
}

/** Waits until the handler is attached. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await expect.poll(() => button.evaluate(isTakenOver)).toBe(true);
  await button.click();
}

/** Waits until the project has matching events, and returns them. */
async function arrived(fits: (event: EventHead) => boolean, count = 1, slug = 'shop'): Promise<ShopEvent[]> {
  let found: EventHead[] = [];
  await expect
    .poll(async () => (found = (await eventsOf(server, slug)).filter(fits)).length, { interval: 300 })
    .toBeGreaterThanOrEqual(count);
  return Promise.all(found.map((head) => eventOf(server, slug, head)));
}

const withDigest = (digest: string) => (event: EventHead) => tagOf(event, 'digest') === digest;
const titled = (text: string) => (event: EventHead) => event.title.includes(text);
const isServer = (event: EventHead) => event.platform === 'node';

/** The events of both sides for the error whose digest the page shows. */
async function bothSides(page: Page, slug = 'shop') {
  const digest = await shownDigest(page);
  const events = await arrived(withDigest(digest), 2, slug);
  return { digest, onServer: events.find(isServer)!, inBrowser: events.find((event) => !isServer(event))! };
}

test('the package installs from the running server, with types and without a registry', async () => {
  await using folder = await emptyFolder();
  for (const name of ['seismo-nextjs.tgz', 'seismo-browser.tgz']) {
    await folder.install((await fetch(`${server.url}/kit/${name}`, { method: 'HEAD' })).url);
  }
  expect(await folder.run('node', '--input-type=module', '-e', usesOfKit)).toBe('complete\n');
  expect(await folder.run('node_modules/.bin/seismo-next', '--help')).toContain('seismo-next doctor');
  expect(await folder.typeErrors(typedUsesOfKit)).toBe('');
});

describe('the build', () => {
  test('uploads source maps and names of server actions, and leaves no map public', async () => {
    expect(buildOutput).toMatch(
      /Seismo: uploaded \d+ scripts with source maps and [1-9]\d* server actions for release shop@1\.0\.0/,
    );
    const files = await readdir(join(app, '.next/static'), { recursive: true });
    expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(3);
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  });
});

describe('an error on the server', () => {
  test.each([
    [
      'a server component',
      '/failures/server',
      'The list of offers could not be loaded',
      '/failures/server',
      'loadOffers',
    ],
    ['a part that is streamed', '/failures/streamed', 'The reviews cannot be read', '/failures/streamed', 'Reviews'],
    ['a layout', '/failures/layout', 'The layout is missing', '/failures/layout', 'BrokenLayout'],
  ])('in %s is shown with its digest, which both sides report', async (_case, path, message, route, name) => {
    const { page } = await visit(path, { fails: true });
    const { digest, onServer, inBrowser } = await bothSides(page);
    expect(onServer.title).toContain(message);
    expect(onServer.contexts['nextjs']).toMatchObject({
      digest,
      route,
      route_type: 'render',
      router_kind: 'App Router',
    });
    expect(locationOf(onServer)).toMatch(new RegExp(`app${route}/(page|layout)\\.tsx:${name}$`));
    expect(inBrowser.contexts['nextjs']).toMatchObject({ digest, router_kind: 'App Router' });
    // In production, the browser gets no details of a server error.
    expect(JSON.stringify(inBrowser)).not.toContain(message);

    await press(page, 'Copy');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`Digest: ${digest}`);
  });

  test.each([
    ['by the nearest error page', '/failures/server'],
    ['by the global one', '/failures/layout'],
    ['by the one of the Pages Router', '/classic/server'],
  ])('is shown %s under a strict policy with Trusted Types', async (_page, path) => {
    const policy = `script-src 'self' 'unsafe-inline'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types default`;
    const { page, noise } = await visit(path, { fails: true, policy });
    const digest = await shownDigest(page);
    await press(page, 'Copy');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`Digest: ${digest}`);
    await arrived(withDigest(digest), 2);
    expect(noise.filter((line) => /Trusted/.test(line))).toEqual([]);
  });

  test("collects feedback from the visitor on the server's issue", async () => {
    const { page } = await visit('/failures/server', { fails: true });
    const digest = await shownDigest(page);
    await page.getByLabel('What were you doing?').fill('I wanted to see the offers.');
    await page.getByLabel('Email').fill('ana@mail.example');
    await press(page, 'Send');
    await page.getByText('Thank you').waitFor();
    const path = '/api/0/projects/main/shop/user-feedback/';
    const newestFeedback = async () => (await server.get<{ issue: { title: string } | null }[]>(path))[0];
    await expect
      .poll(async () => (await newestFeedback())?.issue?.title)
      .toContain('The list of offers could not be loaded');
    expect(await newestFeedback()).toMatchObject({
      comments: 'I wanted to see the offers.',
      email: 'ana@mail.example',
      source: 'error_page',
      digest,
      event: { eventID: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
  });

  test('in a server action names the function, its file and the page', async () => {
    const { page } = await visit('/failures');
    const sent = page.waitForRequest((request) => request.headers()['next-action'] !== undefined);
    await press(page, 'A server action throws');
    const request = await sent;
    // observed.md row 3: a POST to the URL of the page that is open, with the action's ID and the router's state.
    expect([request.method(), new URL(request.url()).pathname]).toEqual(['POST', '/failures']);
    expect(request.headers()).toHaveProperty('next-router-state-tree');
    const { onServer: event } = await bothSides(page);
    expect(event.contexts['nextjs']).toMatchObject({
      route: '/failures',
      route_type: 'action',
      action_id: request.headers()['next-action'],
      action_name: 'addToCart',
      action_file: expect.stringMatching(/shop\/cart\.ts$/),
    });
    expect(tagOf(event, 'action')).toBe('addToCart');
    expect(locationOf(event)).toMatch(/shop\/cart\.ts:addToCart$/);
  });

  test('in an action called from code rejects there with the digest', async () => {
    const { page } = await visit('/cart');
    await press(page, 'Check out');
    const status = page.getByRole('status').filter({ hasText: 'Checkout failed' });
    await status.waitFor();
    const digest = /failed: (\S+)/.exec(await status.innerText())![1]!;
    const events = await arrived(withDigest(digest), 2);
    expect(events.find(isServer)!.title).toContain('The cart is empty');
  });

  test('in a route handler has its route', async () => {
    expect((await fetch(`${shop.origin}/api/stock?product=none`)).status).toBe(500);
    const [event] = await arrived(titled('The stock of this product is unknown'));
    expect(event!.contexts['nextjs']).toMatchObject({ route: '/api/stock', route_type: 'route' });
    expect(locationOf(event!)).toMatch(/app\/api\/stock\/route\.ts/);
  });

  test('in the proxy is reported as such', async () => {
    expect((await fetch(`${shop.origin}/old-products`)).status).toBe(500);
    const [event] = await arrived(titled('The old address names no product'));
    expect(event!.contexts['nextjs']).toMatchObject({ route_type: 'proxy' });
  });
});

describe('an error in the browser', () => {
  test.each([
    ['a click throws', 'A click throws', /reading 'reduce'/, 'failing-buttons.tsx'],
    [
      'a promise is rejected',
      'A promise is rejected',
      /RangeError: The voucher is not a number/,
      'failing-buttons.tsx',
    ],
    ['it is handled', 'An error is handled', /The total is unknown/, 'failing-buttons.tsx'],
  ])('is reported to its own origin and mapped to its source when %s', async (_case, button, title, file) => {
    const { page, context, reports } = await visit('/failures');
    await press(page, button);
    const [event] = await arrived((one) => title.test(one.title));
    expect(locationOf(event!)).toContain(file);
    // observed.md row 1: same origin, and a path that reveals nothing of the app.
    expect(reports.map((request) => request.url())).toEqual([`${shop.origin}/monitoring`]);
    const opened = await context.request.get('/monitoring');
    expect([opened.status(), await opened.text()]).toEqual([405, '']);
  });

  test('while a client component renders shows the error message without a digest', async () => {
    const { page } = await visit('/failures/client');
    await press(page, 'Choose a size');
    const alert = page.getByRole('alert').filter({ hasText: 'Application error' });
    await alert.waitFor();
    expect(await alert.innerText()).toContain(
      `Application error: a client-side exception has occurred while loading ${new URL(shop.origin).host} (see the browser console for more information).`,
    );
    expect(await alert.innerText()).not.toContain('Digest');
    const [event] = await arrived(titled('This product has no sizes'));
    expect(locationOf(event!)).toContain('broken-island.tsx');
    await press(page, 'Try again');
    await page.getByText('One size fits all.').waitFor();
  });

  test('caught by a boundary has the component stack', async () => {
    const { page } = await visit('/failures/caught');
    await press(page, 'Choose a size');
    const fallback = page.getByText(/Event: \w{32}/);
    const eventId = (await fallback.innerText()).slice(-32);
    const [event] = await arrived(({ eventID }) => eventID === eventId);
    expect(event!.contexts['react']!['componentStack']).toMatch(/^\s*at /m);
  });

  test('of hydration shows where both sides differ', async () => {
    await visit('/failures/hydration', { fails: true });
    const [event] = await arrived(({ title }) => /#418|hydrat/i.test(title));
    expect(event!.contexts['hydration']).toMatchObject({
      server: expect.stringContaining('Good day from the server'),
      client: expect.stringContaining('Good evening from the browser'),
    });
  });
});

describe('the Pages Router, in the same app', () => {
  test('shows the digest of an error in getServerSideProps, which both sides report as one issue', async () => {
    const { page } = await visit('/classic/server', { fails: true });
    const { onServer, inBrowser } = await bothSides(page);
    expect(onServer.title).toContain('The classic offers could not be loaded');
    const pagesRouter = { router_kind: 'Pages Router', digest: tagOf(onServer, 'digest') };
    expect(onServer.contexts['nextjs']).toMatchObject({
      ...pagesRouter,
      route: '/classic/server',
      route_type: 'render',
    });
    expect(locationOf(onServer)).toMatch(/pages\/classic\/server\.tsx:readOffers$/);
    expect(inBrowser.contexts['nextjs']).toMatchObject(pagesRouter);
    expect(inBrowser.groupID).toBe(onServer.groupID);
  });

  test('shows the error message for a failed component', async () => {
    const before = (await eventsOf(server, 'shop')).filter(titled('This product has no sizes')).length;
    const { page } = await visit('/classic');
    await press(page, 'Choose a size');
    const alert = page.getByRole('alert').filter({ hasText: 'Application error' });
    await alert.waitFor();
    expect(await alert.innerText()).toContain('a client-side exception has occurred');
    await arrived(titled('This product has no sizes'), before + 1);
  });

  test('reports an API route', async () => {
    expect((await fetch(`${shop.origin}/api/prices?product=none`)).status).toBe(500);
    const [event] = await arrived(titled('The price list has no such product'));
    expect(event!.contexts['nextjs']).toMatchObject({
      route: '/api/prices',
      route_type: 'route',
      router_kind: 'Pages Router',
    });
    expect(locationOf(event!)).toMatch(/pages\/api\/prices\.ts:/);
  });
});

test('redirects and missing pages are not errors, on either side', async () => {
  const before = (await eventsOf(server, 'shop')).length;
  for (const path of ['/failures/redirect', '/failures/missing', '/products/none']) {
    expect((await visit(path)).reports).toEqual([]);
  }
  expect((await eventsOf(server, 'shop')).length).toBe(before);
});

test('a visit without errors causes no error, console message or report', async () => {
  const { page, reports, noise } = await visit('/');
  await page.getByRole('link', { name: 'Kettle' }).click();
  await press(page, 'How many are left?');
  await page.getByText('12 left').waitFor();
  await press(page, 'Add to cart');
  await page.waitForURL('**/cart');
  // Next announces the title of the previous page to screen readers, and the title is the same word.
  await page.getByText('kettle', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  expect([noise, reports]).toEqual([[], []]);
});

test('blocking third parties changes nothing', async () => {
  const { page, context } = await visit('/failures');
  const blocked: string[] = [];
  await context.route(
    (url) => url.origin !== shop.origin,
    (route) => {
      blocked.push(route.request().url());
      return route.abort('blockedbyclient');
    },
  );
  await throwLater(page, 'behind a blocker');
  await arrived(titled('behind a blocker'));
  expect(blocked).toEqual([]);
});

/** Client reports that the server accepted. */
async function clientReports(): Promise<number> {
  await processed(server);
  const samples = [...(await server.metrics())].filter(([name]) =>
    /^seismo_step_items_total\{.*client_report/.test(name),
  );
  return samples.reduce((sum, [, value]) => sum + value, 0);
}

test('an offline page stays silent, and reports its losses later', async () => {
  const { page, context, noise } = await visit('/failures');
  const before = await clientReports();
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/monitoring'));
  await throwLater(page, 'while offline');
  await failed;
  await context.setOffline(false);
  await throwLater(page, 'online again');
  await arrived(titled('online again'));
  await expect.poll(clientReports).toBeGreaterThan(before);
  await expect.poll(() => noise).toEqual(['threw: while offline', 'threw: online again']);
});

test('an error right before leaving the page is sent', async () => {
  const { page } = await visit('/failures');
  await page.evaluate(() => {
    addEventListener('pagehide', () => dispatchEvent(new ErrorEvent('error', { error: new Error('on the way out') })));
    location.href = 'about:blank';
  });
  await arrived(titled('on the way out'));
});

test('a 429 stops reports for the given time, through the tunnel', async () => {
  const { page, reports, noise } = await visit('/failures');
  await page.route('**/monitoring', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '60', 'content-type': 'application/json' }, body: '{}' }),
  );
  await throwLater(page, 'the first');
  // The page itself has received the answer.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/monitoring')),
  );
  for (let nth = 0; nth < 5; nth += 1) await throwLater(page, `too many ${nth}`);
  await idle(page);
  expect(reports).toHaveLength(1);
  expect(noise.filter((line) => !line.startsWith('threw: '))).toEqual([]);
});

test('Next 15 behaves the same, with webpack and both routers', { timeout: 300_000 }, async () => {
  const output = await built15;
  expect(output).toMatch(/Seismo: uploaded \d+ scripts with source maps and 1 server actions for release fifteen@1/);
  // Next prints these texts for code that the edge runtime cannot run.
  expect(output).not.toMatch(/not supported in the Edge Runtime|Compiled with warnings/);
  await using site = await startShop(app15, dsn15);
  const visit15 = (path: string) => visit(path, { fails: true, site });
  const arrived15 = (fits: (event: EventHead) => boolean) => arrived(fits, 1, 'fifteen');

  for (const [path, message, place, fields] of [
    ['/broken', 'No trains on Next 15', /app\/broken\/page\.jsx:loadTrains$/, { router_kind: 'App Router' }],
    ['/timetable', 'The timetable names no day', /pages\/timetable\.jsx:/, { router_kind: 'Pages Router' }],
  ] as const) {
    const { page } = await visit15(path);
    const { digest, onServer, inBrowser } = await bothSides(page, 'fifteen');
    expect(onServer.title).toContain(message);
    expect(onServer.contexts['nextjs']).toMatchObject({ ...fields, digest, route: path, route_type: 'render' });
    expect(locationOf(onServer)).toMatch(place);
    expect(inBrowser.groupID).toBe(onServer.groupID);
  }

  const { page } = await visit15('/action');
  await press(page, 'Book');
  const { onServer: called } = await bothSides(page, 'fifteen');
  expect(called.contexts['nextjs']).toMatchObject({ route_type: 'action', action_name: 'bookTrain' });
  await page.goto('/timetable?day=monday');
  await press(page, 'Break it');
  expect(locationOf((await arrived15(titled('A click on Next 15')))[0]!)).toMatch(/pages\/timetable\.jsx:/);
  await fetch(`${site.origin}/edge`);
  const [edge] = await arrived15(titled('No track at the edge'));
  expect(edge!.contexts['nextjs']).toMatchObject({ route: '/edge', route_type: 'route', router_kind: 'App Router' });
});

// Last, because it overwrites the build that the other tests use.
test('a build with webpack behaves the same', { timeout: 300_000 }, async () => {
  await shop[Symbol.asyncDispose]();
  const authToken = await server.createToken('org:ci');
  buildOutput = await buildShop({ app, dsn: project.dsn, release: 'shop@2.0.0', authToken, args: ['--webpack'] });
  expect(buildOutput).toMatch(
    /Seismo: uploaded \d+ scripts with source maps and [1-9]\d* server actions for release shop@2/,
  );
  shop = await startShop(app, project.dsn);

  const { page, noise } = await visit('/');
  expect(noise).toEqual([]);
  await page.goto('/failures/server');
  expect(locationOf((await bothSides(page)).onServer)).toMatch(/app\/failures\/server\/page\.tsx:/);
  await page.goto('/failures');
  await press(page, 'A server action throws');
  const { onServer: called } = await bothSides(page);
  expect(called.contexts['nextjs']).toMatchObject({
    route: '/failures',
    route_type: 'action',
    action_name: 'addToCart',
  });
  await page.goto('/failures');
  await press(page, 'A promise is rejected');
  // The newest is first; the other is of the previous build.
  const rejected = await arrived(titled('The voucher is not a number'), 2);
  expect(locationOf(rejected[0]!)).toContain('failing-buttons.tsx');
});
