import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEventId, type EventPayload } from '@seismo/protocol';
import { normalizeEvent } from '../normalize/normalize.ts';
import { fullScrubbing, scrubAttributes, scrubEvent } from './scrub.ts';
import { scrubText } from './text.ts';

const MARK = 'Zx9Secret7Qw';
const base64 = Buffer.from(`user:${MARK}`).toString('base64');
/** The forms of a secret in text, and the part that must disappear. */
const planted = fc.constantFrom(
  { text: `password=${MARK}`, gone: MARK },
  { text: `https://ana:${MARK}@x.test/p`, gone: MARK },
  { text: `https://x.test/p?a=1&api_key=${MARK}&b=2`, gone: MARK },
  { text: `{"client_secret": "${MARK}"}`, gone: MARK },
  { text: `Bearer ${MARK}`, gone: MARK },
  { text: `Basic ${base64}`, gone: base64 },
  { text: `Cookie: sid=${MARK}`, gone: MARK },
  { text: `-----BEGIN PRIVATE KEY-----\n${MARK}\n-----END PRIVATE KEY-----`, gone: MARK },
  { text: `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${MARK}`, gone: MARK },
  { text: 'AKIAIOSFODNN7EXAMPLE', gone: 'AKIAIOSFODNN7EXAMPLE' },
  { text: '4242 4242 4242 4242', gone: '4242 4242' },
  { text: '378282246310005', gone: '378282246310005' },
);
const words = fc.stringMatching(/^[a-z ,.!]{0,20}$/);
const sentence = fc.tuple(words, planted, words).map(([before, { text, gone }, after]) => ({
  text: `${before} ${text} ${after}`,
  gone,
}));

const events: ((text: string) => object)[] = [
  (text) => ({ message: text }),
  (text) => ({ exception: { values: [{ type: 'Error', value: text }] } }),
  (text) => ({ breadcrumbs: [{ message: text, data: { url: text, to: text, deep: [{ x: text }] } }] }),
  (text) => ({ extra: { a: { b: [text] } }, tags: { t: text }, contexts: { c: { d: text } } }),
  (text) => ({ request: { url: text, data: { a: text }, headers: { 'X-Other': text }, env: { E: text } } }),
  (text) => ({ request: { data: text } }),
  (text) => ({ transaction: text, fingerprint: [text], user: { plan: text, name: text } }),
  (text) => ({ exception: [{ type: 'E', stacktrace: { frames: [{ function: 'f', vars: { v: text } }] } }] }),
  (text) => ({ logentry: { message: '%s', params: [text] } }),
];

function scrubbed(raw: unknown): EventPayload {
  return scrubEvent(normalized(raw));
}

function normalized(raw: unknown): EventPayload {
  const event = normalizeEvent(raw, {
    eventId: readEventId('0123456789abcdef0123456789abcdef')!,
    receivedAtMs: 1_795_000_000_000,
    clockSkewMs: 0,
    clientAddress: null,
    userAgent: null,
    inferIp: null,
  });
  if ('invalid' in event) throw new Error(event.invalid);
  return event;
}

test('a planted secret is removed from every position, with a note', () => {
  fc.assert(
    fc.property(sentence, fc.constantFrom(...events), ({ text, gone }, build) => {
      const event = scrubbed(build(text));
      expect(JSON.stringify(event)).not.toContain(gone);
      expect(event._meta.some((note) => note.kind === 'scrubbed')).toBe(true);
    }),
    { numRuns: 500 },
  );
});

const key = fc.constantFrom('password', 'a', 'token', 'author', 'user', 'session_id', 'url', 'list');
const tree = fc.letrec((tie) => ({
  value: fc.oneof(
    fc.string(),
    sentence.map(({ text }) => text),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
})).value;

test('scrubbing again changes nothing', () => {
  fc.assert(
    fc.property(fc.dictionary(key, tree), sentence, (extra, { text }) => {
      const once = scrubbed({ extra, message: text, tags: { t: text } });
      const copy = structuredClone(once);
      expect(scrubEvent(once)).toEqual(copy);
    }),
    { numRuns: 300 },
  );
});

test('scrubbed text does not change again', () => {
  const piece = fc.constantFrom(
    'password',
    'token',
    '=',
    ':',
    '"',
    "'",
    '\\',
    '{',
    '}',
    '[',
    ']',
    '&',
    '?',
    ' ',
    'a',
    '://',
  );
  const soup = fc.array(
    fc.oneof(piece, fc.constantFrom('@', 'Bearer ', 'cookie:', 'eyJ', '.', '4242424242424242', '\n')),
  );
  fc.assert(
    fc.property(soup, fc.constantFrom('text' as const, 'source' as const), (pieces, kind) => {
      const once = scrubText(pieces.join(''), kind);
      expect(scrubText(once, kind)).toBe(once);
    }),
    { numRuns: 2000 },
  );
});

test('the shape stays: the same keys and lists, and all values that are no secrets', () => {
  fc.assert(
    fc.property(fc.dictionary(key, tree), (extra) => {
      const before = normalized({ extra });
      const shape = shapeOf(before.extra);
      expect(shapeOf(scrubEvent(before).extra)).toEqual(shape);
    }),
    { numRuns: 300 },
  );
});

test('the attributes of a span are scrubbed as the data of an event', () => {
  const scalar = fc.oneof(
    fc.string(),
    sentence.map(({ text }) => text),
    fc.double({ noNaN: true }),
    fc.constantFrom(4242424242424242, 1_795_000_000_000),
    fc.boolean(),
  );
  const name = fc.oneof(key, fc.constantFrom('max_tokens', 'safe.token', '__proto__', ''));
  fc.assert(
    fc.property(fc.array(fc.tuple(name, scalar)), (entries) => {
      const scrubbing = { ...fullScrubbing, isSafe: (of: string) => of === 'safe.token' };
      const attributes = new Map(entries);
      const event = { ...normalized({}), extra: Object.fromEntries(attributes) };
      scrubAttributes(attributes, scrubbing.isSafe);
      expect([...attributes]).toEqual(Object.entries(scrubEvent(event, scrubbing).extra));
    }),
    { numRuns: 300 },
  );
});

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return 'leaf';
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
}
