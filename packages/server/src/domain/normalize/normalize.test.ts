import { expect, test } from 'vitest';
import { limits, readEventId, type EventPayload } from '@seismo/protocol';
import { clockSkewMs } from './clock.ts';
import { culpritOf, headlineOf } from './headline.ts';
import { cpuMs } from '../../testing/cpu.ts';
import { normalizeEvent, type NormalizeContext } from './normalize.ts';

const receivedAtMs = Date.parse('2026-11-21T10:00:00Z');
const base: NormalizeContext = {
  eventId: readEventId('0123456789abcdef0123456789abcdef')!,
  receivedAtMs,
  clockSkewMs: 0,
  clientAddress: '203.0.113.7',
  userAgent: null,
  inferIp: null,
};
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

function normalized(raw: unknown, context: Partial<NormalizeContext> = {}): EventPayload {
  const event = normalizeEvent(raw, { ...base, ...context });
  if ('invalid' in event) throw new Error(event.invalid);
  return event;
}

function notePaths(event: EventPayload): string[] {
  return event._meta.map((note) => `${note.kind} ${note.path}`);
}

test('a value that is not an object is not an event', () => {
  for (const raw of [null, 1, 'x', [], undefined]) {
    expect(normalizeEvent(raw, base)).toEqual({ invalid: 'shape' });
  }
});

test('an empty object is an event of now, in production, at level error', () => {
  const event = normalized({});
  expect(event).toMatchObject({
    timestamp: receivedAtMs / 1000,
    level: 'error',
    platform: 'other',
    environment: 'production',
  });
  expect(event.tags).toEqual({ environment: 'production', level: 'error' });
  expect(headlineOf(event).title).toBe('<unlabeled event>');
});

test('breadcrumbs come as a list or in values, and the newest stay', () => {
  const list = Array.from({ length: 130 }, (_, index) => ({ message: `m${index}` }));
  for (const breadcrumbs of [list, { values: list }]) {
    const event = normalized({ breadcrumbs });
    expect(event.breadcrumbs?.values).toHaveLength(limits.BREADCRUMB_COUNT_MAX);
    expect(event.breadcrumbs?.values.at(-1)?.message).toBe('m129');
    expect(notePaths(event)).toEqual(['trimmed breadcrumbs.values']);
  }
});

test('tags come as an object, as pairs, or as keys with values', () => {
  const expected = { a: '1', b: 'true' };
  for (const tags of [
    { a: 1, b: true, c: null },
    [
      ['a', '1'],
      ['b', true],
    ],
    [
      { key: 'a', value: 1 },
      { key: 'b', value: 'true' },
    ],
  ]) {
    expect(normalized({ tags }).tags).toMatchObject(expected);
  }
});

test('more tags than an event has room for take bounded time and leave a bounded number', () => {
  const tags = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`t${index}`, 'v']));
  expect(cpuMs(() => normalized({ tags }))).toBeLessThan(1000);
  const event = normalized({ tags });
  expect(Object.keys(event.tags).length).toBeLessThan(limits.TAG_COUNT_MAX + 20);
  expect(notePaths(event)).toContain('trimmed tags');
});

test('ten megabytes of text are truncated in any field', () => {
  const big = 'x'.repeat(10 << 20);
  const event = normalized({
    message: big,
    release: big,
    transaction: big,
    extra: { big, nested: { big } },
    tags: { big },
    user: { id: big, plan: big },
    request: { url: big, data: big, query_string: big, cookies: big, headers: { big } },
    exception: [
      { type: big, value: big, stacktrace: { frames: [{ filename: big, context_line: big, vars: { big } }] } },
    ],
    breadcrumbs: [{ message: big, data: { big } }],
    fingerprint: [big],
    modules: { big },
    contexts: { big: { big } },
  });
  expect(JSON.stringify(event).length).toBeLessThan(200_000);
});

test('release, dist and user ID may be numbers', () => {
  const event = normalized({ release: 12, dist: 3, user: { id: 7 } });
  expect(event).toMatchObject({ release: '12', dist: '3', user: { id: '7' } });
});

