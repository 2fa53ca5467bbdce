import type { EventPayload, Frame } from '@seismo/protocol';
import fc from 'fast-check';
import { anyCharacter } from '../../testing/any-character.ts';
import { expect, it } from 'vitest';
import { cpuMs } from '../../testing/cpu.ts';
import { groupings } from './group.ts';
import { groupV1 } from './v1.ts';
import { groupV2 } from './v2.ts';

function event(rest: Partial<EventPayload>): EventPayload {
  const base = { event_id: '0'.repeat(32), timestamp: 1, received: 1, platform: 'javascript', level: 'error' as const };
  return { ...base, contexts: {}, tags: {}, extra: {}, _meta: [], ...rest };
}

function thrown(type: string, value: string, frames: Frame[]): EventPayload {
  return event({ exception: { values: [{ type, value, stacktrace: { frames } }] } });
}

const name = fc.constantFrom('loadOrders', 'renderCart', 'applyCoupon', 'priceOf', 'saveDraft', 'walkTree');
const file = fc.constantFrom('src/cart/form', 'src/cart/price', 'lib/orders', 'app/orders/page', 'billing-invoice');
const frames = fc.array(fc.record({ name, file }), { minLength: 1, maxLength: 30 });
const position = fc.integer({ min: 1, max: 1e6 });
const type = fc.constantFrom('TypeError', 'RangeError', 'Error', 'ChunkLoadError', 'CurrencyMismatchError');

const chars = (alphabet: string, length: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...alphabet.split('')), { minLength: length, maxLength: length }).map((all) => all.join(''));
const hex = '0123456789abcdef';
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** How bundlers write a file: one style per case, two hashes. */
const build = fc.oneof(
  fc.tuple(...[0, 1].map(() => chars(hex, 8))).map(([a, b]) => [`-name-.${a}.js`, `-name-.${b}.js`]),
  fc.tuple(...[0, 1].map(() => chars(hex, 20))).map(([a, b]) => [`-name-.${a}.chunk.js`, `-name-.${b}.chunk.js`]),
  fc
    .tuple(...[0, 1].map(() => chars(hex, 16)))
    .map(([a, b]) => [`_next/static/chunks/12-${a}.js`, `_next/static/chunks/9-${b}.js`]),
  fc
    .tuple(...[0, 1].map(() => chars(hex, 16)))
    .map(([a, b]) => [`_next/static/chunks/app/orders/page-${a}.js`, `_next/static/chunks/app/orders/page-${b}.js`]),
  fc
    .tuple(...[0, 1].map(() => chars(base64url, 8)))
    .map(([a, b]) => [`assets/-name--${a}.js`, `assets/-name--${b}.js`]),
  fc
    .tuple(...[0, 1].map(() => chars('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 8)))
    .map(([a, b]) => [`chunk-${a}.js`, `chunk-${b}.js`]),
);

it('ignores lines, columns and messages when it groups by frames', () => {
  fc.assert(
    fc.property(type, frames, position, position, fc.string(), fc.string(), (kind, places, line, column, one, two) => {
      const make = (value: string, lineno: number, colno: number): EventPayload =>
        thrown(
          kind,
          value,
          places.map((at) => ({ function: at.name, filename: `${at.file}.js`, lineno, colno, in_app: true })),
        );
      const first = groupV1(make(one, line, column));
      expect(first.method).toBe('frames');
      expect(groupV1(make(two, column, line)).hash).toBe(first.hash);
    }),
  );
});

it('ignores lines, columns and minified names when it groups by message', () => {
  fc.assert(
    fc.property(chars('abcxyz', 2), chars('abcxyz', 2), position, position, (one, two, line, column) => {
      const make = (name: string, lineno: number): EventPayload =>
        thrown('Error', 'no stock', [
          { function: name, filename: 'https://x.example/app.min.js', lineno, in_app: true },
        ]);
      expect(groupV1(make(one, line)).hash).toBe(groupV1(make(two, column)).hash);
    }),
  );
});

it('ignores hashes in file names, query strings and hosts', () => {
  fc.assert(
    fc.property(
      build,
      name,
      chars(hex, 6),
      fc.constantFrom('Invoice', 'main', 'order-list'),
      (paths, fn, query, stem) => {
        const make = (path: string, host: string, tail: string): EventPayload =>
          thrown('Error', 'x', [
            { function: fn, filename: `${host}/${path.replace('-name-', stem)}${tail}`, in_app: true },
          ]);
        const one = groupV1(make(paths[0] ?? '', 'https://x.example', ''));
        const two = groupV1(make(paths[1] ?? '', 'http://localhost:3000', `?v=${query}`));
        expect(two.hash).toBe(one.hash);
      },
    ),
    { numRuns: 2000 },
  );
});

it('different types never share a group', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), frames, (one, two, value, places) => {
      fc.pre(one !== two && !`${one}${two}`.includes('React ErrorBoundary'));
      const all = places.map((at) => ({ function: at.name, filename: at.file, in_app: true }));
      expect(groupV1(thrown(one, value, all)).hash).not.toBe(groupV1(thrown(two, value, all)).hash);
    }),
  );
});

