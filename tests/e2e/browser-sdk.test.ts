import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { openSite } from './browser-sdk/site.ts';
import { flush, hide, visit } from './browser-sdk/visit.ts';
import { accessibilityViolations } from './app/accessibility-violations.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';
import { reportedIssues } from './sdk/reported.ts';

const { server, browser } = await serverAndBrowser();
const project = await server.createProject('web', 'javascript');
const site = await openSite(project.dsn);

afterAll(() => site[Symbol.asyncDispose]());

/** Opens a page whose SDK starts with these options (as source text) and only the integrations they name. */
async function opened(options = '', { path = '/', head = '', start = '' } = {}) {
  const given = `dsn, release: 'shop@1.0.0', environment: 'e2e', defaultIntegrations: false, ${options}`;
  site.reset(`Seismo.init({ ${given} });${start}`, head);
  return visit(browser, site, path);
}

/** The clock of the page advances only when a test advances it, so a slow machine does not matter. */
async function openedWithStoppedClock(options: string): Promise<Page> {
  site.reset('');
  const { page } = await visit(browser, site);
  const atMs = Date.now();
  await page.clock.install({ time: atMs });
  await page.clock.pauseAt(atMs + 60_000);
  await page.evaluate(`Seismo.init({ dsn: ${JSON.stringify(project.dsn)}, compress: false, ${options} })`);
  return page;
}

/** Sends a message; returns whether the SDK sent everything. */
async function report(page: Page, message: string): Promise<boolean> {
  await page.evaluate((text) => void Seismo.captureMessage(text), message);
  return flush(page);
}

const titles = async (slug: string) => (await reportedIssues(server, slug, [])).map(({ title }) => title);

/** Keeps the page's trace open until the test ends it, so a slow machine does not matter. */
const isRead = `var reading = Seismo.startInactiveSpan({ name: 'the visitor reads' });`;

interface SentEvent {
  [field: string]: unknown;
  exception?: {
    values: {
      type: string;
      value: string;
      mechanism: Record<string, unknown>;
      stacktrace?: { frames: { filename: string; function: string }[] };
    }[];
  };
  breadcrumbs?: { category?: string; message?: string; level?: string; data?: Record<string, unknown> }[];
  contexts: Record<string, Record<string, unknown>> & {
    trace: { trace_id: string; span_id: string; op?: string; data?: Record<string, unknown> };
  };
  spans?: {
    op?: string;
    description: string;
    span_id: string;
    parent_span_id: string;
    status?: string;
    start_timestamp: number;
    timestamp: number;
    data: Record<string, unknown>;
  }[];
}

const events = (): SentEvent[] => site.items('event').map(({ payload }) => payload as unknown as SentEvent);
const transactions = (): SentEvent[] => site.items('transaction').map(({ payload }) => payload as unknown as SentEvent);
const discarded = () =>
  site
    .items('client_report')
    .flatMap(({ payload }) => payload['discarded_events'] as { reason: string; category: string; quantity: number }[]);

