import { expect, test } from 'vitest';
import { createTextCache } from './text-cache.ts';

test('what was not asked for the longest is dropped first', () => {
  const texts = createTextCache(12);
  texts.set('a', 'one');
  texts.set('b', 'two');
  texts.set('c', 'six');
  expect(texts.get('a')).toBe('one');
  texts.set('d', 'ten');
  expect(['a', 'b', 'c', 'd'].map((key) => texts.get(key))).toEqual(['one', undefined, 'six', 'ten']);
});

test('a text that is kept again takes the place of the one before, and one that is too long is not kept', () => {
  const texts = createTextCache(12);
  texts.set('a', 'first');
  texts.set('a', 'then');
  texts.set('b', 'other');
  expect([texts.get('a'), texts.get('b')]).toEqual(['then', 'other']);
  texts.set('c', 'x'.repeat(12));
  expect(texts.get('c')).toBeUndefined();
});
