import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startIngest } from '../../../browser/src/testing/ingest.ts';
import { PagesErrorPage } from '../error/error.tsx';
import * as kit from '../server.ts';
import type { ServerOptions } from './options.ts';
import type { ContextOfError, RequestOfError } from './request-error.ts';
import { runRequest } from './scopes.ts';

type Ingest = Awaited<ReturnType<typeof startIngest>>;

const request: RequestOfError = {
  path: '/products/7?coupon=SECRET',
  method: 'GET',
  headers: {
    host: 'shop.example',
    'x-forwarded-proto': 'https',
    'user-agent': 'Mozilla/5.0 test',
    cookie: 'session=1',
    authorization: 'Bearer 1',
    'sentry-trace': '7842234bc8ed4446b3f3beb24a7a10bd-915530537f584b4f-1',
    'x-forwarded-for': '203.0.113.9',
  },
};
const context = {
  routerKind: 'App Router',
  routePath: '/products/[id]',
  routeType: 'render',
  renderSource: 'react-server-components',
  revalidateReason: undefined,
} as const satisfies ContextOfError;
const actionRequest: RequestOfError = {
  path: '/cart',
  method: 'POST',
  headers: {
    host: 'shop.example',
    'next-action': '4055e66e83c1cbf227ccf67a0ae581b748966ef44a',
    'next-router-state-tree': encodeURIComponent('["",{"children":["cart",{"children":["__PAGE__",{}]}]}]'),
  },
};

const thrown = (digest?: string, message = 'no price for A-1') =>
  Object.assign(new RangeError(message), digest === undefined ? {} : { digest });

let ingest: Ingest;

beforeEach(async () => {
  // As Next does in both of its runtimes.
  (globalThis as { AsyncLocalStorage?: unknown }).AsyncLocalStorage ??= AsyncLocalStorage;
  ingest = await startIngest();
});
afterEach(async () => {
  await kit.close();
  vi.unstubAllEnvs();
  await ingest[Symbol.asyncDispose]();
});

const start = (options: ServerOptions = {}) => kit.init({ dsn: ingest.dsn, environment: 'test', ...options });

interface SentEvent {
  event_id: string;
  transaction?: string;
  release?: string;
  tags: Record<string, string>;
  user: Record<string, unknown>;
  contexts: Record<string, Record<string, unknown>>;
  request: { url: string; headers: Record<string, string> };
  exception: { values: { type: string; value: string; mechanism: object; stacktrace: { frames: Frame[] } }[] };
}
interface Frame {
  filename: string;
  in_app: boolean;
}

/** Every event so far, in order. */
async function events(): Promise<SentEvent[]> {
  await kit.flush();
  return ingest.items('event').map(({ payload }) => payload as unknown as SentEvent);
}

