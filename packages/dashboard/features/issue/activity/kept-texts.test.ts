import { expect, test } from 'vitest';
import { createKeptTexts } from './kept-texts.ts';

test('what was not asked for the longest is dropped first', () => {
  const texts = createKeptTexts(12);
  texts.keep('a', 'one');
  texts.keep('b', 'two');
  texts.keep('c', 'six');
  expect(texts.get('a')).toBe('one');
  texts.keep('d', 'ten');
  expect(['a', 'b', 'c', 'd'].map((key) => texts.get(key))).toEqual(['one', undefined, 'six', 'ten']);
});

test('a text that is kept again takes the place of the one before, and one that is too long is not kept', () => {
  const texts = createKeptTexts(12);
  texts.keep('a', 'first');
  texts.keep('a', 'then');
  texts.keep('b', 'other');
  expect([texts.get('a'), texts.get('b')]).toEqual(['then', 'other']);
  texts.keep('c', 'x'.repeat(12));
  expect(texts.get('c')).toBeUndefined();
});
