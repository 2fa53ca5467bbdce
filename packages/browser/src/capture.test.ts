import { afterEach, describe, expect, test, vi } from 'vitest';
import * as errorsEntry from './errors.ts';
import * as Seismo from './index.ts';
import type { BrowserOptions, Event } from './index.ts';
import type { Discarded } from './transport/transport.ts';
import { startIngest } from './testing/ingest.ts';

afterEach(async () => {
  await Seismo.close();
  Seismo.getIsolationScope().clear();
});

/** Reports to its own server and returns the events that arrived. */
async function reported(capture: () => unknown, options: Partial<BrowserOptions> = {}) {
  await using ingest = await startIngest();
  Seismo.init({ dsn: ingest.dsn, tunnel: `${ingest.origin}/monitoring`, ...options });
  await capture();
  await Seismo.flush(5000);
  // Drops during a request are reported with the next envelope.
  await Seismo.flush(5000);
  return {
    received: ingest.received,
    // Requests may overtake each other.
    events: ingest
      .items('event')
      .map(({ payload }) => payload as Event)
      .toSorted((one, other) => one.timestamp! - other.timestamp!),
    discarded: ingest.items('client_report').flatMap(({ payload }) => payload['discarded_events'] as Discarded[]),
    attachments: ingest.items('attachment'),
  };
}

describe('an error', () => {
  test('arrives with its stack, its type and mechanism', async () => {
    let id = '';
    const { events, received } = await reported(
      () => {
        id = Seismo.captureException(new RangeError('The basket is empty'));
      },
      { release: 'shop@1', environment: 'staging', dist: 'web' },
    );
    const [event] = events;
    expect(event).toMatchObject({
      event_id: id,
      platform: 'javascript',
      level: 'error',
      release: 'shop@1',
      environment: 'staging',
      dist: 'web',
      sdk: { name: 'seismo.javascript.browser', settings: { infer_ip: 'never' } },
    });
    const [value] = event!.exception!.values;
    expect(value).toMatchObject({
      type: 'RangeError',
      value: 'The basket is empty',
      mechanism: { type: 'generic', handled: true },
    });
    expect(value!.stacktrace!.frames.at(-1)!.filename).toContain('capture.test.ts');
    expect(received[0]!.header).toMatchObject({
      event_id: id,
      dsn: expect.stringContaining('abc@'),
      sdk: { name: 'seismo.javascript.browser' },
      trace: {
        trace_id: event!.contexts!['trace']!['trace_id'],
        public_key: 'abc',
        environment: 'staging',
        release: 'shop@1',
      },
    });
    expect(Date.parse(received[0]!.header['sent_at'] as string)).toBeGreaterThan(Date.now() - 60_000);
    expect(received[0]!.url).toBe('/monitoring');
  });

  test('includes its causes and aggregated errors, the thrown one last', async () => {
    const cause = new TypeError('no price', { cause: new SyntaxError('bad json') });
    const thrown = new AggregateError([new Error('one'), 'no error', new Error('two')], 'gave up', { cause });
    const { events } = await reported(() => Seismo.captureException(thrown));
    const values = events[0]!.exception!.values;
    expect(values.map(({ type, value }) => `${type}: ${value}`)).toEqual([
      'Error: two',
      'Error: one',
      'SyntaxError: bad json',
      'TypeError: no price',
      'AggregateError: gave up',
    ]);
    expect(values.map(({ mechanism }) => [mechanism!.source, mechanism!.exception_id, mechanism!.parent_id])).toEqual([
      ['errors[2]', 4, 0],
      ['errors[0]', 3, 0],
      ['cause', 2, 1],
      ['cause', 1, 0],
      [undefined, 0, undefined],
    ]);
    expect(values.at(-1)!.mechanism!.is_exception_group).toBe(true);
  });

  test('that is its own cause ends', async () => {
    const thrown = new Error('round');
    thrown.cause = thrown;
    const { events } = await reported(() => Seismo.captureException(thrown));
    expect(events[0]!.exception!.values).toHaveLength(1);
  });

  test('of an unexpected shape is reported as text', async () => {
    const { events } = await reported(() => {
      Seismo.captureException('text');
      Seismo.captureException({ code: 7, detail: { a: { b: { c: { d: 1 } } } } });
      Seismo.captureException(undefined);
      Seismo.captureException(new Event('error'));
    });
    expect(events.map(({ exception }) => [exception!.values[0]!.type, exception!.values[0]!.value])).toEqual([
      ['Error', 'text'],
      ['Error', 'Object captured as exception with keys: code, detail'],
      ['Error', 'undefined'],
      ['Event', 'Event `Event` (type=error) captured as exception'],
    ]);
    expect(events[0]!.exception!.values[0]!.mechanism!.synthetic).toBe(true);
    expect(events[0]!.exception!.values[0]!.stacktrace!.frames.length).toBeGreaterThan(0);
  });

  test('with hostile getters does not break the page', async () => {
    const hostile = new Error('x');
    Object.defineProperty(hostile, 'message', {
      get() {
        throw new Error('gotcha');
      },
    });
    const trap = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('gotcha');
        },
      },
    );
    const { events } = await reported(() => {
      expect(() => Seismo.captureException(hostile)).not.toThrow();
      expect(() => Seismo.captureException(trap)).not.toThrow();
      Seismo.captureException(new Error('still here'));
    });
    expect(events.at(-1)!.exception!.values[0]!.value).toBe('still here');
  });
});