describe('an error that Next met', () => {
  test('is an event with its digest, where it happened, and the trace of the browser', async () => {
    start({ release: 'shop@1' });
    await kit.onRequestError(thrown('3131397831'), request, context);
    const [event] = await events();
    expect(event).toMatchObject({
      transaction: 'GET /products/[id]',
      release: 'shop@1',
      environment: 'test',
      platform: 'node',
      tags: { digest: '3131397831' },
      contexts: {
        nextjs: {
          digest: '3131397831',
          route: '/products/[id]',
          route_type: 'render',
          router_kind: 'App Router',
          render_source: 'react-server-components',
        },
        trace: { trace_id: '7842234bc8ed4446b3f3beb24a7a10bd', parent_span_id: '915530537f584b4f' },
      },
    });
    const [exception] = event!.exception.values;
    expect(exception).toMatchObject({
      type: 'RangeError',
      value: 'no price for A-1',
      mechanism: { type: 'auto.function.nextjs.on_request_error', handled: false },
    });
    expect(exception!.stacktrace.frames.at(-1)).toMatchObject({ function: 'thrown', in_app: true });
  });

  test('excludes private data of the visitor: cookies, credentials, the query, the address', async () => {
    start();
    await kit.onRequestError(thrown(), request, context);
    const [event] = await events();
    expect(event!.request).toEqual({
      method: 'GET',
      url: 'https://shop.example/products/7',
      headers: { 'user-agent': 'Mozilla/5.0 test', host: 'shop.example' },
    });
    expect(JSON.stringify(event)).not.toMatch(/SECRET|session=1|Bearer|203\.0\.113/);
    start({ sendDefaultPii: true });
    await kit.onRequestError(thrown(), request, context);
    expect((await events())[1]).toMatchObject({
      user: { ip_address: '203.0.113.9' },
      request: { query_string: 'coupon=SECRET' },
    });
  });

  test('in a server action names the function and its file, as the build lists them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'seismo-kit-'));
    await mkdir(join(folder, 'server'));
    const action = { exportedName: 'addToCart', filename: 'app/cart/actions.ts', workers: {} };
    const id = String(actionRequest.headers['next-action']);
    const manifest = JSON.stringify({ node: { [id]: action }, edge: {} });
    await writeFile(join(folder, 'server/server-reference-manifest.json'), manifest);
    vi.stubEnv('SEISMO_NEXT_DIST_DIR', folder);
    start();
    await kit.onRequestError(thrown('154953950'), actionRequest, { ...context, routeType: 'action', routePath: '' });
    const [event] = await events();
    expect(event!.contexts['nextjs']).toMatchObject({
      route: '/cart',
      route_type: 'action',
      action_id: id,
      action_name: 'addToCart',
      action_file: 'app/cart/actions.ts',
    });
    expect(event!.tags).toEqual({ digest: '154953950', action: 'addToCart' });
    await rm(folder, { recursive: true });
  });

  test('is reported once from several renderers', async () => {
    start();
    const error = thrown('1');
    await kit.onRequestError(error, request, context);
    await kit.onRequestError(error, request, { ...context, renderSource: 'server-rendering' });
    expect(await events()).toHaveLength(1);
  });

  test.each([
    'NEXT_REDIRECT;replace;/cart;307;',
    'NEXT_HTTP_ERROR_FALLBACK;404',
    'NEXT_NOT_FOUND',
    'DYNAMIC_SERVER_USAGE',
    'BAILOUT_TO_CLIENT_SIDE_RENDERING',
    'HANGING_PROMISE_REJECTION',
    'NEXT_PRERENDER_INTERRUPTED',
  ])('that is control flow, %s, is none', async (digest) => {
    start();
    await kit.onRequestError(thrown(digest), request, context);
    kit.captureException(thrown(digest));
    expect(await events()).toEqual([]);
  });

  test.each([
    ['/api/stock?of=tea', '/api/stock/route', '/api/stock'],
    ['/', '/page', '/'],
    ['/bus/7', '/bus/[line]/page', '/bus/[line]'],
    ['/bus/route', '/bus/route', '/bus/route'],
    ['/page/', '/page', '/page'],
  ])('at %s, which Next calls %s, is of the route %s', async (path, routePath, route) => {
    start();
    await kit.onRequestError(thrown('1'), { ...request, path }, { ...context, routePath });
    expect((await events())[0]!.contexts!['nextjs']).toMatchObject({ route });
  });

  test('in a route handler on the edge, which Next 15 reports as Pages Router, counts as App Router', async () => {
    start();
    const edge = { ...context, routerKind: 'Pages Router', routePath: '/edge/route', routeType: 'route' } as const;
    await kit.onRequestError(thrown('1'), { ...request, path: '/edge' }, edge);
    expect((await events())[0]!.contexts!['nextjs']).toMatchObject({ route: '/edge', router_kind: 'App Router' });
  });

  test('in the Pages Router, which has no digests, gets a digest that its error page shows', async () => {
    start();
    const error = thrown();
    const pages = { ...context, routerKind: 'Pages Router', routePath: '/classic/[id]' } as const;
    await kit.onRequestError(error, request, pages);
    const { digest } = PagesErrorPage.getInitialProps({ res: { statusCode: 500 }, err: error });
    expect(digest).toMatch(/^\d+$/);
    const [event] = await events();
    expect(event).toMatchObject({ tags: { digest }, contexts: { nextjs: { digest, router_kind: 'Pages Router' } } });
    // API routes and route handlers answer without a page.
    await kit.onRequestError(thrown(), request, { ...pages, routeType: 'route' });
    expect((await events())[1]!.contexts!['nextjs']).not.toHaveProperty('digest');
  });

  test.each<[string, Pick<ContextOfError, 'routePath' | 'routeType'>]>([
    ['a form action without JavaScript', { routePath: '/cart', routeType: 'render' }],
    ['the proxy', { routePath: '/proxy', routeType: 'proxy' }],
  ])('of %s has the digest that the error page shows', async (_case, where) => {
    start();
    const error = thrown();
    await kit.onRequestError(error, request, { routerKind: 'App Router', revalidateReason: undefined, ...where });
    const { digest } = PagesErrorPage.getInitialProps({ res: { statusCode: 500 }, err: error });
    expect(digest).toMatch(/^\d+$/);
    expect(await events()).toMatchObject([{ tags: { digest } }]);
  });

  test('that Next reported to no hook is reported by the error page, once', async () => {
    start();
    const error = thrown();
    const props = () => PagesErrorPage.getInitialProps({ res: { statusCode: 500 }, err: error });
    const [first, second] = [0, 1].map(() => runRequest({ ...request, route: () => undefined }, props));
    expect(first).toEqual({ statusCode: 500, digest: expect.stringMatching(/^\d+$/) });
    expect(second).toEqual(first);
    expect(await events()).toMatchObject([
      {
        tags: { digest: first!.digest },
        exception: { values: [{ mechanism: { type: 'auto.function.nextjs.error_page', handled: false } }] },
      },
    ]);
    // A bad request is the visitor's.
    PagesErrorPage.getInitialProps({ res: { statusCode: 400 }, err: thrown() });
    expect(await events()).toHaveLength(1);
  });

  test('that is a text has the frames of the code that captured it, none of the kit', async () => {
    start();
    kit.captureException('no price');
    const [event] = await events();
    const [exception] = event!.exception.values;
    expect(exception).toMatchObject({ value: 'no price', mechanism: { synthetic: true } });
    expect(exception!.stacktrace.frames.at(-1)!.filename).toMatch(/server\.test\.ts$/);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'no'],
    [
      'an object that throws when it is looked at',
      {
        get digest() {
          throw new Error('no');
        },
      },
    ],
  ])('may be %s', async (_case, error) => {
    start();
    await expect(kit.onRequestError(error as Error, request, context)).resolves.toBeUndefined();
  });

  test('does not delay the response, unless the process may be suspended after it', async () => {
    await using silent = await startIngest(() => {});
    kit.init({ dsn: silent.dsn });
    await kit.onRequestError(thrown(), request, context);
    const waited: Promise<unknown>[] = [];
    const host = { get: () => ({ waitUntil: (promise: Promise<unknown>) => waited.push(promise) }) };
    (globalThis as Record<symbol, unknown>)[Symbol.for('@vercel/request-context')] = host;
    await kit.onRequestError(thrown(), request, context);
    delete (globalThis as Record<symbol, unknown>)[Symbol.for('@vercel/request-context')];
    expect(waited).toHaveLength(1);
  });
});