describe('errors', () => {
  test("that are uncaught, and rejections, become issues through the page's own origin", async () => {
    const { page, noise } = await opened('integrations: [Seismo.breadcrumbs()]');
    await page.evaluate(() => {
      Seismo.setUser({ id: 'u-1', email: 'ana@mail.example' });
      Seismo.setTag('page', 'basket');
      Seismo.addBreadcrumb({ category: 'basket', message: 'check-out pressed' });
      setTimeout(checkOut);
      setTimeout(() => void Promise.reject(new TypeError('no price')));
      setTimeout(() => void Promise.reject('just text'));
    });
    await expect.poll(() => events().length).toBe(3);
    await expect.poll(() => site.envelopes.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expect.poll(() => noise).toEqual(['error: The basket is empty', 'error: no price', 'error: just text']);
    await expect
      .poll(async () => (await titles('web')).toSorted())
      .toEqual([
        'RangeError: The basket is empty',
        'TypeError: no price',
        'UnhandledRejection: Non-Error promise rejection captured with value: just text',
      ]);
    const expected = {
      title: 'RangeError: The basket is empty',
      level: 'error' as const,
      culprit: null,
      functions: ['checkOut'],
      exceptions: ['RangeError'],
      handled: false,
      tags: { page: 'basket' },
      user: { id: 'u-1', email: 'ana@mail.example' },
      breadcrumbs: ['check-out pressed'],
    };
    const issue = (await reportedIssues(server, 'web', [expected])).find(({ title }) => title === expected.title);
    expect({ ...issue, culprit: null }).toEqual(expected);
  });

  test('that are strings have the location of the throw, without frames of the SDK', async () => {
    const { page } = await opened();
    await page.addScriptTag({ content: `function sayNo() { throw 'just text'; }\n//# sourceURL=/assets/no.js` });
    await page.evaluate(() => {
      setTimeout((globalThis as unknown as { sayNo: () => void }).sayNo);
      setTimeout(() => void Promise.reject('rejected text'));
    });
    await expect.poll(() => events().length).toBe(2);
    const placesOf = (text: string) =>
      events()
        .find(({ exception }) => exception!.values[0]!.value.includes(text))!
        .exception!.values[0]!.stacktrace?.frames.map(({ filename }) => filename);
    expect(placesOf('just text')).toEqual([expect.stringContaining('no.js')]);
    expect(placesOf('rejected text')).toBeUndefined();
  });

  test('that are captured and rethrown are one event, also with two copies of the SDK', async () => {
    const { page, noise } = await opened();
    await page.evaluate(`(async () => {
      const first = Seismo;
      const script = document.createElement('script');
      script.src = '/sdk.js';
      await new Promise((resolve) => { script.onload = resolve; document.head.append(script); });
      if (first === Seismo) throw new Error('one copy');
      Seismo.init({ dsn: ${JSON.stringify(project.dsn)}, defaultIntegrations: false });
      setTimeout(() => {
        try { checkOut(); } catch (error) { first.captureException(error, { tags: { caught: 'yes' } }); throw error; }
      });
      setTimeout(() => { throw 'a text that both hear'; });
    })()`);
    await expect.poll(() => noise).toEqual(['error: The basket is empty', 'error: a text that both hear']);
    await expect.poll(() => events().length).toBe(2);
    await flush(page);
    // Each copy sends its own request, and either can arrive first.
    const reported = events().map((event): [string, unknown] => [event.exception!.values[0]!.value, event['tags']]);
    expect(reported.toSorted(([one], [other]) => (one < other ? -1 : 1))).toEqual([
      ['The basket is empty', { caught: 'yes' }],
      ['a text that both hear', undefined],
    ]);
  });

  test('hold the 50 frames nearest to the throw (observed.md row 10)', async () => {
    const { page } = await opened();
    await page.evaluate(() => {
      try {
        dig(80);
      } catch (error) {
        Seismo.captureException(error);
      }
    });
    await flush(page);
    expect(events()[0]!.exception!.values[0]!.stacktrace!.frames.map((frame) => frame.function)).toEqual(
      Array.from({ length: 50 }, () => 'dig'),
    );
  });

  test('arrive even if all third parties are blocked', async () => {
    site.reset(`Seismo.init({ dsn, tunnel: '/monitoring' })`);
    const { page, context } = await visit(browser, site, '/blank.svg');
    await context.route(
      (url) => url.origin !== site.origin,
      (route) => route.abort('blockedbyclient'),
    );
    await page.goto(site.origin);
    expect(await report(page, 'by the own origin')).toBe(true);
    expect(site.envelopes.at(-1)!.status).toBe(200);

    site.reset(`Seismo.init({ dsn, tunnel: false })`);
    await page.goto(site.origin);
    await report(page, 'straight');
    expect(site.envelopes).toEqual([]);
  });

  test('go directly to Seismo if there is no tunnel (observed.md row 2)', async () => {
    const direct = await server.createProject('direct', 'javascript');
    site.reset(`Seismo.init({ dsn: ${JSON.stringify(direct.dsn)}, tunnel: false })`);
    const { page } = await visit(browser, site);
    await page.evaluate(() => void Seismo.captureException(new Error('straight')));
    await flush(page);
    await expect.poll(() => titles('direct')).toEqual(['Error: straight']);
  });
});

describe('breadcrumbs', () => {
  test('describe console messages, requests, clicks, fields and navigations in readable text', async () => {
    const { page, noise } = await opened('integrations: [Seismo.breadcrumbs()]');
    await page.evaluate(async () => {
      console.warn('low stock', { left: 2 });
      await fetch('/api/cart?status=404');
      await sendOld('PUT', '/api/order');
      await fetch('http://127.0.0.1:1/gone').catch(() => {});
    });
    await page.click('[data-testid=pay]');
    await page.fill('[name=quantity]', '3');
    await page.locator('h1').click();
    await page.evaluate(() => {
      history.pushState({}, '', '/orders/7?tab=all');
      Seismo.captureMessage('now');
    });
    await flush(page);
    const crumbs = events()[0]!.breadcrumbs!.map(({ category, message, level, data }) => [
      category,
      message ?? data,
      level,
    ]);
    expect(crumbs).toEqual(
      [
        ['console', 'low stock {"left":2}', 'warning'],
        ['fetch', { method: 'GET', url: `${site.origin}/api/cart?status=404`, status_code: 404 }, 'warning'],
        ['xhr', { method: 'PUT', url: `${site.origin}/api/order`, status_code: 200 }, undefined],
        ['fetch', { method: 'GET', url: 'http://127.0.0.1:1/gone' }, 'error'],
        ['ui.click', 'button[data-testid="pay"] > b', undefined],
        ['ui.click', 'body > form#order > input[name="quantity"]', undefined],
        ['ui.input', 'form#order > input[name="quantity"]', undefined],
        ['ui.click', 'body > h1', undefined],
        ['navigation', { from: '/', to: '/orders/7?tab=all' }, undefined],
      ].filter(([, message]) => message !== 'body > form#order > input[name="quantity"]'),
    );
    expect(noise).toEqual(['console: low stock {left: 2}']);
  });

  test('and spans name a Next.js server action by its headers', async () => {
    const { page } = await opened('integrations: [Seismo.breadcrumbs(), Seismo.tracing()], tracesSampleRate: 1', {
      path: '/orders/7',
      start: isRead,
    });
    await page.evaluate(async () => {
      const tree = ['', { children: ['orders', { children: [['id', '7', 'd'], { children: ['__PAGE__', {}] }] }] }];
      await fetch('/api/orders', {
        method: 'POST',
        headers: {
          'next-action': '4055e66e83c1cbf227ccf67a0ae581b748966ef44a',
          'next-router-state-tree': encodeURIComponent(JSON.stringify(tree)),
        },
        body: '[]',
      });
      Seismo.captureMessage('after the action');
    });
    await hide(page);
    await expect.poll(() => transactions().length).toBe(1);
    const action = { 'http.action_id': '4055e66e83c1cbf227ccf67a0ae581b748966ef44a', 'http.route': '/orders/[id]' };
    expect(events()[0]!.breadcrumbs![0]!.data).toMatchObject({ method: 'POST', ...action });
    expect(transactions()[0]!.spans!.find(({ op }) => op === 'http.client')!.data).toMatchObject(action);
  });
});

describe('tracing', () => {
  const tracing = 'integrations: [Seismo.tracing(), Seismo.vitals()], tracesSampleRate: 1';

  test("records the page load with the browser's measurements, and ends one second after the last", async () => {
    const { page } = await opened(tracing, { start: isRead });
    await page.evaluate(async () => {
      await new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }));
      await fetch('/api/cart?after=300');
      reading.end();
    });
    await expect.poll(() => transactions().length).toBe(1);
    const load = transactions()[0]!;
    const { header } = site.envelopes.find(({ items }) => items[0]!.type === 'transaction')!;
    expect(Date.parse(header['sent_at'] as string) / 1000 - Number(load['timestamp'])).toBeGreaterThan(0.9);
    expect(load).toMatchObject({ type: 'transaction', transaction: '/', transaction_info: { source: 'url' } });
    expect(load.contexts.trace).toMatchObject({ op: 'pageload', data: { 'sentry.origin': 'auto.pageload.browser' } });
    const ops = load.spans!.map(({ op }) => op);
    expect(ops).toEqual(
      expect.arrayContaining(['browser.request', 'browser.response', 'resource.script', 'http.client']),
    );
    const request = load.spans!.find(({ op }) => op === 'http.client')!;
    expect(request).toMatchObject({
      description: `GET ${site.origin}/api/cart`,
      status: 'ok',
      parent_span_id: load.contexts.trace.span_id,
    });
    // The trace ends with its last span, not with the idle second after it.
    const ends = Math.max(...load.spans!.map(({ timestamp }) => timestamp));
    expect(load['timestamp']).toBeCloseTo(ends, 3);
    expect(Object.keys(load['measurements'] as object).toSorted()).toEqual(['fcp', 'ttfb']);
  });

  test('starts a new trace with every navigation, with the Navigation API or history alone', async () => {
    for (const without of ['', 'Object.defineProperty(window, "navigation", { value: undefined });']) {
      site.reset(`${without} Seismo.init({ dsn, ${tracing} })`);
      const { page, context } = await visit(browser, site);
      await page.evaluate(async () => {
        history.pushState({}, '', '/orders/7');
        await fetch('/api/orders');
        history.pushState({}, '', '/orders/7#lines');
        history.pushState({}, '', '/cart');
        history.back();
      });
      await page.waitForURL('**/orders/7#lines');
      // Requests may arrive in any order.
      const inOrder = () =>
        transactions().toSorted((one, other) => Number(one['start_timestamp']) - Number(other['start_timestamp']));
      await expect
        .poll(() => inOrder().map(({ transaction }) => transaction))
        .toEqual(['/', '/orders/7', '/cart', '/orders/7']);
      const ids = inOrder().map(({ contexts }) => contexts.trace.trace_id);
      expect(new Set(ids).size).toBe(4);
      expect(inOrder()[1]!.spans!.map(({ op }) => op)).toContain('http.client');
      await context.close();
    }
  });

  test('a navigation that a router announces has the requests before its URL, and begins once', async () => {
    const { page } = await opened(tracing, { start: isRead });
    await page.evaluate(async () => {
      const announce = (name: string) => Seismo.startBrowserTracingNavigationSpan(Seismo.getClient()!, { name })!;
      announce('/orders/[id]');
      await fetch('/api/order');
      history.pushState({}, '', '/orders/7');
      await fetch('/api/lines');
      history.pushState({}, '', '/cart');
      announce('/abandoned').end();
      history.pushState({}, '', '/help');
    });
    await hide(page);
    const requestsOf = ({ spans = [] }: SentEvent) =>
      spans.filter(({ op }) => op === 'http.client').map(({ description }) => new URL(description.slice(4)).pathname);
    // Requests may arrive in any order.
    await expect
      .poll(() => new Map(transactions().map((trace) => [trace.transaction, requestsOf(trace)])))
      .toEqual(
        new Map([
          ['/', []],
          ['/orders/[id]', ['/api/order', '/api/lines']],
          ['/cart', []],
          ['/abandoned', []],
          ['/help', []],
        ]),
      );
    expect(transactions()).toHaveLength(5);
  });

  test('idle, child and final timeout are 1, 15 and 30 seconds (observed.md row 9)', async () => {
    const page = await openedWithStoppedClock(tracing);
    let nth = 0;
    /** The number of navigation traces that have arrived after each step of time. */
    const arrivedAfter = async (work: () => void, steps: number[]): Promise<number[]> => {
      nth += 1;
      await page.evaluate((path) => history.pushState({}, '', path), `/page/${nth}`);
      await page.evaluate(work);
      const counts: number[] = [];
      for (const step of steps) {
        await page.clock.runFor(step);
        await page.evaluate(() => Seismo.getClient()!.transport.settled());
        counts.push(transactions().filter(({ transaction }) => transaction === `/page/${nth}`).length);
      }
      return counts;
    };
    expect(await arrivedAfter(() => {}, [900, 200])).toEqual([0, 1]);
    const never = (): void => void Seismo.startInactiveSpan({ name: 'never ends' });
    expect(await arrivedAfter(never, [14_800, 400])).toEqual([0, 1]);
    expect(transactions().at(-1)!.spans).toMatchObject([{ description: 'never ends', status: 'cancelled' }]);
    const busy = (): void => {
      Seismo.startInactiveSpan({ name: 'work' });
      setInterval(() => Seismo.startInactiveSpan({ name: 'work' }), 500);
    };
    expect(await arrivedAfter(busy, [29_800, 400])).toEqual([0, 1]);
  });

  test('holds 1000 spans, and counts the others (observed.md row 11)', async () => {
    const steps = 'for (let nth = 0; nth < 1100; nth += 1) Seismo.startSpan({ name: `step ${nth}` }, () => {});';
    const { page } = await opened(tracing, { start: steps });
    await hide(page);
    await expect.poll(() => transactions().length).toBe(1);
    const load = transactions()[0]!;
    expect(load.spans).toHaveLength(1000);
    const lost = discarded().find(({ reason, category }) => reason === 'buffer_overflow' && category === 'span');
    expect(lost!.quantity).toBeGreaterThanOrEqual(100);
  });

  test('continues the trace of the server that rendered the page, and lets others continue it', async () => {
    const trace = '0123456789abcdef0123456789abcdef';
    const head = `<meta name="sentry-trace" content="${trace}-00f067aa0ba902b7-1"><meta name="baggage" content="other=1,sentry-trace_id=${trace},sentry-public_key=abc,sentry-release=server%401">`;
    const { page } = await opened(
      `integrations: [Seismo.tracing()], tracesSampleRate: 0, propagateTraceparent: true, tracePropagationTargets: ['/api/', /allowed=1/]`,
      { head, start: isRead },
    );
    await page.evaluate(async () => {
      await fetch('/api/mine', { headers: { baggage: 'mine=1' } });
      await fetch('/elsewhere');
      await sendOld('GET', '/api/old');
    });
    await hide(page);
    await expect.poll(() => transactions().length).toBe(1);
    const { contexts, spans } = transactions()[0]!;
    expect(contexts.trace).toMatchObject({ trace_id: trace, parent_span_id: '00f067aa0ba902b7' });
    expect(site.envelopes.find(({ items }) => items[0]!.type === 'transaction')!.header['trace']).toEqual({
      trace_id: trace,
      public_key: 'abc',
      release: 'server@1',
    });
    const headersOf = (path: string) => site.requests.find((request) => request.path === path)!.headers;
    const span = spans!.find(({ description }) => description.endsWith('/api/mine'))!;
    expect(headersOf('/api/mine')).toMatchObject({
      'sentry-trace': `${trace}-${span.span_id}-1`,
      traceparent: `00-${trace}-${span.span_id}-01`,
      baggage: `mine=1,sentry-trace_id=${trace},sentry-public_key=abc,sentry-release=server%401`,
    });
    expect(headersOf('/api/old')['sentry-trace']).toContain(trace);
    expect(headersOf('/elsewhere')['sentry-trace']).toBeUndefined();
  });

  test('ends when the visitor leaves the page, and its error is in the same trace', async () => {
    const { page } = await opened(tracing, { start: isRead });
    await page.evaluate(() => void Seismo.captureException(new Error('in the trace')));
    await hide(page);
    await expect.poll(() => transactions().length).toBe(1);
    expect(events()[0]!.contexts.trace).toMatchObject({
      trace_id: transactions()[0]!.contexts.trace.trace_id,
      span_id: transactions()[0]!.contexts.trace.span_id,
    });
  });

  test('records long tasks and slow interactions', async () => {
    const { page } = await opened(tracing, { start: isRead });
    await page.evaluate(() => payTakes(120));
    // Entries that the browser reports for the click belong to the trace, too.
    const handle = await page.evaluateHandle(() => {
      const entry = (type: string): Promise<unknown> =>
        new Promise((resolve) => {
          const options = { type, buffered: true, durationThreshold: 100 };
          new PerformanceObserver(resolve).observe(options);
        });
      return { both: Promise.all([entry('event'), entry('long-animation-frame')]).then(() => reading.end()) };
    });
    await page.click('[data-testid=pay]');
    await handle.evaluate(({ both }) => both);
    await expect.poll(() => transactions().length).toBe(1);
    const spans = transactions()[0]!.spans!;
    expect(spans.map(({ op }) => op)).toEqual(
      expect.arrayContaining(['ui.interaction.click', 'ui.long-animation-frame']),
    );
    expect(spans.find(({ op }) => op === 'ui.interaction.click')!.description).toBe('button[data-testid="pay"] > b');
  });

  test('counts unsampled traces and does not send them', async () => {
    const { page } = await opened('integrations: [Seismo.tracing()], tracesSampleRate: 0', { start: isRead });
    await page.evaluate(() => fetch('/api/x'));
    await hide(page);
    await expect.poll(discarded).toEqual([{ reason: 'sample_rate', category: 'transaction', quantity: 1 }]);
    expect(transactions()).toEqual([]);
    expect(site.requests.find(({ path }) => path === '/api/x')!.headers['sentry-trace']).toMatch(/-0$/);
  });
});