describe('contents of an event', () => {
  test('user, tags, extra, contexts, breadcrumbs and attachments of the page and of the innermost scope', async () => {
    const { events, attachments } = await reported(() => {
      Seismo.setUser({ id: 'u-1' });
      Seismo.setTags({ page: 'basket', plan: 'free' });
      Seismo.setExtra('answer', 42n);
      Seismo.setContext('cart', { lines: 2 });
      Seismo.addBreadcrumb({ category: 'basket', message: 'check-out pressed' });
      Seismo.withScope((scope) => {
        scope
          .setTag('plan', 'paid')
          .setLevel('fatal')
          .setFingerprint(['mine'])
          .addAttachment({ filename: 'a.txt', data: 'two\nlines' });
        Seismo.captureException(new Error('inside'), { tags: { once: true } });
      });
      Seismo.captureMessage('outside', 'warning');
    });
    expect(events[0]).toMatchObject({
      level: 'fatal',
      user: { id: 'u-1' },
      tags: { page: 'basket', plan: 'paid', once: true },
      extra: { answer: '42' },
      contexts: { cart: { lines: 2 } },
      breadcrumbs: [{ category: 'basket', message: 'check-out pressed', timestamp: expect.any(Number) }],
      fingerprint: ['mine'],
    });
    expect(attachments.map(({ text }) => text)).toEqual(['two\nlines']);
    expect(attachments[0]!.header).toMatchObject({ filename: 'a.txt', length: 9 });
    expect(events[1]).toMatchObject({ message: 'outside', level: 'warning', tags: { page: 'basket', plan: 'free' } });
    expect(events[1]!.fingerprint).toBeUndefined();
  });

  test('a scope of an asynchronous function lasts until it ends', async () => {
    const { events } = await reported(async () => {
      await Seismo.withScope(async (scope) => {
        scope.setTag('late', 'yes');
        await Promise.resolve();
        Seismo.captureMessage('inside');
      });
      Seismo.captureMessage('outside');
    });
    expect(events.map(({ tags }) => tags?.['late'])).toEqual(['yes', undefined]);
  });

  test('the newest breadcrumbs, up to the configured number', async () => {
    const { events } = await reported(
      () => {
        for (let nth = 1; nth <= 150; nth += 1) Seismo.addBreadcrumb({ message: `${nth}` });
        Seismo.captureMessage('now');
      },
      { maxBreadcrumbs: 2 },
    );
    expect(events[0]!.breadcrumbs!.map(({ message }) => message)).toEqual(['149', '150']);
  });

  test('nothing that JSON cannot hold, and nothing without end', async () => {
    const round: Record<string, unknown> = {
      big: 'x'.repeat(20_000),
      fn: () => 1,
      sym: Symbol('s'),
      when: new Date(0),
    };
    round['self'] = round;
    round['deep'] = { a: { b: { c: { d: { e: 1 } } } } };
    Object.defineProperty(round, 'trap', {
      enumerable: true,
      get: () => {
        throw new Error('gotcha');
      },
    });
    const { events } = await reported(() =>
      Seismo.captureMessage('x', { extra: { round, many: Array.from({ length: 5000 }, () => 1) } }),
    );
    const extra = events[0]!.extra as Record<string, Record<string, unknown>>;
    expect((extra['round']!['big'] as string).length).toBe(8192);
    expect(extra['many']).toHaveLength(100);
    expect(JSON.stringify(extra)).not.toContain('"e":1');
  });
});