test('files of the build are named as uploads name them, wherever the app is installed', async () => {
  start();
  const error = thrown();
  error.stack = [
    'RangeError: no price for A-1',
    '    at price (/srv/shop/.next/server/chunks/ssr/[root-of-the-server]__0c.js:2:1574)',
    '    at render (/srv/shop/node_modules/next/dist/compiled/next-server/app-page.runtime.prod.js:18:3465)',
    '    at AsyncLocalStorage.run (node:internal/async_local_storage/async_context_frame:63:14)',
  ].join('\n');
  vi.stubGlobal('_debugIds', {
    'Error\n    at /srv/shop/.next/server/chunks/ssr/[root-of-the-server]__0c.js:1:1':
      'd09759d5-72df-43b6-8855-16649a1a2bb7',
  });
  await kit.onRequestError(error, request, context);
  const [event] = await events();
  vi.unstubAllGlobals();
  expect(event!.exception.values[0]!.stacktrace.frames.map(({ filename, in_app }) => [filename, in_app])).toEqual([
    ['node:internal/async_local_storage/async_context_frame', false],
    ['/srv/shop/node_modules/next/dist/compiled/next-server/app-page.runtime.prod.js', false],
    ['app:///_next/server/chunks/ssr/[root-of-the-server]__0c.js', true],
  ]);
  expect(event).toMatchObject({
    debug_meta: {
      images: [
        {
          code_file: 'app:///_next/server/chunks/ssr/[root-of-the-server]__0c.js',
          debug_id: 'd09759d5-72df-43b6-8855-16649a1a2bb7',
        },
      ],
    },
  });
});

test('a scope holds through everything that is awaited in it, and for nothing else', async () => {
  start();
  const order = (id: string) =>
    kit.withScope(async (scope) => {
      scope.setTag('order', id);
      await new Promise((resolve) => setTimeout(resolve));
      kit.setUser({ id: `user of ${id}` });
      kit.captureException(new Error(id));
    });
  await Promise.all([order('1'), order('2')]);
  kit.captureException(new Error('outside'));
  const seen = (await events()).map(({ exception, tags, user }) => [exception.values[0]!.value, tags, user]);
  expect(seen).toEqual([
    ['1', { order: '1' }, { id: 'user of 1' }],
    ['2', { order: '2' }, { id: 'user of 2' }],
    ['outside', undefined, undefined],
  ]);
});

