import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIngest } from '../../packages/browser/src/testing/ingest.ts';
import { listen } from './listen.ts';
import { buildShop, installBuiltKit, oldestNode, removeKit, startShop, type Shop } from './shop/shop.ts';

const app = join(import.meta.dirname, '../apps/requests');
const names = ['anna', 'bert', 'anonymous'];

let site: Shop;

/** The app answers requests once this many wait, so that they overlap. */
async function openGate(count: number) {
  const waiting: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    waiting.push(response);
    if (waiting.length === count) for (const held of waiting.splice(0)) held.end('{}');
  });
  return listen(server);
}

const [ingest, gate] = await Promise.all([startIngest(), openGate(names.length)]);
await installBuiltKit(app);
await buildShop({ app, dsn: ingest.dsn, release: 'requests@1', node: oldestNode });

afterAll(async () => {
  await removeKit(app);
  await gate[Symbol.asyncDispose]();
  await ingest[Symbol.asyncDispose]();
});

interface SentEvent {
  message?: string;
  transaction?: string;
  exception?: { values: { value: string }[] };
  user?: { id: string };
  tags?: Record<string, string>;
  breadcrumbs?: { message: string }[];
  contexts: { trace: { trace_id: string }; nextjs?: { route?: string; route_type?: string } };
  request?: { url: string; method: string };
}

const titleOf = ({ message, exception }: SentEvent) => message ?? exception?.values.at(-1)?.value;

const sent = (): SentEvent[] => ingest.items('event').map(({ payload }) => payload as unknown as SentEvent);

const get = (path: string) => fetch(site.origin + path).then((answer) => answer.text());

/** A form submission without JavaScript. */
async function submit(path: string): Promise<string> {
  const page = await get(path);
  const form = new FormData();
  for (const [, name, value = ''] of page.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g))
    form.append(name!.replaceAll('&quot;', '"'), value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
  return fetch(site.origin + path, { method: 'POST', body: form }).then((answer) => answer.text());
}

describe.each([
  ['the pinned Node', process.execPath],
  ['the oldest Node that Next supports', oldestNode],
])('on %s', (_name, node) => {
  beforeAll(async () => {
    ingest.received.length = 0;
    site = await startShop(app, ingest.dsn, { E2E_GATE: gate.origin }, node);
  });

  afterAll(() => site?.[Symbol.asyncDispose]());

  // The requests start as soon as the server is ready, before it has loaded the kit.
  test('the users of the first requests do not leak into other requests', async () => {
    await Promise.all(names.map((name) => get(`/route/${name}`)));
    await expect.poll(() => sent().length).toBeGreaterThanOrEqual(names.length * 2);
    for (const event of sent()) expect([undefined, titleOf(event)!.split(' ', 1)[0]]).toContain(event.user?.id);
  });

  test.each([
    ['route handlers', '/route', '/route/[name]', 'GET', get],
    ['route handlers on the edge', '/edge', '/edge/[name]', 'GET', get],
    ['server components', '/page', '/page/[name]', 'GET', get],
    ['server actions', '/action', '/action/[name]', 'POST', submit],
    ['the proxy', '/proxy', undefined, 'GET', get],
    ['a proxy that is not wrapped', '/unwrapped', undefined, 'GET', get],
    ['API routes of the Pages Router', '/api', '/api/[name]', 'GET', get],
    ['getServerSideProps', '/props', '/props/[name]', 'GET', get],
  ])('visitors of %s are told apart', { timeout: 60_000 }, async (_kind, path, route, method, request) => {
    ingest.received.length = 0;
    await Promise.all(names.map((name) => request(`${path}/${name}`)));
    // Next answers an error of the proxy twice, and then has an error of its own.
    const events = () => sent().filter((event) => /by hand|failed/.test(titleOf(event)!));
    await expect.poll(() => events().length).toBeGreaterThanOrEqual(names.length * 2);
    const seen = events()
      .map((event) => [
        titleOf(event),
        event.user?.id,
        event.tags?.['only'],
        event.breadcrumbs?.map((it) => it.message),
      ])
      .toSorted((one, other) => String(one[0]).localeCompare(String(other[0])));
    expect(seen).toEqual([
      ['anna by hand', 'anna', 'anna', ['anna came']],
      ['anna failed', 'anna', 'anna', ['anna came']],
      ['anonymous by hand', undefined, undefined, undefined],
      ['anonymous failed', undefined, undefined, undefined],
      ['bert by hand', 'bert', 'bert', ['bert came']],
      ['bert failed', 'bert', 'bert', ['bert came']],
    ]);
    for (const name of names) {
      const [byHand, failed] = ['by hand', 'failed'].map((what) =>
        events().find((it) => titleOf(it) === `${name} ${what}`)!,
      );
      expect(failed!.request).toMatchObject({ url: `${site.origin}${path}/${name}`, method });
      if (route) expect(failed).toMatchObject({ transaction: `${method} ${route}`, contexts: { nextjs: { route } } });
      expect(byHand!.request).toMatchObject({ url: `${site.origin}${path}/${name}`, method });
      expect(byHand!.contexts.trace.trace_id).toBe(failed!.contexts.trace.trace_id);
      if (route) expect(byHand).toMatchObject({ transaction: `${method} ${route}`, contexts: { nextjs: { route } } });
    }
  });

  test.each([
    ['a form action without JavaScript', '/action', submit],
    ['the proxy', '/proxy', get],
    ['a proxy that is not wrapped', '/unwrapped', get],
    ['getServerSideProps', '/props', get],
  ])('the digest that %s shows is the one that was reported', async (_kind, path, request) => {
    ingest.received.length = 0;
    const pages = await Promise.all(names.map((name) => request(`${path}/${name}`)));
    const digests = pages.map((page) => /Digest: (?:<!-- -->)?(\d+)/.exec(page)?.[1]);
    const reported = () =>
      sent().flatMap((event) => (titleOf(event)!.endsWith('failed') ? [event.tags?.['digest']] : []));
    await expect.poll(() => reported().length).toBeGreaterThanOrEqual(names.length);
    expect(digests).toEqual(names.map(() => expect.any(String)));
    expect(new Set(reported())).toEqual(new Set(digests));
  });

  test('an error is one event, and a route that awaits flush answers', async () => {
    ingest.received.length = 0;
    const flushed = await fetch(`${site.origin}/flush`);
    expect([flushed.status, await flushed.json()]).toEqual([200, { flushed: true }]);
    await Promise.all(names.map((name) => get(`/route/${name}`)));
    // Proxy errors of earlier tests may still arrive.
    const events = () => sent().filter(({ request }) => /\/(flush|route)\b/.test(String(request?.url)));
    await expect.poll(() => events().length).toBeGreaterThan(names.length * 2);
    const titles = names.flatMap((name) => [`${name} by hand`, `${name} failed`]);
    expect(events()).toHaveLength(titles.length + 1);
    expect(new Set(events().map(titleOf))).toEqual(new Set(['before the flush', ...titles]));
  });
});
