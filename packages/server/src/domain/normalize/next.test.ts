import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseJson, readEnvelope, type EventId, type EventPayload } from '@seismo/protocol';
import { redactedDigestOf } from '../error-digest/redacted.ts';
import { headlineOf } from './headline.ts';
import { normalizeEvent } from './normalize.ts';

const envelopes = join(import.meta.dirname, '../../../../../tests/golden/envelopes');
const nowS = 1_795_255_200;

function normalized(raw: object): EventPayload {
  const event = normalizeEvent(
    { timestamp: nowS, platform: 'javascript', ...raw },
    {
      eventId: 'a'.repeat(32) as EventId,
      receivedAtMs: nowS * 1000,
      clockSkewMs: 0,
      clientAddress: null,
      userAgent: null,
      inferIp: null,
    },
  );
  if ('invalid' in event) throw new Error(event.invalid);
  return event;
}

/** An event as @sentry/nextjs sent it, which has no field for digests. */
function recorded(name: string): EventPayload {
  const item = readEnvelope(readFileSync(join(envelopes, `nextjs--11.8.0--${name}.envelope`))).items[0]!;
  const parsed = parseJson(item.payload);
  if (!parsed.ok) throw new Error(parsed.why);
  return normalized(parsed.value as object);
}

const redacted = 'Minified React error #441; visit https://react.dev/errors/441 for the full message.';
const thrown = { exception: { values: [{ type: 'Error', value: redacted }] } };

test.each([
  ['server.05-event', '3131397831'],
  ['server.10-event', '154953950'],
  ['client-static.07-event', '1374244561'],
  ['client-static.16-event', 'MY-DIGEST-7'],
])('the digest of the recorded %s is found in what was logged: %s', (name, digest) => {
  const event = recorded(name);
  expect(event.tags['digest']).toBe(digest);
  expect(event.contexts['nextjs']).toMatchObject({ digest });
});

test.each([
  'server-static.06-event',
  'server-static.11-event',
  'client.07-event',
  'client.11-event',
  'client-static.10-event',
])('the recorded %s has none', (name) => {
  const event = recorded(name);
  expect(event.tags).not.toHaveProperty('digest');
  expect(event.contexts['nextjs'] ?? {}).not.toHaveProperty('digest');
});

test("both sides of a recorded error have one digest, and only the browser's message is redacted", () => {
  const [server, browser] = [recorded('server-static.08-event'), recorded('client-static.09-event')];
  expect(browser.tags['digest']).toBe(server.tags['digest']);
  expect([redactedDigestOf(server), redactedDigestOf(browser)]).toEqual([null, '404623996']);
  expect(headlineOf(server).title).toBe('TypeError: streamed part failed');
  expect(headlineOf(browser).title).toBe('Server error: digest 404623996');
});

test('route and action of a recorded server action come from Next.js and the request', () => {
  const { contexts, tags } = recorded('server.10-event');
  const id = '4055e66e83c1cbf227ccf67a0ae581b748966ef44a';
  expect(contexts['nextjs']).toMatchObject({ route: '/action', route_type: 'action', action_id: id });
  expect(tags).toMatchObject({ route: '/action', action: id });
});

test.each<[string, object]>([
  ['the context of our kit', { contexts: { nextjs: { digest: '4711' } } }],
  ['a tag', { tags: { digest: 4711 } }],
  [
    "the data of the error's mechanism",
    { exception: { values: [{ mechanism: { type: 'x', data: { digest: '4711' } } }] } },
  ],
  ["Sentry's context of extra error data", { ...thrown, contexts: { Error: { digest: '4711' } } }],
  ['extra', { extra: { digest: '4711' } }],
  [
    'what a fallback page says',
    { exception: { values: [{ type: 'Error', value: 'Application error\nDigest: 4711' }] } },
  ],
  ['a reported message', { message: 'It broke. Digest: "4711"' }],
])('a digest is read from %s', (_where, raw) => {
  expect(normalized(raw).tags['digest']).toBe('4711');
});

test('the name of an action is its tag where the kit knows it, and a tag of the client stays', () => {
  const action = { action_id: 'a'.repeat(42), action_name: 'addToCart', route: '/shop/[id]' };
  expect(normalized({ contexts: { nextjs: action } }).tags).toMatchObject({ action: 'addToCart', route: '/shop/[id]' });
  expect(normalized({ contexts: { nextjs: action }, tags: { route: 'mine' } }).tags['route']).toBe('mine');
});

test('a digest logged long before, of another error or of another kind is not used', () => {
  const log = (message: string, timestamp: number, category = 'console') => ({
    breadcrumbs: [{ category, timestamp, data: { arguments: [{ message, digest: '4711' }] } }],
  });
  expect(normalized({ ...thrown, ...log(redacted, nowS - 1) }).tags['digest']).toBe('4711');
  for (const breadcrumbs of [log(redacted, nowS - 60), log('another', nowS - 1), log(redacted, nowS - 1, 'fetch')]) {
    expect(normalized({ ...thrown, ...breadcrumbs }).tags).not.toHaveProperty('digest');
  }
});

test('the later of two logged digests counts', () => {
  const logged = (digest: string) => ({
    category: 'console',
    timestamp: nowS - 1,
    data: { arguments: ['text', null, { message: redacted, digest }] },
  });
  expect(normalized({ ...thrown, breadcrumbs: [logged('1'), logged('2')] }).tags['digest']).toBe('2');
});

test.each([
  { contexts: { nextjs: { digest: 'x'.repeat(5000), action_id: '../../etc', route: { a: 1 } } } },
  { contexts: { nextjs: { digest: '<script>' } } },
  { contexts: { nextjs: { digest: 'NEXT_REDIRECT;replace;/;307;' } } },
  { extra: { digest: { toString: 'no' } } },
  JSON.parse('{"contexts":{"nextjs":{"__proto__":{"digest":"1"}}},"exception":{"values":[{"type":"__proto__"}]}}'),
])('hostile values are no digest', (raw: object) => {
  const event = normalized(raw);
  expect(event.contexts['nextjs'] ?? {}).not.toHaveProperty('digest');
  expect(event.contexts['nextjs'] ?? {}).not.toHaveProperty('action_id');
  expect(Object.keys(event.tags)).not.toContain('digest');
});

test('a message of one megabyte is searched in bounded time', () => {
  const startedAt = process.cpuUsage().user;
  normalized({ message: 'Digest: '.repeat(100_000) });
  normalized({ message: `Digest: ${'a'.repeat(1_000_000)}` });
  expect(process.cpuUsage().user - startedAt).toBeLessThan(1_000_000);
});