describe('web vitals', () => {
  interface Measured {
    op: string;
    description: string;
    trace_id: string;
    measurements: Record<string, { value: number; unit: string }>;
    data: Record<string, unknown>;
  }

  test('equal those of the web-vitals library, with their causes', async () => {
    site.reset(
      `Seismo.init({ dsn, integrations: [Seismo.vitals()] });
       var library = {};
       for (const name of ['LCP', 'CLS', 'INP', 'FCP', 'TTFB']) webVitals['on' + name]((metric) => (library[name] = metric.value), { reportAllChanges: true });`,
      '<script src="/web-vitals.js"></script>',
    );
    const { page } = await visit(browser, site);
    await page.evaluate(async () => {
      const picture = new Image();
      picture.id = 'hero';
      picture.src = '/hero.svg';
      /** The next entry that the browser reports. */
      const nextEntry = (type: string): Promise<unknown> =>
        new Promise((resolve) => new PerformanceObserver(resolve).observe({ type }));
      const painted = nextEntry('largest-contentful-paint');
      document.body.append(picture);
      await painted;
      // Two layout shifts in one session window, and a larger shift in another.
      const push = (height: number): Promise<unknown> => {
        const block = document.createElement('div');
        block.style.height = `${height}px`;
        const shifted = nextEntry('layout-shift');
        document.body.prepend(block);
        return shifted;
      };
      await push(20);
      await push(20);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await push(150);
      payTakes(150);
    });
    await page.click('[data-testid=pay]');
    await page.waitForFunction(() => library['INP'] !== undefined);
    await hide(page);
    await expect.poll(() => site.items('span').length).toBe(5);
    const library = await page.evaluate(() => globalThis.library);
    const measured = Object.fromEntries(
      site.items('span').map(({ payload }) => {
        const span = payload as unknown as Measured;
        return [Object.keys(span.measurements)[0]!, span];
      }),
    );
    for (const [name, value] of Object.entries(library)) {
      const own = measured[name.toLowerCase()]!.measurements[name.toLowerCase()]!;
      expect([name, own.value]).toEqual([name, expect.closeTo(value, 3)]);
      expect(own.unit).toBe(name === 'CLS' ? '' : 'millisecond');
    }
    expect(library['CLS']).toBeGreaterThan(0);
    expect(library['INP']).toBeGreaterThanOrEqual(150);
    expect(measured['lcp']).toMatchObject({ op: 'ui.webvital.lcp', description: 'img#hero' });
    const { data } = measured['lcp']!;
    expect(data['lcp.url']).toBe(`${site.origin}/hero.svg`);
    const parts = ['time_to_first_byte', 'resource_load_delay', 'resource_load_duration', 'element_render_delay'].map(
      (part) => Number(data[`lcp.${part}`]),
    );
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(library['LCP']!, 3);
    expect(measured['inp']).toMatchObject({ op: 'ui.interaction.click', description: 'button[data-testid="pay"] > b' });
    expect(Number(measured['inp']!.data['inp.processing_duration'])).toBeGreaterThanOrEqual(149);
    expect(measured['cls']!.op).toBe('ui.webvital.cls');
    expect(measured['cls']!.data['cls.source.1']).toMatch(/^body > |^img#hero|#order/);

    // A page restored from the back-forward cache is a new visit: the SDK reports no earlier value again.
    site.envelopes.length = 0;
    const again = await page.evaluate(async () => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'visible' });
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
      return globalThis.library;
    });
    await hide(page);
    await expect.poll(() => site.items('span').length).toBe(4);
    for (const { payload } of site.items('span')) {
      const { measurements } = payload as unknown as Measured;
      const name = Object.keys(measurements)[0]!;
      // Both wait for the same animation frame.
      const apart = Math.abs(measurements[name]!.value - again[name.toUpperCase()]!);
      expect([name, apart < 50]).toEqual([name, true]);
    }
  });
});