describe('while the server is away or busy', () => {
  test('a thousand reports are queued; more are dropped, counted, and announced with the next', async () => {
    const answers: (() => void)[] = [];
    let patient = false;
    await using slow = await startIngest((response) => {
      const answer = (): void => void response.writeHead(200).end('{}');
      if (patient) answer();
      else answers.push(answer);
    });
    kit.init({ dsn: slow.dsn });
    for (let nth = 0; nth < 1100; nth += 1) kit.captureMessage(`message ${nth}`);
    await expect.poll(() => answers.length).toBe(4);
    patient = true;
    for (const answer of answers.splice(0)) answer();
    expect(await kit.flush(60_000)).toBe(true);
    expect(slow.items('event')).toHaveLength(1004);
    const lost = slow
      .items('client_report')
      .flatMap(({ payload }) => payload['discarded_events'] as { quantity: number }[]);
    expect(lost).toContainEqual({ reason: 'queue_overflow', category: 'error', quantity: 96 });
  });

  test('reports wait within 16 MiB, in any number', async () => {
    const answers: (() => void)[] = [];
    let patient = false;
    await using slow = await startIngest((response) => {
      const answer = (): void => void response.writeHead(200).end('{}');
      if (patient) answer();
      else answers.push(answer);
    });
    kit.init({ dsn: slow.dsn });
    const attachment = { filename: 'core', data: new Uint8Array(5 * 1024 * 1024) };
    for (let nth = 0; nth < 10; nth += 1) kit.captureMessage(`message ${nth}`, { attachments: [attachment] });
    await expect.poll(() => answers.length).toBe(4);
    patient = true;
    for (const answer of answers.splice(0)) answer();
    expect(await kit.flush(60_000)).toBe(true);
    expect(slow.items('event')).toHaveLength(7);
    expect(slow.items('client_report').flatMap(({ payload }) => payload['discarded_events'])).toContainEqual({
      reason: 'queue_overflow',
      category: 'error',
      quantity: 3,
    });
  });

  test('rate limits are obeyed', async () => {
    await using limited = await startIngest((response) =>
      response.writeHead(429, { 'x-sentry-rate-limits': '60:error:key' }).end('{}'),
    );
    kit.init({ dsn: limited.dsn });
    kit.captureMessage('one');
    await kit.flush();
    kit.captureMessage('two');
    await kit.flush();
    expect(limited.items('event')).toHaveLength(1);
  });

  test('nothing throws, and no call waits longer than its timeout', async () => {
    kit.init({ dsn: 'http://abc@127.0.0.1:1/7' });
    kit.captureMessage('one');
    expect(await kit.flush(5000)).toBe(true);
    await using silent = await startIngest(() => {});
    kit.init({ dsn: silent.dsn });
    kit.captureMessage('two');
    expect(await kit.flush(50)).toBe(false);
  });
});

test('without a DSN, and with an invalid one, every function can still be called', async () => {
  for (const dsn of ['', 'rubbish', 'https://seismo.example']) {
    kit.init({ dsn });
    expect(kit.captureException(new Error('x'))).toMatch(/^[0-9a-f]{32}$/);
    await kit.onRequestError(thrown(), request, context);
    expect([kit.isEnabled(), await kit.flush()]).toEqual([false, false]);
  }
});

test('events dropped by beforeSend are not sent, and an error in it loses only its event', async () => {
  start({
    beforeSend(event) {
      if (event.message === 'broken') throw new Error('in beforeSend');
      return event.message === 'secret' ? null : event;
    },
  });
  for (const message of ['secret', 'broken', 'fine']) kit.captureMessage(message);
  expect((await events()).map((event) => (event as unknown as { message: string }).message)).toEqual(['fine']);
});

test('an error of the proxy is reported and thrown on; its answers and redirects pass', async () => {
  start();
  const proxy = kit.withProxyErrors((incoming: Request) => {
    if (incoming.url.includes('/fails')) throw new TypeError('in the proxy');
    return new Response('passed');
  });
  expect(await (await proxy(new Request('https://shop.example/works'))).text()).toBe('passed');
  await expect(
    proxy(new Request('https://shop.example/fails?q=1', { headers: { 'x-forwarded-host': 'shop.example' } })),
  ).rejects.toThrow('in the proxy');
  const seen = await events();
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({
    contexts: { nextjs: { route: '/proxy', route_type: 'proxy' } },
    request: { url: 'http://shop.example/fails', method: 'GET' },
  });
});