it('ignores the order of tags, the release and the level', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), fc.string(), (tags, release) => {
      const make = (pairs: [string, string][], rest: Partial<EventPayload>): string =>
        groupV1({ ...thrown('Error', 'x', []), tags: Object.fromEntries(pairs), ...rest }).hash;
      expect(make(tags.toReversed(), { release, level: 'fatal' })).toBe(make(tags, {}));
    }),
  );
});

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('', '?', '<anonymous>', '{{default}}', '__proto__'),
);
const anyFrame = fc.record(
  {
    function: text,
    module: text,
    filename: text,
    abs_path: text,
    lineno: fc.integer(),
    in_app: fc.boolean(),
    context_line: text,
    platform: text,
    package: text,
    image: fc.record({ name: text, debug_id: text, offset: text }),
  },
  { requiredKeys: [] },
);
const anyTrace = fc.record({ frames: fc.array(anyFrame, { maxLength: 12 }) });
const link = fc.integer({ min: -1, max: 4 });
const anyException = fc.record(
  {
    type: text,
    value: text,
    stacktrace: anyTrace,
    mechanism: fc.record(
      { synthetic: fc.boolean(), exception_id: link, parent_id: link, is_exception_group: fc.boolean() },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
const anyEvent = fc.record(
  {
    platform: fc.oneof(text, fc.constantFrom('native', 'rust', 'python', 'java', 'go')),
    fingerprint: fc.array(text, { maxLength: 4 }),
    logentry: fc.record({ formatted: text, message: text }, { requiredKeys: ['formatted'] }),
    exception: fc.record({ values: fc.array(anyException, { maxLength: 8 }) }),
    stacktrace: anyTrace,
    threads: fc.record({
      values: fc.array(fc.record({ stacktrace: anyTrace, crashed: fc.boolean() }), { maxLength: 2 }),
    }),
  },
  { requiredKeys: [] },
);

it.each(Object.entries(groupings))(
  '%s never throws, answers twice the same, and stays within its bounds',
  (_, group) => {
    fc.assert(
      fc.property(anyEvent, (rest) => {
        const one = group(event(rest));
        expect(one.hash).toMatch(/^[0-9a-f]{32}$/);
        expect(one.components.length).toBeLessThanOrEqual(60);
        for (const { value } of one.components) expect(value.length).toBeLessThanOrEqual(200);
        expect(group(structuredClone(event(rest)))).toEqual(one);
      }),
      { numRuns: 2000 },
    );
  },
);

it('computes the hashes of v1 for JavaScript events', () => {
  fc.assert(
    fc.property(anyEvent, fc.constantFrom('javascript', 'node', 'other'), (rest, platform) => {
      expect(groupV2(event({ ...rest, platform }))).toEqual(groupV1(event({ ...rest, platform })));
    }),
  );
});

const million = 1_000_000;
it.each([
  ['letters', 'a'.repeat(million)],
  ['digits', '1'.repeat(million)],
  ['dots and digits', '1.'.repeat(million / 2)],
  ['colons', 'a:'.repeat(million / 2)],
  ['at signs', 'a@'.repeat(million / 2)],
  ['mail that never ends', `${'a.'.repeat(500)}@${'b-'.repeat(500)}`],
  ['open quotes', `'"`.repeat(million / 2)],
  ['open braces', '{"'.repeat(million / 2)],
  ['nested brackets', '['.repeat(million)],
  ['schemes', 'a://'.repeat(million / 4)],
  ['blanks', ' '.repeat(million)],
  ['line breaks', '\n'.repeat(million)],
  ['an engine message without end', `Loading chunk ${'x '.repeat(million / 2)}`],
  ['is not a function', `${'a.'.repeat(900)} is not a functio`],
  ['evaluating', `undefined is not an object (evaluating '${'('.repeat(1900)}`],
  ['access', `can't access property "x", ${' is undefine'.repeat(150)}`],
  ['surrogates', '\ud83d'.repeat(million)],
])('reads a hostile message in bounded time: %s', (_, value) => {
  groupV1(thrown('Error', 'warm', []));
  const spent = cpuMs(() => {
    groupV1(thrown('Error', value, []));
    groupV1(event({ logentry: { formatted: value } }));
  });
  expect(spent).toBeLessThan(250);
});

it.each([
  ['names', 'a'.repeat(2048), '/x.js'],
  ['dotted names', 'a.'.repeat(1024), 'a-'.repeat(1024)],
  ['handlers', 'async '.repeat(340), '1.'.repeat(1024)],
  ['Firefox closures', `${'async*'.repeat(340)}/<`, '/index'.repeat(340)],
  ['packages', ' [as '.repeat(400), 'node_modules/'.repeat(150)],
  ['webpack', '('.repeat(2048), `webpack://${'webpack/'.repeat(250)}`],
  ['brackets', '{closure'.repeat(250), '[['.repeat(1000)],
])('reads 250 hostile frames in bounded time: %s', (_, fn, filename) => {
  for (const platform of ['javascript', 'php', 'native']) {
    const all = Array.from({ length: 250 }, (__, i) => ({
      function: `${fn}${i}`,
      filename: `${filename}${i}`,
      context_line: fn,
      in_app: true,
    }));
    expect(cpuMs(() => groupV1({ ...thrown('Error', 'x', all), platform }))).toBeLessThan(250);
    expect(cpuMs(() => groupV2({ ...thrown('*fmt.wrapError', 'x', all), platform }))).toBeLessThan(250);
  }
});