describe('logs', () => {
  const sent = () =>
    site.items('log').flatMap(
      ({ payload }) =>
        payload['items'] as {
          level: string;
          body: string;
          severity_number: number;
          trace_id: string;
          attributes: Record<string, { value: unknown; type: string }>;
        }[],
    );

  test('are sent 5 seconds after the last one, at 100, and when the visitor leaves the page (observed.md row 13)', async () => {
    const page = await openedWithStoppedClock('integrations: [Seismo.logs()]');
    const settle = () => page.evaluate(() => Seismo.getClient()!.transport.settled());
    await page.evaluate(() => Seismo.logger.info('first'));
    await page.clock.runFor(4000);
    await page.evaluate(() => Seismo.logger.info('second'));
    await page.clock.runFor(4900);
    await settle();
    expect(sent()).toEqual([]);
    await page.clock.runFor(200);
    await settle();
    expect(sent().map(({ body }) => body)).toEqual(['first', 'second']);

    await page.evaluate(() => {
      for (let nth = 0; nth < 120; nth += 1) Seismo.logger.debug(`log ${nth}`);
    });
    await settle();
    expect(sent()).toHaveLength(102);
    await hide(page);
    await expect.poll(() => sent().length).toBe(122);
  });

  test('have level, template, typed attributes and their trace', async () => {
    const { page, noise } = await opened(`integrations: [Seismo.logs({ console: ['error'] })]`);
    await page.evaluate(() => {
      Seismo.setUser({ id: 'u-1' });
      Seismo.logger.warn(Seismo.logger.fmt`paid ${12.5} for ${'tea'}`, { count: 3, ok: true, order: { id: 7 } });
      console.error('went', { wrong: 1 });
      console.log('not asked for');
    });
    await flush(page);
    const [paid, wrong] = sent();
    expect(sent()).toHaveLength(2);
    expect(paid).toMatchObject({
      level: 'warn',
      severity_number: 13,
      body: 'paid 12.5 for tea',
      attributes: {
        'sentry.message.template': { value: 'paid %s for %s', type: 'string' },
        'sentry.message.parameter.0': { value: 12.5, type: 'double' },
        'sentry.message.parameter.1': { value: 'tea', type: 'string' },
        'sentry.release': { value: 'shop@1.0.0', type: 'string' },
        'user.id': { value: 'u-1', type: 'string' },
        count: { value: 3, type: 'integer' },
        ok: { value: true, type: 'boolean' },
        order: { value: '{"id":7}', type: 'string' },
      },
    });
    expect(wrong).toMatchObject({ level: 'error', body: 'went {"wrong":1}' });
    expect(site.items('log')[0]!.header).toMatchObject({
      item_count: 2,
      content_type: 'application/vnd.sentry.items.log+json',
    });
    expect(noise).toHaveLength(2);
  });
});