describe('deduplication: one error is one event', () => {
  test('when it is captured, and then thrown on to the page', async () => {
    const thrown = new Error('caught and thrown on');
    let ids: string[] = [];
    const { events, discarded } = await reported(() => {
      const mechanism = { type: 'auto.browser.global_handlers.onerror', handled: false };
      ids = [
        Seismo.captureException(thrown, { tags: { caught: true } }),
        Seismo.captureException(thrown, { mechanism }),
      ];
    });
    expect(events).toHaveLength(1);
    expect(events[0]!.tags).toEqual({ caught: true });
    // Both callers get the ID of the one event, and nothing counts as lost.
    expect(ids).toEqual([events[0]!.event_id, events[0]!.event_id]);
    expect(discarded).toEqual([]);
  });

  test('even with another error in between, but not for a similar error', async () => {
    const [thrown, between] = [new Error('first'), new Error('second')];
    const { events } = await reported(() => {
      for (const error of [thrown, between, thrown]) Seismo.captureException(error);
      Seismo.captureException(new Error('first'));
    });
    const values = events.map(({ exception }) => exception!.values[0]!.value!);
    expect(values.toSorted((one, other) => one.localeCompare(other))).toEqual(['first', 'first', 'second']);
  });

  test('with two copies of the SDK in one project', async () => {
    vi.resetModules();
    const copy = await import('./index.ts');
    expect(copy.captureException).not.toBe(Seismo.captureException);
    const thrown = new Error('seen by two');
    const { events } = await reported(async () => {
      copy.init(Seismo.getClient()!.options);
      Seismo.captureException(thrown);
      copy.captureException(thrown);
      await copy.close(5000);
    });
    expect(events).toHaveLength(1);
  });
});

describe('scopes of asynchronous functions that overlap', () => {
  test('leave no data behind, in any order of ending', async () => {
    const { events } = await reported(async () => {
      const ends: (() => void)[] = [];
      const [first, second] = ['a', 'b'].map((name) =>
        Seismo.withScope(async (scope) => {
          scope.setTag('in', name).setUser({ id: name });
          await new Promise<void>((resolve) => ends.push(resolve));
        }),
      );
      ends[0]!();
      await first;
      Seismo.captureMessage('a has ended');
      ends[1]!();
      await second;
      Seismo.captureMessage('both have ended');
    });
    expect(events.map(({ message, tags, user }) => [message, tags?.['in'], user?.id])).toEqual([
      ['a has ended', 'b', 'b'],
      ['both have ended', undefined, undefined],
    ]);
  });
});

test('invalid span data of the host page never loses the transaction', async () => {
  const round: Record<string, unknown> = { big: 1n };
  round['self'] = round;
  Object.defineProperty(round, 'trap', {
    enumerable: true,
    get() {
      throw new Error('gotcha');
    },
  });
  await using ingest = await startIngest();
  Seismo.init({ dsn: ingest.dsn, tunnel: `${ingest.origin}/monitoring`, tracesSampleRate: 1 });
  Seismo.startSpan({ name: 'root', attributes: { count: 2n } }, () =>
    Seismo.startSpan({ name: 'child', attributes: { round } }, () => {}),
  );
  await Seismo.flush(5000);
  const [transaction] = ingest.items('transaction').map(({ payload }) => payload as unknown as Event);
  expect(transaction!.contexts!['trace']!['data']).toMatchObject({ count: '2' });
  expect(transaction!.spans![0]!['data']).toEqual({ round: { big: '1', self: '[Circular]', trap: '[unreadable]' } });
});