test('a stack that is too long keeps its outermost and innermost frames', () => {
  const frames = Array.from({ length: 400 }, (_, index) => ({ function: `f${index}`, lineno: 1 }));
  const event = normalized({ exception: { values: [{ type: 'RangeError', stacktrace: { frames } }] } });
  const stored = event.exception!.values[0]!.stacktrace!.frames;
  expect(stored).toHaveLength(limits.FRAME_COUNT_MAX);
  expect([stored[0]?.function, stored.at(-1)?.function]).toEqual(['f0', 'f399']);
  expect(notePaths(event)).toEqual(['trimmed exception.values.0.stacktrace.frames']);
});

function inAppOf(frame: object): boolean | undefined {
  const event = normalized({ exception: { values: [{ type: 'E', stacktrace: { frames: [frame] } }] } });
  return event.exception!.values[0]!.stacktrace!.frames[0]!.in_app;
}

test.each([
  { filename: 'https://x.test/assets/node_modules/react-dom/index.js', lineno: 3 },
  { filename: 'node_modules/left-pad/index.js' },
  { abs_path: '/srv/node_modules/.pnpm/ky@1.0.0/node_modules/ky/index.js', filename: 'index.js' },
  { filename: 'C:\\app\\node_modules\\ky\\index.js' },
  { abs_path: 'webpack:///./~/react/lib/React.js', filename: './~/react/lib/React.js' },
  { abs_path: 'webpack-internal:///(app-pages-browser)/./node_modules/next/dist/client/index.js' },
  { function: 'JSON.parse', filename: '<anonymous>' },
  { function: 'map', filename: '[native code]' },
  { function: '[native code]' },
  { function: 'forEach', filename: 'native' },
  { filename: 'chrome-extension://abc/inject.js', lineno: 1 },
  { filename: 'moz-extension://abc/inject.js', lineno: 1 },
  { filename: 'safari-web-extension://abc/inject.js', lineno: 1 },
  { filename: 'webkit-masked-url://hidden/', lineno: 1 },
  { filename: 'webpack/bootstrap', lineno: 1 },
  { abs_path: 'webpack://shop/webpack/runtime/make namespace object', lineno: 1 },
  { filename: 'https://x.test/_next/static/chunks/webpack-df841711d2576d5c.js', lineno: 1 },
  { filename: 'app:///_next/static/chunks/turbopack-2f1c.js', lineno: 1 },
  { filename: 'app:///_next/server/chunks/[turbopack]_runtime.js', lineno: 1 },
  { filename: 'node:internal/process/task_queues', lineno: 1 },
])('%o is never in-app, even if the SDK says so', (frame) => {
  expect([inAppOf(frame), inAppOf({ ...frame, in_app: true })]).toEqual([false, false]);
});

