import type { EventPayload, ExceptionValue } from '@seismo/protocol';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../testing/cpu.ts';
import { defaultFilters, type FilterSettings } from '../configuration/documents.ts';
import { compileFilters, filterEvent } from './filters.ts';

function event(given: Partial<EventPayload> = {}): EventPayload {
  const rest = { event_id: 'f'.repeat(32), timestamp: 1, received: 1, platform: 'javascript', level: 'error' as const };
  return { ...rest, contexts: {}, tags: {}, extra: {}, _meta: [], ...given };
}

function thrown(value: string, path = 'https://shop.example/app.js', more: Partial<ExceptionValue> = {}): EventPayload {
  const frames = [{ abs_path: path, filename: path, lineno: 1 }, { filename: '<anonymous>' }];
  return event({ exception: { values: [{ type: 'Error', value, stacktrace: { frames }, ...more }] } });
}

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36';

/** The reason, or `null`. */
function filter(
  one: EventPayload,
  change: Partial<FilterSettings> = {},
  userAgent = chrome,
  clientAddress = '192.0.2.1',
) {
  const settings = { ...defaultFilters, ...change };
  return filterEvent(one, { userAgent, clientAddress }, compileFilters(settings))?.reason ?? null;
}

const withUserAgent = (userAgent: string) => event({ request: { headers: [['User-Agent', userAgent]] } });
const withBrowser = (name: string, version: string) => event({ contexts: { browser: { name, version } } });

describe('of default filters', () => {
  test.each<[keyof FilterSettings, string, EventPayload]>([
    ['browserExtensions', 'browser-extension', thrown('x is undefined', 'chrome-extension://abc/content.js')],
    ['browserExtensions', 'browser-extension', thrown('x is undefined', 'safari-web-extension://abc/content.js')],
    ['browserExtensions', 'browser-extension', thrown('x', 'https://gc.kaspersky-labs.com/main.js')],
    ['browserExtensions', 'browser-extension', thrown('Extension context invalidated.')],
    ['browserExtensions', 'browser-extension', thrown("TypeError: can't access dead object")],
    ['resizeObserver', 'resize-observer', thrown('ResizeObserver loop limit exceeded')],
    [
      'resizeObserver',
      'resize-observer',
      event({ logentry: { formatted: 'ResizeObserver loop completed with undelivered notifications.' } }),
    ],
    [
      'scriptError',
      'script-error',
      thrown('Script error.', '', { stacktrace: { frames: [{ filename: '<anonymous>' }] } }),
    ],
    ['nextControlFlow', 'next-control-flow', thrown('NEXT_REDIRECT')],
    ['nextControlFlow', 'next-control-flow', thrown('NEXT_REDIRECT;replace;/sign-in;307;')],
    ['nextControlFlow', 'next-control-flow', thrown('NEXT_NOT_FOUND')],
    ['nextControlFlow', 'next-control-flow', thrown('NEXT_HTTP_ERROR_FALLBACK;404')],
    ['nextControlFlow', 'next-control-flow', thrown('Uncaught Error: NEXT_HTTP_ERROR_FALLBACK;401')],
    ['nextControlFlow', 'next-control-flow', thrown('BAILOUT_TO_CLIENT_SIDE_RENDERING')],
    ['nextControlFlow', 'next-control-flow', thrown('Bail out to client-side rendering: useSearchParams()')],
    ['nextControlFlow', 'next-control-flow', thrown("Dynamic server usage: Route /x couldn't be rendered statically")],
    ['crawlers', 'crawler', withUserAgent('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')],
    ['crawlers', 'crawler', withUserAgent('Twitterbot/1.0')],
    ['crawlers', 'crawler', withUserAgent('Slack-ImgProxy 0.19 (+https://api.slack.com/robots)')],
  ])('%s takes as %s', (key, reason, one) => {
    expect(filter(one)).toBe(reason);
    expect(filter(one, { [key]: false })).toBeNull();
  });

  test.each([
    ['an ordinary error', thrown('x is not a function')],
    ['an extension that only called', thrown('x', 'https://shop.example/a.js')],
    ['a hydration error', thrown("Hydration failed because the server rendered HTML didn't match the client.")],
    ['a script error with a place', thrown('Script error.')],
    ['words about a redirect', thrown('NEXT_REDIRECTION is wrong')],
    ['words about ResizeObserver', thrown('ResizeObserver loop limit exceeded in Chart')],
    ['a browser', withUserAgent(chrome)],
    ['a robot vacuum shop', withUserAgent('RobotShop/2.1 (iPhone)')],
    ['Slack itself', withUserAgent('Slackbot 1.0(+https://api.slack.com/robots)')],
    ['a page on localhost', event({ request: { url: 'http://localhost:3000/' } })],
    ['an old browser', withBrowser('Internet Explorer', '9.0')],
    ['nothing at all', event()],
  ])('%s stays', (_name, one) => expect(filter(one)).toBeNull());

  test("a crawler is known by the peer only for a browser's own report", () => {
    expect(filter(event(), {}, 'Googlebot/2.1')).toBe('crawler');
    expect(filter(event({ platform: 'node' }), {}, 'Googlebot/2.1')).toBeNull();
  });
});

