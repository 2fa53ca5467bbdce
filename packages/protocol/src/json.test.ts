import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from './json.ts';
import { JSON_DEPTH_MAX } from './limits.ts';

const parse = (text: string) => parseJson(new TextEncoder().encode(text));

test('JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ depthSize: 'medium', noUnicodeString: false }), (text) => {
      fc.pre(!text.includes('__proto__'));
      expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) });
    }),
  );
});

test('nesting is accepted up to the limit and refused beyond it', () => {
  const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
  expect(parse(nested(JSON_DEPTH_MAX))).toMatchObject({ ok: true });
  expect(parse(nested(JSON_DEPTH_MAX + 2))).toEqual({ ok: false, why: 'nesting' });
  expect(parse('['.repeat(5_000_000))).toEqual({ ok: false, why: 'nesting' });
});

test('brackets inside strings are not nesting', () => {
  const text = JSON.stringify({ a: `\\"${'[{'.repeat(1000)}`, 'k"[[': '"' });
  expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) });
});

test('invalid JSON is reported as such', () => {
  for (const text of ['', '{', '{"a"', '"\\', '"\\u', 'nul', '[1,]', ']['.repeat(500), '{"a":1}x', '\u0000']) {
    expect(parse(text), text).toEqual({ ok: false, why: 'json' });
  }
});

test('invalid UTF-8 becomes replacement characters, a byte order mark goes away', () => {
  const quoted = Uint8Array.of(0xef, 0xbb, 0xbf, 0x22, 0xff, 0x61, 0xc3, 0x22);
  expect(parseJson(quoted)).toEqual({ ok: true, value: '\ufffda\ufffd' });
});

test('lone surrogates become replacement characters, in keys and values, pairs stay', () => {
  expect(parse('{"\\ud800":["\\uDFFFx","\\ud83d\\ude00"]}')).toEqual({
    ok: true,
    value: { '\ufffd': ['\ufffdx', '\u{1f600}'] },
  });
});

test('a key __proto__ is dropped in every spelling and at every depth', () => {
  for (const key of ['__proto__', '\\u005f_proto__', '__\\u0070roto__']) {
    const parsed = parse(`{"a":[{"${key}":{"admin":true},"b":1}],"constructor":{"prototype":{"admin":true}}}`);
    if (!parsed.ok) throw new Error(parsed.why);
    const value = parsed.value as { a: object[] };
    const copy = Object.assign({}, value.a[0], { ...value.a[0] });
    expect(copy).toEqual({ b: 1 });
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect('admin' in copy).toBe(false);
    expect('admin' in {}).toBe(false);
  }
});