test.each([
  { filename: 'https://x.test/app.js', lineno: 1 },
  { filename: 'https://x.test/node_modules.js', lineno: 1 },
  { filename: 'https://x.test/my_node_modules/app.js', lineno: 1 },
  { filename: 'https://x.test/webpack-demo/app.js', lineno: 1 },
  { filename: 'https://x.test/turbopack-demo/app.js', lineno: 1 },
  { abs_path: 'webpack:///./src/node:cart.ts', lineno: 1 },
  { abs_path: 'https://x.test/~/me/app.js', lineno: 1 },
  { filename: 'app:///_next/static/chunks/280tt-o6qv7br.js', function: 'uX', lineno: 17 },
])('%o is in-app unless the SDK says otherwise', (frame) => {
  expect([inAppOf(frame), inAppOf({ ...frame, in_app: true }), inAppOf({ ...frame, in_app: false })]).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([
  { function: 'eval', lineno: 370 },
  { function: 'run', filename: '<anonymous>', lineno: 2 },
  { filename: 'internal/modules/cjs/loader.js', lineno: 1 },
])('%o is in-app only if the SDK says so', (frame) => {
  expect([inAppOf(frame), inAppOf({ ...frame, in_app: true })]).toEqual([false, true]);
});

test('the culprit is the innermost in-app frame, below frames that the engine called', () => {
  const frames = [
    { function: 'readCart', filename: 'https://x.test/cart.js', lineno: 3, in_app: true },
    { function: 'JSON.parse', filename: '<anonymous>', in_app: true },
  ];
  const exception = { values: [{ type: 'SyntaxError', stacktrace: { frames } }] };
  const event = normalized({ platform: 'javascript', exception });
  expect(culpritOf(event)).toBe('readCart (https://x.test/cart.js)');
});

test('each exception keeps handled, and an unhandled one decides the tag', () => {
  const values = [
    { type: 'A', mechanism: { type: 'onerror', handled: false } },
    { type: 'B', mechanism: { type: 'generic', handled: true } },
  ];
  const event = normalized({ exception: { values } });
  expect(event.exception!.values.map((value) => value.mechanism?.handled)).toEqual([false, true]);
  expect(event.tags).toMatchObject({ handled: 'no', mechanism: 'generic' });
  expect(headlineOf(event)).toEqual({ title: 'B', type: 'B', value: '' });
});

test('a synthetic exception without a type is a message with a stack', () => {
  const stacktrace = { frames: [{ function: 'main', filename: 'app.js', lineno: 3 }] };
  const mechanism = { type: 'generic', handled: true, synthetic: true };
  const event = normalized({ message: 'hello', exception: { values: [{ value: 'hello', mechanism, stacktrace }] } });
  expect(event.exception).toBeUndefined();
  expect(event.logentry).toEqual({ formatted: 'hello' });
  expect(event.stacktrace?.frames).toHaveLength(1);
  expect(headlineOf(event)).toEqual({ title: 'hello', type: '', value: 'hello' });
  expect(culpritOf(event)).toBe('main (app.js)');
});

test('messages are text, objects, or templates', () => {
  const formattedOf = (raw: object): string | undefined => normalized(raw).logentry?.formatted;
  expect(formattedOf({ message: 'plain' })).toBe('plain');
  expect(formattedOf({ message: { formatted: 'a b', message: 'a %s', params: ['b'] } })).toBe('a b');
  expect(formattedOf({ logentry: { message: 'user %s has %d items, 100%%', params: ['ana', 3] } })).toBe(
    'user ana has 3 items, 100%',
  );
  expect(formattedOf({ logentry: { message: '{1} {0} {}', params: ['a', 'b'] } })).toBe('b a a');
});

test.each([
  ['took %.2f s for %s', [1.5, 'checkout'], 'took 1.50 s for checkout'],
  [
    '%r gone, %-5s|%05d|%x|%X|%+d|%5.1f|%e',
    ['a', 'ab', 42, 255, 255, 7, 2.25, 1234.5],
    "'a' gone, ab   |00042|ff|FF|+7|  2.3|1.234500e+3",
  ],
  ['no %(sku)s left of %(count)03d, 100%%', { sku: 'A-17', count: 7 }, 'no A-17 left of 007, 100%'],
  ['no %(sku)s left', [{ sku: 'A-17' }], 'no A-17 left'],
  ['Here is a new {foo} of {user.id}', { foo: 'cart', 'user.id': 4 }, 'Here is a new cart of 4'],
  ['{:.2f} s for {!r:>10}|{:05d}|{0}', [1.5, 'x', 42], '1.50 s for          x|00042|1.5'],
  ['charge of {} failed for {}', [5, 'ann'], 'charge of 5 failed for ann'],
  ['%d of %s', ['seven', { a: 1 }], 'seven of {"a":1}'],
  ['%lld bytes, %zu', [5, 6], '5 bytes, 6'],
  ['100% of %s, {{x}} {y} %(z)s', ['it'], '100% of it, {{x}} {y} %(z)s'],
  ['%s and %s', ['one'], 'one and %s'],
  ['{__proto__} {constructor}', { a: 1 }, '{__proto__} {constructor}'],
  ['%s', [], '%s'],
])('a template is filled as its language does: %s', (message, params, formatted) => {
  expect(normalized({ logentry: { message, params } }).logentry?.formatted).toBe(formatted);
});

test('a template that asks for more than a message holds is cut', () => {
  const params = ['x'.repeat(limits.EXTRA_ITEM_CHARS_MAX)];
  const event = normalized({ logentry: { message: '{0}'.repeat(2_000), params } });
  expect(event.logentry!.formatted.length).toBeLessThanOrEqual(limits.MESSAGE_CHARS_MAX);
  const wide = normalized({ logentry: { message: '%999d %999s'.repeat(500), params: Array(1_000).fill(1) } });
  expect(wide.logentry!.formatted.length).toBeLessThanOrEqual(limits.MESSAGE_CHARS_MAX);
});

test('notes of an SDK are limited in number, and invalid ones are skipped', () => {
  const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [index, { '': { len: index } }]));
  for (const meta of [wide, { a: [1] }, { '': { len: 'x' } }, 'text', { '': { rem: [] } }]) {
    expect(normalized({ _meta: meta })._meta.length).toBeLessThanOrEqual(limits.META_NOTE_COUNT_MAX + 1);
  }
});

