import { expect, test } from 'vitest';
import { tokensOf } from './highlight.ts';

const tokenTexts = (text: string) => tokensOf(text).map(({ kind, text: piece }) => [kind, piece]);

test('keys, values, operators and words are highlighted differently', () => {
  expect(tokenTexts('is:new !(level:[error, fatal] OR "a b")')).toEqual([
    ['key', 'is:'],
    ['value', 'new'],
    ['space', ' '],
    ['sign', '!'],
    ['sign', '('],
    ['key', 'level:'],
    ['value', '[error, fatal]'],
    ['space', ' '],
    ['sign', 'OR'],
    ['space', ' '],
    ['text', '"a b"'],
    ['sign', ')'],
  ]);
  expect(tokenTexts('timesSeen:>=10 TypeError: x')).toEqual([
    ['key', 'timesSeen:>='],
    ['value', '10'],
    ['space', ' '],
    ['text', 'TypeError:'],
    ['space', ' '],
    ['text', 'x'],
  ]);
});

test.each(['', '"', '[', 'a:"', '(((', '\\', 'tags[', 'a:[b', 'x'.repeat(1000), '"\\'.repeat(400), '!!', ' '])(
  'nothing of %j is lost',
  (text) => {
    expect(
      tokensOf(text)
        .map((token) => token.text)
        .join(''),
    ).toBe(text);
  },
);
