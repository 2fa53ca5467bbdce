import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startIngest } from '../../../browser/src/testing/ingest.ts';
import type { Event } from '@seismo/browser';
import * as kit from '../server.ts';

let ingest: Awaited<ReturnType<typeof startIngest>>;

beforeEach(async () => {
  // As Next does in both of its runtimes.
  (globalThis as { AsyncLocalStorage?: unknown }).AsyncLocalStorage ??= AsyncLocalStorage;
  ingest = await startIngest();
  kit.init({ dsn: ingest.dsn, release: 'shop@1', environment: 'test' });
});
afterEach(async () => {
  await kit.close();
  // Only the code that starts reporting reaches the scope of the process.
  kit.init();
  kit.getGlobalScope().clear();
  kit.getIsolationScope().clear();
  await ingest[Symbol.asyncDispose]();
});

async function events(): Promise<Event[]> {
  await kit.flush(20_000);
  return ingest.items('event').map(({ payload }) => payload as Event);
}

const titleOf = ({ message, exception }: Event): string | undefined => message ?? exception?.values.at(-1)?.value;

const byTitle = (events: Event[]): Event[] =>
  events.toSorted((one, other) => titleOf(one)!.localeCompare(titleOf(other)!));

/** A server like Next's, and a function to request it. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    origin: `http://127.0.0.1:${port}`,
    get: (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers }).then((it) => it.text()),
    /** One request after the other on one connection. */
    getAgain: (path: string) =>
      new Promise<void>((resolve) => {
        get({ port, path, agent, host: '127.0.0.1' }, (response) => response.resume().on('end', resolve));
      }),
    async [Symbol.asyncDispose]() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Opens when so many wait at it. */
function gate(count: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === count) for (const open of waiting) open();
    });
}

describe('requests that overlap', () => {
  test('keep users, tags and breadcrumbs to themselves, and leave nothing in the process', async () => {
    const together = gate(3);
    await using server = await serve(async (request, response) => {
      const name = request.url!.slice(1);
      if (name !== 'anonymous') {
        kit.setUser({ id: name });
        kit.setTag('only', name);
        kit.addBreadcrumb({ message: `${name} came` });
      }
      await together();
      await new Promise((resolve) => setTimeout(resolve));
      kit.captureException(new Error(name));
      response.end();
    });
    await Promise.all(['anna', 'bert', 'anonymous'].map((name) => server.get(`/${name}`)));
    kit.captureMessage('outside');
    const seen = byTitle(await events()).map((event) => [
      titleOf(event),
      event.user,
      event.tags?.['only'],
      event.breadcrumbs?.map(({ message }) => message),
    ]);
    expect(seen).toEqual([
      ['anna', { id: 'anna' }, 'anna', ['anna came']],
      ['anonymous', undefined, undefined, undefined],
      ['bert', { id: 'bert' }, 'bert', ['bert came']],
      ['outside', undefined, undefined, undefined],
    ]);
  });

  test('also stay apart one after the other on one connection', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/anna') kit.setUser({ id: 'anna' });
      kit.captureMessage(request.url!);
      response.end();
    });
    await server.getAgain('/anna');
    await server.getAgain('/anonymous');
    expect((await events()).map(({ message, user }) => [message, user])).toEqual([
      ['/anna', { id: 'anna' }],
      ['/anonymous', undefined],
    ]);
  });

  test('keep their scopes until onRequestError', async () => {
    await using server = await serve(async ({ url, method, headers }, response) => {
      kit.setUser({ id: url!.slice(1) });
      await new Promise((resolve) => setTimeout(resolve));
      const context = { routerKind: 'App Router', routePath: '/[name]', routeType: 'route' } as const;
      await kit.onRequestError(
        new Error(url),
        { path: url!, method: method!, headers },
        { ...context, revalidateReason: undefined },
      );
      response.end();
    });
    await Promise.all([server.get('/anna'), server.get('/bert')]);
    const seen = byTitle(await events()).map((event) => [titleOf(event), event.user]);
    expect(seen).toEqual([
      ['/anna', { id: 'anna' }],
      ['/bert', { id: 'bert' }],
    ]);
  });

  test('that only the host separates stay apart, too', async () => {
    const hosts = new AsyncLocalStorage<object>();
    const name = Symbol.for('@next/request-context');
    (globalThis as Record<symbol, unknown>)[name] = { get: () => hosts.getStore() };
    const together = gate(2);
    const request = (id: string) =>
      hosts.run({ waitUntil: () => {} }, async () => {
        if (id !== 'anonymous') kit.setUser({ id });
        await together();
        kit.captureMessage(id);
      });
    try {
      await Promise.all([request('anna'), request('anonymous')]);
      kit.captureMessage('outside');
    } finally {
      delete (globalThis as Record<symbol, unknown>)[name];
    }
    expect((await events()).map(({ message, user }) => [message, user])).toEqual([
      ['anna', { id: 'anna' }],
      ['anonymous', undefined],
      ['outside', undefined],
    ]);
  });
});