test('Linux is named by its distribution where the browser reports it', () => {
  const os = (system: string) => {
    const agent = `Mozilla/5.0 (${system}) Gecko/20100101 Firefox/142.0`;
    return normalized({ platform: 'javascript', request: { headers: { 'User-Agent': agent } } }).contexts['os'];
  };
  expect(os('X11; Ubuntu; Linux x86_64; rv:142.0')).toEqual({ name: 'Ubuntu' });
  expect(os('X11; Linux x86_64; rv:142.0')).toEqual({ name: 'Linux' });
});

test('levels by other names', () => {
  const levelOf = (level: unknown): string => normalized({ level }).level;
  expect(['warn', 'critical', 'log', 'FATAL', 20, 'nonsense', {}].map(levelOf)).toEqual([
    'warning',
    'fatal',
    'info',
    'fatal',
    'info',
    'error',
    'error',
  ]);
});

test('the peer address is stored only on request, and never when forbidden', () => {
  const address = (user: unknown, inferIp: string | null): string | undefined =>
    normalized({ user, sdk: { settings: inferIp === null ? {} : { infer_ip: inferIp } } }).user?.ip_address;
  expect(address({ ip_address: '{{auto}}' }, null)).toBe('203.0.113.7');
  expect(address({ ip_address: '{{auto}}' }, 'never')).toBeUndefined();
  expect(address({ id: '1' }, 'auto')).toBe('203.0.113.7');
  expect(address({ id: '1' }, null)).toBeUndefined();
  expect(address({ ip_address: '::1' }, 'never')).toBe('::1');
  expect(address({ ip_address: '<script>' }, null)).toBeUndefined();
});

test('unknown user fields go to data', () => {
  expect(normalized({ user: { id: '1', plan: 'pro' } }).user).toEqual({ id: '1', data: { plan: 'pro' } });
});

test('a wrong clock is corrected and breadcrumbs move along', () => {
  const timestamp = receivedAtMs / 1000 - 7200;
  const event = normalized(
    { timestamp, breadcrumbs: [{ timestamp: timestamp - 5 }] },
    { clockSkewMs: clockSkewMs(receivedAtMs - 7200_000, receivedAtMs) },
  );
  expect(event.timestamp).toBe(receivedAtMs / 1000);
  expect(event.breadcrumbs?.values[0]?.timestamp).toBe(receivedAtMs / 1000 - 5);
  expect(notePaths(event)).toEqual(['corrected timestamp']);
});

test('a delayed report is not clock skew, and impossible times become the time of arrival', () => {
  expect(clockSkewMs(receivedAtMs - limits.CLOCK_DRIFT_MS_MIN + 1, receivedAtMs)).toBe(0);
  expect(clockSkewMs(null, receivedAtMs)).toBe(0);
  const at = (timestamp: unknown): number => normalized({ timestamp }).timestamp * 1000;
  expect(at(receivedAtMs / 1000 + 120)).toBe(receivedAtMs);
  expect(at(receivedAtMs / 1000 - 31 * 86_400)).toBe(receivedAtMs);
  expect(at('2026-11-21T09:59:00')).toBe(receivedAtMs - 60_000);
  expect(at('2026-11-21T10:59:00+01:00')).toBe(receivedAtMs - 60_000);
  expect(at('yesterday')).toBe(receivedAtMs);
  expect(at(JSON.parse('1e999'))).toBe(receivedAtMs);
});

test('numbers that cannot be line numbers are dropped with a note', () => {
  const event = normalized({
    exception: [{ type: 'E', stacktrace: { frames: [{ lineno: -4, colno: 1e99, function: 'f' }] } }],
  });
  expect(event.exception!.values[0]!.stacktrace!.frames[0]).toEqual({ function: 'f', in_app: false });
  expect(event._meta.map((note) => note.kind)).toEqual(['dropped', 'dropped']);
});