describe('integrations', () => {
  const named = (name: string) => ({ name, setup() {} });
  const namesOf = (options: Partial<BrowserOptions>): string[] => {
    Seismo.init({ dsn: 'http://abc@127.0.0.1:1/7', ...options });
    return Seismo.getClient()!.integrations.map(({ name }) => name);
  };

  test('are breadcrumbs and sessions by default, plus the configured ones', () => {
    expect(namesOf({})).toEqual(['Breadcrumbs', 'BrowserSession']);
    expect(namesOf({ integrations: [named('Own')] })).toEqual(['Own', 'Breadcrumbs', 'BrowserSession']);
    expect(namesOf({ integrations: [named('Breadcrumbs')] })).toEqual(['Breadcrumbs', 'BrowserSession']);
  });

  test('may be a function of the default ones', () => {
    expect(namesOf({ integrations: (usual) => usual.filter(({ name }) => name !== 'BrowserSession') })).toEqual([
      'Breadcrumbs',
    ]);
    expect(namesOf({ defaultIntegrations: false, integrations: [named('Own')] })).toEqual(['Own']);
  });

  test('may be added later', () => {
    namesOf({});
    Seismo.addIntegration(named('Late'));
    expect(Seismo.getClient()!.integrations.at(-1)!.name).toBe('Late');
  });

  test('of the errors entry are only the configured ones', () => {
    errorsEntry.init({ dsn: 'http://abc@127.0.0.1:1/7', integrations: [named('Own')] });
    expect(Seismo.getClient()!.integrations.map(({ name }) => name)).toEqual(['Own']);
  });
});

describe('dropped items are counted', () => {
  test('by sampling, by ignore lists, as a repetition, and by beforeSend', async () => {
    const again = () => new Error('again');
    const { events, discarded } = await reported(
      () => {
        Seismo.captureException(new Error('not mine: extension'));
        Seismo.captureException(new Error('Script error.'));
        for (const thrown of [again, again].map((make) => make())) Seismo.captureException(thrown);
        Seismo.captureMessage('secret');
        Seismo.captureMessage('later secret');
      },
      {
        ignoreErrors: [/extension$/],
        beforeSend: (event) =>
          event.message === 'later secret' ? Promise.resolve(null) : event.message === 'secret' ? null : event,
      },
    );
    expect(events.map(({ exception }) => exception?.values[0]?.value)).toEqual(['again']);
    const sum = (wanted: string): number =>
      discarded.filter(({ reason }) => reason === wanted).reduce((total, { quantity }) => total + quantity, 0);
    expect(sum('event_processor')).toBe(3);
    expect(sum('before_send')).toBe(2);
    const { discarded: sampled } = await reported(() => Seismo.captureMessage('rare'), { sampleRate: 0 });
    expect(sampled).toEqual([{ reason: 'sample_rate', category: 'error', quantity: 1 }]);
  });

  test('errors of scripts that are denied or not allowed', async () => {
    const at = (url: string): Error => Object.assign(new Error(url), { stack: `Error: ${url}\n    at f (${url}:1:2)` });
    const capture = (): void => {
      Seismo.captureException(at('https://shop.example/app.js'));
      Seismo.captureException(at('https://ads.example/ad.js'));
    };
    for (const options of [{ denyUrls: ['ads.example'] }, { allowUrls: [/shop\.example/] }]) {
      const { events } = await reported(capture, options);
      expect(events.map(({ exception }) => exception!.values[0]!.value)).toEqual(['https://shop.example/app.js']);
    }
  });

  test('redirects and "not found" of Next.js are no errors', async () => {
    const digests = [
      'NEXT_REDIRECT;push;/x;307;',
      'NEXT_NOT_FOUND',
      'NEXT_HTTP_ERROR_FALLBACK;404',
      'BAILOUT_TO_CLIENT_SIDE_RENDERING',
      '154953950',
    ];
    const { events } = await reported(() => {
      for (const digest of digests) Seismo.captureException(Object.assign(new Error(digest), { digest }));
    });
    expect(events.map(({ exception }) => exception!.values[0]!.value)).toEqual(['154953950']);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('their bug');
      },
    ],
    ['rejects', () => Promise.reject(new Error('their bug'))],
  ])(
    'an event whose beforeSend %s, as docs/outcomes.md says, and with debug the console has the error',
    async (_how, beforeSend) => {
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
      const { events, discarded } = await reported(() => Seismo.captureMessage('x'), { beforeSend, debug: true });
      expect(events).toEqual([]);
      expect(discarded).toEqual([{ reason: 'callback_error', category: 'error', quantity: 1 }]);
      expect(warned.mock.calls).toEqual([['[seismo]', new Error('their bug')]]);
      warned.mockRestore();
    },
  );

  test('a log whose beforeSendLog throws', async () => {
    const { discarded } = await reported(() => Seismo.logger.info('x'), {
      integrations: [Seismo.logs()],
      beforeSendLog: () => {
        throw new Error('their bug');
      },
    });
    expect(discarded).toEqual([{ reason: 'callback_error', category: 'log_item', quantity: 1 }]);
  });
});