describe('sessions', () => {
  const sent = () =>
    site.items('session').map(({ payload }) => ({
      sid: payload['sid'],
      init: payload['init'],
      status: payload['status'],
      errors: payload['errors'],
      did: payload['did'],
    }));

  test('start with the page and each route, and contain errors', async () => {
    const { page } = await opened('integrations: [Seismo.sessions()], initialScope: { user: { id: "u-1" } }');
    await expect.poll(() => sent().length).toBe(1);
    await page.evaluate(() => {
      Seismo.captureException(new Error('handled'));
      history.pushState({}, '', '/cart');
    });
    await expect.poll(() => sent().length).toBe(4);
    await page.evaluate(() =>
      setTimeout(() => {
        throw new Error('unhandled');
      }),
    );
    await expect.poll(() => sent().length).toBe(5);
    const [first, second] = [...new Set(sent().map(({ sid }) => sid))];
    const of = (sid: unknown) =>
      sent()
        .filter((one) => one.sid === sid)
        .map(({ init, status, errors }) => `${init ? 'begins ' : ''}${String(status)} ${String(errors)}`);
    expect(of(first).toSorted()).toEqual(['begins ok 0', 'exited 1', 'ok 1']);
    expect(of(second)).toEqual(['begins ok 0', 'unhandled 1']);
    expect(sent().every(({ did }) => did === 'u-1')).toBe(true);
  });

  test('do not start without a release', async () => {
    site.reset('Seismo.init({ dsn, integrations: [Seismo.sessions()] })');
    const { page } = await visit(browser, site);
    await flush(page);
    expect(site.envelopes).toEqual([]);
  });
});

