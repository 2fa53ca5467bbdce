import { expect, test } from 'vitest';
import { createTextCache } from './text-cache.ts';

test('the least recently used text is evicted first', () => {
  const texts = createTextCache(12);
  texts.set('a', 'one');
  texts.set('b', 'two');
  texts.set('c', 'six');
  expect(texts.get('a')).toBe('one');
  texts.set('d', 'ten');
  expect(['a', 'b', 'c', 'd'].map((key) => texts.get(key))).toEqual(['one', undefined, 'six', 'ten']);
});

test('a repeated text replaces the earlier one, and an oversized one is not cached', () => {
  const texts = createTextCache(12);
  texts.set('a', 'first');
  texts.set('a', 'then');
  texts.set('b', 'other');
  expect([texts.get('a'), texts.get('b')]).toEqual(['then', 'other']);
  texts.set('c', 'x'.repeat(12));
  expect(texts.get('c')).toBeUndefined();
});
