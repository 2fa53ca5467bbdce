import { expect, test } from 'vitest';
import { META_NOTE_COUNT_MAX } from '../limits.ts';
import { readJson } from './json.ts';
import { Notes, FieldLocation } from './notes.ts';
import { fitText, readInteger, readList, readLooseText, readText } from './read.ts';

function rootOf(notes = new Notes()): FieldLocation {
  return new FieldLocation(notes);
}

test('a value of the wrong type is dropped with a note of position and type, without the value', () => {
  const root = rootOf();
  expect(readText({ name: 4111 }, 'name', root.at('user'), 10)).toBeUndefined();
  expect(root.notes.list).toEqual([{ path: 'user.name', kind: 'dropped', why: 'expected a string, got a number' }]);
});

test('absent and null are the same, and worth no note', () => {
  const root = rootOf();
  expect(readText({ name: null }, 'name', root, 10)).toBeUndefined();
  expect(readList({}, 'list', root)).toBeUndefined();
  expect(root.notes.list).toEqual([]);
});

test('an unquoted number or boolean is text where clients write them so', () => {
  expect(readLooseText({ release: 42 }, 'release', rootOf(), 10)).toBe('42');
  expect(readLooseText({ release: Number.POSITIVE_INFINITY }, 'release', rootOf(), 10)).toBeUndefined();
});

test('only whole numbers from the minimum on', () => {
  const read = (value: unknown): number | undefined => readInteger({ n: value }, 'n', rootOf(), 0);
  expect([3, '17', -1, 1.5, 1e300, Number.NaN, {}].map(read)).toEqual([3, 17, ...Array(5).fill(undefined)]);
});

test('overlong text is cut between characters, never within one', () => {
  const root = rootOf();
  expect(fitText('ab\u{1F600}', root, 'x', 3)).toBe('ab');
  expect(fitText('y'.repeat(12_311), root, 'x', 8192)).toHaveLength(8192);
  expect(root.notes.list.at(-1)?.why).toBe('12,311 characters, 8,192 kept');
});

test('NUL and half surrogates become the replacement character', () => {
  expect(fitText('a\0b\uD800', rootOf(), 'x', 10)).toBe('a\uFFFDb\uFFFD');
});

test('notes stop at their limit and the last one counts the rest, also when a second collector continues', () => {
  const notes = new Notes();
  for (let index = 0; index < META_NOTE_COUNT_MAX + 7; index += 1) rootOf(notes).at(index).note('dropped', 'why');
  rootOf(new Notes(notes.list)).note('scrubbed', 'why');
  expect(notes.list).toHaveLength(META_NOTE_COUNT_MAX + 1);
  expect(notes.list.at(-1)?.why).toBe('and 8 more');
});

test('a list may be bare or wrapped in values', () => {
  expect(readList({ a: [1] }, 'a', rootOf())).toEqual([1]);
  expect(readList({ a: { values: [1] } }, 'a', rootOf())).toEqual([1]);
  expect(readList({ a: 'x' }, 'a', rootOf())).toBeUndefined();
});

test('a __proto__ key is dropped and reaches no prototype', () => {
  const root = rootOf();
  const copied = readJson(JSON.parse('{"__proto__":{"admin":true},"constructor":1}'), root, 1000);
  expect(Object.getPrototypeOf(copied)).toBe(Object.prototype);
  expect(Object.keys(copied as object)).toEqual(['constructor']);
  expect(root.notes.list[0]?.kind).toBe('dropped');
});

test('free-form values are bounded in depth, breadth and size', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 50; level += 1) deep = { deep };
  expect(JSON.stringify(readJson(deep, rootOf(), 10_000))).toContain('[Object]');
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]));
  expect(Object.keys(readJson(wide, rootOf(), 100_000) as object)).toHaveLength(200);
  const big = Array.from({ length: 150 }, () => 'x'.repeat(1000));
  expect(JSON.stringify(readJson(big, rootOf(), 8192)).length).toBeLessThan(9500);
});