test('without a DSN every function may be called, and nothing happens', async () => {
  for (const dsn of [undefined, '', 'nonsense', 'ftp://a@b/1']) {
    Seismo.init({ dsn });
    expect(Seismo.captureException(new Error('x'))).toMatch(/^[0-9a-f]{32}$/);
    expect(Seismo.isInitialized()).toBe(false);
    expect(await Seismo.flush(10)).toBe(false);
  }
});

test('the DSN names the address of a project also behind a path, where there is no tunnel', async () => {
  await using ingest = await startIngest();
  Seismo.init({ dsn: ingest.dsn.replace(/\/7$/, '/some/prefix/42'), tunnel: false });
  Seismo.captureMessage('direct');
  await Seismo.flush(5000);
  expect(ingest.received[0]!.url).toBe(
    `/some/prefix/api/42/envelope/?sentry_version=7&sentry_key=abc&sentry_client=seismo.javascript.browser%2F${Seismo.SDK_VERSION}`,
  );
  expect(ingest.received[0]!.header['dsn']).toBeUndefined();
});

test('debug IDs that bundlers left on the page name the map of each file', async () => {
  const own = new Error('x').stack!.split('\n')[1]!.trim();
  Object.assign(globalThis, {
    _sentryDebugIds: { [`Error\n    ${own}`]: '0e4fdef8-1f3b-4a5e-9c1d-1a2b3c4d5e6f' },
    _debugIds: {
      'Error\n    at https://shop.example/other.js:1:1': 'ffffffff-1f3b-4a5e-9c1d-1a2b3c4d5e6f',
      'Error\n    at https://shop.example/cart.js:1:1': 'eeeeeeee-1f3b-4a5e-9c1d-1a2b3c4d5e6f',
      'Error\n    at a (C:\\app\\cart.js:1:1)': 'dddddddd-1f3b-4a5e-9c1d-1a2b3c4d5e6f',
    },
  });
  try {
    const componentStack = '\n    at Cart (https://shop.example/cart.js:1:2)\n    at Total (C:\\app\\cart.js:1:2)';
    const { events } = await reported(() =>
      Seismo.captureException(new Error('mapped'), { contexts: { react: { componentStack } } }),
    );
    const file = events[0]!.exception!.values[0]!.stacktrace!.frames.at(-1)!.filename;
    expect(events[0]!.debug_meta!.images).toEqual([
      { type: 'sourcemap', code_file: file, debug_id: '0e4fdef8-1f3b-4a5e-9c1d-1a2b3c4d5e6f' },
      {
        type: 'sourcemap',
        code_file: 'https://shop.example/cart.js',
        debug_id: 'eeeeeeee-1f3b-4a5e-9c1d-1a2b3c4d5e6f',
      },
      { type: 'sourcemap', code_file: 'C:\\app\\cart.js', debug_id: 'dddddddd-1f3b-4a5e-9c1d-1a2b3c4d5e6f' },
    ]);
  } finally {
    Reflect.deleteProperty(globalThis, '_sentryDebugIds');
    Reflect.deleteProperty(globalThis, '_debugIds');
  }
});