test('a request from before reporting started stays isolated, too', async () => {
  const together = gate(2);
  const request = async (id: string) => {
    await Promise.resolve();
    if (id !== 'anonymous') kit.setUser({ id });
    await together();
    kit.captureMessage(id);
  };
  // No server announced them.
  await Promise.all(['anna', 'anonymous'].map(request));
  await using server = await serve((_request, response) => {
    kit.captureMessage('later');
    response.end();
  });
  await server.get('/');
  expect((await events()).map(({ message, user }) => [message, user])).toEqual([
    ['anna', { id: 'anna' }],
    ['anonymous', undefined],
    ['later', undefined],
  ]);
});

describe('scopes', () => {
  test('data set where reporting starts is in every request; data that a request adds is not', async () => {
    kit.init({ dsn: ingest.dsn });
    kit.setTag('region', 'eu');
    kit.addBreadcrumb({ message: 'started' });
    await using server = await serve((_request, response) => {
      kit.addBreadcrumb({ message: 'asked' });
      kit.captureMessage('inside');
      response.end();
    });
    await server.get('/');
    kit.captureMessage('outside');
    const crumbs = (await events()).map(({ tags, breadcrumbs }) => [
      tags!['region'],
      breadcrumbs!.map((it) => it.message),
    ]);
    expect(crumbs).toEqual([
      ['eu', ['started', 'asked']],
      ['eu', ['started']],
    ]);
  });

  test('event processors run once', async () => {
    let runs = 0;
    kit.addEventProcessor((event) => {
      runs += 1;
      return event;
    });
    kit.captureMessage('x');
    await events();
    expect(runs).toBe(1);
  });

  test('getCurrentScope, getIsolationScope and a scope that is handed in are those of @sentry/node', async () => {
    await using server = await serve(async (_request, response) => {
      kit.getCurrentScope().setTag('current', 'yes');
      kit.getIsolationScope().setTag('isolation', 'yes');
      const own = kit.getCurrentScope().clone().setTag('own', 'yes').setLevel('warning');
      await Promise.all([
        kit.withScope(own, async (scope) => {
          await Promise.resolve();
          scope.setTag('later', 'yes');
          kit.captureMessage('own');
        }),
        kit.withScope(async () => {
          await Promise.resolve();
          kit.captureMessage('beside');
        }),
      ]);
      response.end();
    });
    await server.get('/');
    const seen = (await events()).map((event) => [titleOf(event), event.tags, event.level]);
    expect(seen).toEqual([
      ['own', { current: 'yes', isolation: 'yes', own: 'yes', later: 'yes' }, 'warning'],
      ['beside', { current: 'yes', isolation: 'yes' }, 'info'],
    ]);
  });

  test('withIsolationScope is a request of its own', async () => {
    kit.withIsolationScope((scope) => {
      scope.setTag('job', '1');
      kit.setUser({ id: 'anna' });
      kit.captureMessage('inside');
    });
    kit.captureMessage('outside');
    expect((await events()).map(({ message, tags, user }) => [message, tags, user])).toEqual([
      ['inside', { job: '1' }, { id: 'anna' }],
      ['outside', undefined, undefined],
    ]);
  });
});

describe('manual captures in a request', () => {
  const traceId = '7842234bc8ed4446b3f3beb24a7a10bd';

  test('has its method, its address, its route and its trace, as everything else in it', async () => {
    let data: ReturnType<typeof kit.getTraceData> = {};
    await using server = await serve((request, response) => {
      const meta = { match: { definition: { pathname: '/cabins/[id]' } } };
      Object.assign(request, { [Symbol.for('NextInternalRequestMeta')]: meta });
      kit.captureException(new Error('one'));
      kit.captureMessage('two');
      data = kit.getTraceData();
      response.end();
    });
    await server.get('/cabins/7?coupon=SECRET', {
      'sentry-trace': `${traceId}-915530537f584b4f-1`,
      baggage: `sentry-trace_id=${traceId},sentry-release=web@1`,
      cookie: 'SECRET',
    });
    const seen = await events();
    for (const event of seen) {
      expect(event).toMatchObject({
        transaction: 'GET /cabins/[id]',
        request: { method: 'GET', url: `${server.origin}/cabins/7` },
        contexts: {
          nextjs: { route: '/cabins/[id]' },
          trace: { trace_id: traceId, parent_span_id: '915530537f584b4f' },
        },
      });
      expect(JSON.stringify(event)).not.toContain('SECRET');
    }
    expect(seen).toHaveLength(2);
    expect(ingest.received[0]!.header['trace']).toEqual({ trace_id: traceId, release: 'web@1' });
    expect(data['sentry-trace']).toBe(`${traceId}-${seen[0]!.contexts!['trace']!['span_id'] as string}`);
    expect(data.baggage).toBe(`sentry-trace_id=${traceId},sentry-release=web%401`);
  });

  test('are one event when the error is rethrown, with the digest that the visitor sees', async () => {
    const error = new Error('caught and thrown on');
    let id = '';
    await using server = await serve(async ({ url, method, headers }, response) => {
      id = kit.captureException(error, { tags: { caught: 'yes' } });
      const context = { routerKind: 'App Router', routePath: '/', routeType: 'render' } as const;
      const request = { path: url!, method: method!, headers };
      await kit.onRequestError(error, request, { ...context, revalidateReason: undefined });
      response.end();
    });
    await server.get('/');
    const seen = await events();
    expect(seen).toHaveLength(1);
    // Next does not replace an existing digest.
    const { digest } = error as { digest?: string };
    expect(digest).toMatch(/^\d+$/);
    expect(seen[0]).toMatchObject({ event_id: id, tags: { digest, caught: 'yes' }, contexts: { nextjs: { digest } } });
    expect(kit.captureException(error)).toBe(id);
    expect(await events()).toHaveLength(1);
  });

  test('asks the host to wait for it', async () => {
    const waited: Promise<unknown>[] = [];
    const name = Symbol.for('@next/request-context');
    const host = { waitUntil: (promise: Promise<unknown>) => waited.push(promise) };
    (globalThis as Record<symbol, unknown>)[name] = { get: () => host };
    try {
      kit.captureMessage('x');
      for (let nth = 0; nth < 50; nth += 1) kit.logger.info(`${nth}`);
    } finally {
      delete (globalThis as Record<symbol, unknown>)[name];
    }
    expect((await Promise.all(waited)).every(Boolean)).toBe(true);
    expect(ingest.items('event')).toHaveLength(1);
    // A request that logs a lot does not send a lot.
    expect(ingest.items('log')).toHaveLength(1);
  });
});