test('keys named __proto__ never change a prototype', () => {
  const hostile = '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}';
  const sections = ['tags', 'extra', 'contexts', 'user', 'request', 'modules', 'sdk', 'exception', 'debug_meta'];
  const event = normalized(
    JSON.parse(`{${sections.map((name) => `"${name}":${hostile}`).join(',')},"__proto__":{"x":1}}`),
  );
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
  for (const holder of [event, event.tags, event.extra, event.contexts]) {
    expect(Object.getPrototypeOf(holder)).toBe(Object.prototype);
    expect(Object.hasOwn(holder, '__proto__')).toBe(false);
  }
});

test('the browser comes from the User-Agent header, and the OS of a visitor is not the OS of the server', () => {
  const request = { headers: { 'User-Agent': CHROME } };
  const browser = normalized({ platform: 'javascript', request });
  expect(browser.tags).toMatchObject({ browser: 'Chrome 156.0.0.0', 'browser.name': 'Chrome', 'os.name': 'Windows' });
  const server = normalized({ platform: 'node', request, contexts: { os: { name: 'Linux', version: '6.1' } } });
  expect(server.tags).toMatchObject({ os: 'Linux 6.1', 'client_os.name': 'Windows', 'browser.name': 'Chrome' });
  const mine = normalized({ platform: 'javascript', request, tags: { browser: 'mine' } });
  expect(mine.tags['browser']).toBe('mine');
});

test('request parts come as text, objects or pairs', () => {
  const { request } = normalized({
    request: {
      url: 'https://x.test/a?b=1',
      method: 'post',
      query_string: 'a=1&b=%20x&c=%zz',
      cookies: 'a=1; b=2',
      headers: [['Accept', '*/*']],
      data: '{"a":[1]}',
    },
  });
  expect(request).toEqual({
    url: 'https://x.test/a?b=1',
    method: 'POST',
    query_string: [
      ['a', '1'],
      ['b', ' x'],
      ['c', '%zz'],
    ],
    cookies: [
      ['a', '1'],
      ['b', '2'],
    ],
    headers: [['Accept', '*/*']],
    data: { a: [1] },
  });
});

test('the title is one line and the culprit the innermost in-app frame', () => {
  const frames = [
    { function: 'outer', filename: 'a.js', in_app: true },
    { function: 'total', module: 'app/cart', filename: 'b.js', in_app: true },
    { function: 'map', filename: '<anonymous>', in_app: false },
  ];
  const event = normalized({
    exception: { values: [{ type: 'TypeError', value: 'first\nsecond', stacktrace: { frames } }] },
  });
  expect(headlineOf(event)).toEqual({ title: 'TypeError: first', type: 'TypeError', value: 'first\nsecond' });
  expect(culpritOf(event)).toBe('total (app/cart)');
  expect(culpritOf(normalized({ transaction: 'GET /', exception: event.exception }))).toBe('GET /');
});

test("React's component stack stays whole where other text of a context is cut", () => {
  const componentStack = '\n    at Cart (https://shop.test/assets/index-BAp1j0GA.js:29:33416)'.repeat(200);
  const event = normalized({ contexts: { react: { componentStack, version: '19.0.0', other: 'x'.repeat(2000) } } });
  expect(event.contexts['react']).toEqual({ componentStack, version: '19.0.0', other: 'x'.repeat(1024) });
  const endless = normalized({ contexts: { react: { componentStack: 'x'.repeat(500_000) } } });
  expect(endless.contexts['react']!['componentStack']).toHaveLength(limits.COMPONENT_STACK_CHARS_MAX);
  expect(normalized({ contexts: { react: { componentStack: 7 } } }).contexts['react']).toEqual({});
});

test('error codes of the operating system stay with the mechanism', () => {
  const mechanism = { type: 'generic', handled: true, meta: { errno: { number: 11 } } };
  const event = normalized({ exception: { values: [{ type: 'E', mechanism }] } });
  expect(event.exception!.values[0]!.mechanism).toEqual(mechanism);
});