describe('feedback', () => {
  test('arrives with its screenshot, and the form shows whether it arrived', async () => {
    const { page } = await opened();
    const sent = page.evaluate(() =>
      Seismo.sendFeedback(
        { message: 'It is broken', name: 'Bo', email: 'bo@mail.example', associatedEventId: 'a'.repeat(32) },
        {
          attachments: [{ filename: 'screen.png', data: new Uint8Array([137, 80, 10, 71]), contentType: 'image/png' }],
        },
      ),
    );
    expect(await sent).toBe(site.items('feedback')[0]!.payload['event_id']);
    expect(site.items('feedback')[0]!.payload).toMatchObject({
      type: 'feedback',
      level: 'info',
      contexts: {
        feedback: {
          message: 'It is broken',
          name: 'Bo',
          contact_email: 'bo@mail.example',
          source: 'api',
          url: `${site.origin}/`,
          associated_event_id: 'a'.repeat(32),
        },
      },
    });
    expect(site.items('attachment')[0]!.header).toMatchObject({
      filename: 'screen.png',
      content_type: 'image/png',
      length: 4,
    });

    site.answers(() => ({ status: 403 }));
    expect(
      await page.evaluate(() => Seismo.sendFeedback({ message: 'again' }).catch((error: Error) => error.message)),
    ).toBe('Feedback from this site is not accepted.');
  });

  test('has a form that works under a strict policy and by keyboard, and keeps the text until it has arrived', async () => {
    const policy = `style-src 'none'; require-trusted-types-for 'script'`;
    const { page, noise } = await opened('', {
      head: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    });
    await page.evaluate(() => {
      Seismo.setUser({ username: 'Bo', email: 'bo@mail.example' });
      Seismo.feedbackButton({ labels: { title: 'Was ist passiert?' }, tags: { area: 'basket' } });
    });
    site.answers(() => ({ status: 500 }));
    const button = page.getByRole('button', { name: 'Feedback' });
    expect(await button.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
    await button.press('Enter');
    const box = page.getByRole('dialog', { name: 'Was ist passiert?' });
    await page.keyboard.type('The basket is empty');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityViolations(page, { within: 'seismo-feedback' })).toEqual([]);
    await box.getByLabel('Screenshot').setInputFiles({
      name: 'screen.png',
      mimeType: 'image/png',
      buffer: Buffer.from([137, 80, 10, 71]),
    });
    await box.getByRole('button', { name: 'Send' }).click();
    await box.getByText('Could not send your feedback').waitFor();
    site.answers(() => 'forward');
    await box.getByRole('button', { name: 'Send' }).click();
    const thanks = page.getByRole('dialog', { name: 'Thank you' });
    await thanks.getByRole('button', { name: 'Close' }).waitFor();
    await page.keyboard.press('Escape');
    await thanks.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((element) => element.matches(':focus'))).toBe(true);

    const [, sent] = site.items('feedback');
    expect(sent!.payload).toMatchObject({
      tags: { area: 'basket' },
      contexts: {
        feedback: { message: 'The basket is empty', name: 'Bo', contact_email: 'bo@mail.example', source: 'widget' },
      },
    });
    const arrived = () =>
      server.get<{ comments: string; feedbackID: string }[]>('/api/0/projects/main/web/user-feedback/');
    await expect.poll(async () => (await arrived())[0]?.feedbackID).toBe(sent!.payload['event_id']);
    expect(noise).toEqual([]);
  });

  test('has no form if reporting is off', async () => {
    site.reset('');
    const { page } = await visit(browser, site);
    expect(await page.evaluate(() => Seismo.openFeedback())).toBeNull();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('the transport', () => {
  test('has at most 64 envelopes in flight, and counts the others silently (observed.md row 12)', async () => {
    const { page, noise } = await opened('integrations: [Seismo.breadcrumbs()]');
    site.answers(() => 'hang');
    await page.evaluate(() => {
      for (let nth = 0; nth < 100; nth += 1) Seismo.captureMessage(`message ${nth}`);
    });
    const flushed = flush(page);
    await expect
      .poll(() => {
        site.release();
        return events().length;
      })
      .toBe(64);
    site.answers(() => 'forward');
    site.release();
    await flushed;
    await flush(page);
    expect(discarded()).toEqual([{ reason: 'queue_overflow', category: 'error', quantity: 36 }]);
    expect(noise).toEqual([]);
  });

  test('follows a 429 with Retry-After, and rate limits of single categories', async () => {
    const { page, noise } = await opened('integrations: [Seismo.logs()]');
    await page.clock.install();
    site.answers(() => ({ status: 429, headers: { 'retry-after': '60' } }));
    await report(page, 'first');
    await report(page, 'held back');
    expect(events()).toHaveLength(1);
    // Sent with the first event; client reports of earlier drops may be sent separately.
    site.answers(({ items }) => ({
      status: 200,
      headers: items.some(({ type }) => type === 'event') ? { 'x-sentry-rate-limits': '60:error:key:quota' } : {},
    }));
    await page.clock.fastForward(60_000);
    await report(page, 'after the minute');
    expect(events()).toHaveLength(2);
    await page.evaluate(() => {
      Seismo.captureMessage('errors are limited');
      Seismo.logger.info('logs are not');
    });
    await flush(page);
    expect(events()).toHaveLength(2);
    expect(site.items('log')).toHaveLength(1);
    const held = discarded().filter(({ reason }) => reason === 'ratelimit_backoff');
    expect(held.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(2);
    expect(noise).toEqual([]);
  });

  test('compresses large reports to its own origin', async () => {
    const { page } = await opened();
    await page.evaluate(() => void Seismo.captureMessage('large', { extra: { text: 'abc '.repeat(2000) } }));
    await flush(page);
    expect(site.envelopes[0]!.headers['content-encoding']).toBe('gzip');
    expect(site.envelopes[0]!.status).toBe(200);
    expect(events()[0]!['message']).toBe('large');
  });

  test('sends pending data when the visitor leaves the page', async () => {
    const { page } = await opened(
      'integrations: [Seismo.tracing(), Seismo.logs()], tracesSampleRate: 1, sampleRate: 0.999999',
    );
    await page.evaluate(() => {
      Seismo.logger.info('on the way out');
      addEventListener('pagehide', () => Seismo.captureMessage('last words'));
      location.href = '/next';
    });
    await page.waitForURL('**/next');
    await expect
      .poll(() => [
        site.items('log').length,
        events().length,
        transactions().filter(({ transaction }) => transaction === '/').length,
      ])
      .toEqual([1, 1, 1]);
  });

  test('stores reports while there is no network, also after leaving the page, and sends them later', async () => {
    const { page, context, noise } = await opened('integrations: [Seismo.offline()]');
    await context.setOffline(true);
    await page.evaluate(() => {
      Seismo.captureMessage('first, offline');
      Seismo.captureMessage('second, offline');
    });
    await flush(page);
    expect(events()).toEqual([]);
    await context.setOffline(false);
    await expect
      .poll(() =>
        events()
          .map(({ message }) => String(message))
          .toSorted(),
      )
      .toEqual(['first, offline', 'second, offline']);
    // `sent_at` is the time of the successful request, which the server uses to correct clocks.
    const { header } = site.envelopes[0]!;
    expect(Date.parse(header['sent_at'] as string) / 1000).toBeGreaterThan(events()[0]!['timestamp'] as number);

    site.envelopes.length = 0;
    site.answers(() => 'cut');
    await report(page, 'the tunnel is down');
    site.envelopes.length = 0;
    site.answers(() => 'forward');
    await page.goto(`${site.origin}/again`);
    await expect.poll(() => events().map(({ message }) => message)).toEqual(['the tunnel is down']);
    expect(noise).toEqual([]);
  });

  test('drops the oldest reports above its limit, and counts them', async () => {
    const { page, context } = await opened('integrations: [Seismo.offline({ maxQueueSize: 2 })]');
    await context.setOffline(true);
    for (const message of ['one', 'two', 'three', 'four']) await report(page, message);
    await context.setOffline(false);
    await expect.poll(() => events().map(({ message }) => message)).toEqual(['three', 'four']);
    await flush(page);
    const lost = () => discarded().filter(({ reason }) => reason === 'network_error');
    await expect.poll(() => lost().reduce((sum, { quantity }) => sum + quantity, 0)).toBe(2);
  });

  test('counts network losses without a queue', async () => {
    const { page, noise } = await opened();
    // Chromium itself retries the request.
    site.answers(() => 'cut');
    await report(page, 'lost');
    site.answers(() => 'forward');
    await report(page, 'arrives');
    // Earlier pages may report other losses when they close.
    const arrived = site.envelopes.find(({ items }) => items.some(({ payload }) => payload['message'] === 'arrives'))!;
    const reports = arrived.items.filter(({ type }) => type === 'client_report');
    expect(reports.flatMap(({ payload }) => payload['discarded_events'])).toEqual([
      { reason: 'network_error', category: 'error', quantity: 1 },
    ]);
    expect(noise).toEqual([]);
  });
});

describe('a page that came from @sentry/browser', () => {
  test('has breadcrumbs and sessions by default', async () => {
    site.reset(`Seismo.init({ dsn, release: 'shop@1.0.0' })`);
    const { page, noise } = await visit(browser, site);
    await page.click('[data-testid=pay]');
    await report(page, 'now');
    expect(events()[0]!.breadcrumbs!.map(({ category }) => category)).toEqual(['ui.click']);
    await expect.poll(() => site.items('session').length).toBe(1);
    expect(noise).toEqual([]);
  });

  test('reports to the DSN if its site has no tunnel, after one request to the site', async () => {
    site.reset(`Seismo.init({ dsn })`);
    site.answers(() => ({ status: 404 }));
    const { page, noise } = await visit(browser, site);
    expect(await report(page, 'without a tunnel')).toBe(true);
    expect(await report(page, 'again without a tunnel')).toBe(true);
    expect(site.envelopes).toHaveLength(1);
    await expect
      .poll(() => titles('web'))
      .toEqual(expect.arrayContaining(['without a tunnel', 'again without a tunnel']));
    expect(noise).toEqual([]);
  });

  test('drops the scope of an asynchronous function that has ended', async () => {
    const { page } = await opened();
    await page.evaluate(async () => {
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const inScope = (name: string, ms: number) =>
        Seismo.withScope(async (scope) => {
          scope.setTag('in', name);
          await wait(ms);
        });
      await Promise.all([inScope('a', 20), inScope('b', 40)]);
      Seismo.captureMessage('afterwards');
    });
    await flush(page);
    expect(events()[0]!['tags']).toBeUndefined();
  });
});

describe('the host page', () => {
  test('is not affected: its functions behave as before, and its failures stay its own', async () => {
    const everything =
      'integrations: [Seismo.breadcrumbs(), Seismo.tracing(), Seismo.vitals(), Seismo.logs({ console: ["log"] }), Seismo.sessions(), Seismo.offline()], tracesSampleRate: 1, beforeSend() { throw new Error("their bug") }, beforeBreadcrumb() { throw new Error("their bug") }';
    const { page, noise } = await opened(everything);
    const seen = await page.evaluate(async () => {
      const results: unknown[] = [];
      const rejected: unknown[] = [];
      const unhandled = new Promise<void>((resolve) =>
        addEventListener('unhandledrejection', (event) => {
          rejected.push((event.reason as Error).name);
          event.preventDefault();
          resolve();
        }),
      );
      results.push(await (await fetch(new Request('/api/x', { method: 'POST', body: 'b' }))).text());
      results.push(await fetch('http://127.0.0.1:1/').catch((error: Error) => error.name));
      void fetch('http://127.0.0.1:1/unhandled');
      results.push(await fetch('http://[').catch((error: Error) => error.name));
      const controller = new AbortController();
      const aborted = fetch('/api/slow?after=5000', { signal: controller.signal }).catch((error: Error) => error.name);
      controller.abort();
      results.push(await aborted);
      history.replaceState({ a: 1 }, '', '?x=1');
      results.push(history.state);
      console.assert(true, 'not shown');
      await unhandled;
      try {
        new XMLHttpRequest().send();
      } catch (error) {
        results.push((error as Error).name);
      }
      Seismo.captureException(new Error('reported'));
      return { results, rejected };
    });
    expect(seen).toEqual({
      results: ['{}', 'TypeError', 'TypeError', 'AbortError', { a: 1 }, 'InvalidStateError'],
      rejected: ['TypeError'],
    });
    await hide(page);
    expect(noise).toEqual([]);
  });

  test('is not affected by an SDK that starts twice or closes', async () => {
    const { page, noise } = await opened('integrations: [Seismo.breadcrumbs()]');
    await page.evaluate(`Seismo.init({ dsn: ${JSON.stringify(project.dsn)}, integrations: [Seismo.breadcrumbs()] })`);
    await page.evaluate(() => {
      console.info('once');
      Seismo.captureMessage('twice started');
    });
    await flush(page);
    expect(events()).toHaveLength(1);
    expect(events()[0]!.breadcrumbs!.filter(({ message }) => message === 'once')).toHaveLength(1);
    await page.evaluate(async () => {
      await Seismo.close(2000);
      Seismo.captureMessage('after the end');
      setTimeout(() => {
        throw new Error('after the end');
      });
    });
    await expect.poll(() => noise.length).toBe(2);
    expect(events()).toHaveLength(1);
  });
});