describe('functions match their types', () => {
  test('captures accept a hint, or fields of the event', async () => {
    const id = kit.captureException(new Error('a'), {
      level: 'warning',
      tags: { order: '7' },
      extra: { lines: 2n },
      user: { id: 'anna' },
      contexts: { cart: { lines: 2 } },
      fingerprint: ['mine'],
    });
    expect(kit.lastEventId()).toBe(id);
    kit.captureMessage('b', { level: 'fatal', tags: { order: '8' } });
    kit.captureMessage('c', 'debug');
    kit.captureException(new Error('d'), (scope) => scope.setTag('by', 'function'));
    kit.captureException(new Error('e'), {
      captureContext: { tags: { by: 'hint' } },
      attachments: [{ filename: 'a.txt', data: 'text' }],
    });
    const seen = await events();
    expect(seen[0]).toMatchObject({
      event_id: id,
      level: 'warning',
      tags: { order: '7' },
      extra: { lines: '2' },
      user: { id: 'anna' },
      contexts: { cart: { lines: 2 } },
      fingerprint: ['mine'],
    });
    expect(seen.slice(1).map((event) => [titleOf(event), event.level, event.tags])).toEqual([
      ['b', 'fatal', { order: '8' }],
      ['c', 'debug', undefined],
      ['d', 'error', { by: 'function' }],
      ['e', 'error', { by: 'hint' }],
    ]);
    expect(ingest.items('attachment').map(({ text }) => text)).toEqual(['text']);
  });

  test('a thrown string has the stack of the capturing caller, without the kit', async () => {
    function handIn(): void {
      kit.captureException('just text');
    }
    handIn();
    const [event] = await events();
    expect(event!.exception!.values[0]!.stacktrace!.frames.at(-1)).toMatchObject({ function: 'handIn' });
  });

  test('logger sends logs, with the user and the trace of the request', async () => {
    await using server = await serve((_request, response) => {
      kit.setUser({ id: 'anna' });
      kit.logger.warn(kit.logger.fmt`${2} left`, { sku: 'A-1' });
      kit.captureMessage('beside');
      response.end();
    });
    await server.get('/');
    const [event] = await events();
    const [log] = ingest.items('log')[0]!.payload['items'] as Record<string, unknown>[];
    expect(log).toMatchObject({
      level: 'warn',
      body: '2 left',
      trace_id: event!.contexts!['trace']!['trace_id'],
      attributes: {
        sku: { value: 'A-1', type: 'string' },
        'user.id': { value: 'anna' },
        'sentry.release': { value: 'shop@1' },
        'sentry.message.template': { value: '%s left' },
      },
    });
  });

  test('feedback is sent', async () => {
    kit.captureFeedback({ message: 'slow', associatedEventId: 'f'.repeat(32) });
    await kit.flush();
    expect(ingest.items('feedback')[0]!.payload).toMatchObject({ contexts: { feedback: { message: 'slow' } } });
  });

  test('options of the browser that make sense on a server hold there', async () => {
    kit.init({
      dsn: ingest.dsn,
      dist: 'eu',
      initialScope: { tags: { app: 'shop' } },
      ignoreErrors: [/^boring/],
      maxBreadcrumbs: 1,
      beforeBreadcrumb: (breadcrumb) => (breadcrumb.message === 'secret' ? null : breadcrumb),
    });
    for (const message of ['one', 'two', 'secret']) kit.addBreadcrumb({ message });
    kit.captureException(new Error('boring'));
    kit.captureException(new Error('news'));
    const seen = await events();
    expect(
      seen.map((event) => [titleOf(event), event.dist, event.tags, event.breadcrumbs!.map((it) => it.message)]),
    ).toEqual([['news', 'eu', { app: 'shop' }, ['two']]]);
  });
});