describe('of custom filters', () => {
  test('the localhost filter discards events of local URLs, hosts and addresses', () => {
    for (const one of [
      event({ request: { url: 'http://localhost:3000/' } }),
      event({ request: { url: 'http://shop.localhost/' } }),
      event({ request: { url: 'file:///home/a.html' } }),
      event({ request: { headers: [['Host', 'localhost:3000']] } }),
      event({ user: { ip_address: '::1' } }),
    ]) {
      expect(filter(one, { localhost: true })).toBe('localhost');
    }
    for (const url of ['https://localhost.example/', 'https://notlocalhost/', 'no url']) {
      expect(filter(event({ request: { url } }), { localhost: true })).toBeNull();
    }
  });

  test('a browser below the version is too old', () => {
    const legacyBrowsers = { ie: 12, safari: 15 };
    expect(filter(withBrowser('Internet Explorer', '11.0'), { legacyBrowsers })).toBe('legacy-browser');
    expect(filter(withBrowser('Mobile Safari', '14.1'), { legacyBrowsers })).toBe('legacy-browser');
    expect(filter(withBrowser('Safari', '15.0'), { legacyBrowsers })).toBeNull();
    expect(filter(withBrowser('Firefox', '3.0'), { legacyBrowsers })).toBeNull();
    expect(filter(withBrowser('__proto__', '1'), { legacyBrowsers })).toBeNull();
  });

  test('messages are compared with their type, without it, and without case', () => {
    for (const messages of [['error: *timed out*'], ['*TIMED OUT*'], ['request timed out']]) {
      expect(filter(thrown('Request timed out'), { messages })).toBe('message');
    }
    expect(filter(event({ logentry: { formatted: 'slow' } }), { messages: ['slow'] })).toBe('message');
    expect(filter(thrown('Request timed out'), { messages: ['timed out'] })).toBeNull();
  });

  test('releases are compared whole', () => {
    expect(filter(event({ release: 'shop@1.2.3' }), { releases: ['shop@1.*'] })).toBe('release');
    expect(filter(event({ release: 'shop@2.0.0' }), { releases: ['shop@1.*'] })).toBeNull();
    expect(filter(event(), { releases: ['*'] })).toBeNull();
  });

  test('addresses match the sender and the user, alone or in ranges', () => {
    const addresses = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'];
    for (const address of ['203.0.113.9', '2001:db8::1', '198.51.100.7']) {
      expect(filter(event(), { addresses }, chrome, address)).toBe('address');
      expect(filter(event({ user: { ip_address: address } }), { addresses })).toBe('address');
    }
    expect(filter(event({ user: { ip_address: '198.51.100.8' } }), { addresses })).toBeNull();
    expect(filter(event({ user: { ip_address: 'not an address' } }), { addresses })).toBeNull();
  });

  test('two hundred patterns are compared with fifty long messages in bounded time', () => {
    const values = Array.from({ length: 50 }, (_, index) => ({ type: 'E', value: `${'ab'.repeat(4000)}${index}` }));
    const filters = compileFilters({
      ...defaultFilters,
      messages: Array.from({ length: 200 }, (_, i) => `*a*b*${i}x`),
    });
    const sender = { clientAddress: null, userAgent: null };
    // Measured at 40 ms.
    expect(cpuMs(() => filterEvent(event({ exception: { values } }), sender, filters))).toBeLessThan(400);
  });

  test('sampling accepts its percentage of events, and the same events each time', () => {
    const rule = { samplePercent: 25, levels: [], releases: [], environments: [], transactions: ['GET /health*'] };
    const sampling = [{ ...rule, levels: ['fatal' as const], samplePercent: 100 }, rule];
    const idOf = (index: number) => (index * 2_654_435_761).toString(16).padStart(32, '0').slice(-32);
    const ids = Array.from({ length: 4000 }, (_, index) => idOf(index));
    const sampledIn = (more: Partial<EventPayload>) =>
      ids.filter(
        (event_id) => filter(event({ event_id, transaction: 'GET /healthz', ...more }), { sampling }) === null,
      );
    const accepted = sampledIn({});
    expect(accepted.length).toBeGreaterThan(800);
    expect(accepted.length).toBeLessThan(1200);
    expect(sampledIn({})).toEqual(accepted);
    expect(sampledIn({ level: 'fatal' })).toHaveLength(ids.length);
    expect(sampledIn({ transaction: 'GET /' })).toHaveLength(ids.length);
    expect(filter(event(), { sampling: [{ ...rule, transactions: [], samplePercent: 0 }] })).toBe('sampled');
    expect(filter(event(), { sampling: [{ ...rule, transactions: [], samplePercent: 100 }] })).toBeNull();
  });
});
