import { expect, test } from 'vitest';
import type { SearchText } from '#store/state/contract.ts';
import { SharedTexts } from './shared-texts.ts';

const text = (field: SearchText['field'], content: string): SearchText => ({ field, text: content });

test('texts of one batch come back equal and in order, and each only once in memory', () => {
  const shared = new SharedTexts();
  const first = shared.of([text('value', 'gone'), text('tag', 'user 1')]);
  const second = shared.of([text('tag', 'user 2'), text('value', 'gone')]);
  expect(first).toEqual([text('value', 'gone'), text('tag', 'user 1')]);
  expect(second).toEqual([text('tag', 'user 2'), text('value', 'gone')]);
  expect(second[1]).toBe(first[0]);
});

test('the same words in another field are another text', () => {
  const shared = new SharedTexts();
  const [value, tag] = [shared.of([text('value', '__proto__')]), shared.of([text('tag', '__proto__')])];
  expect([...value, ...tag]).toEqual([text('value', '__proto__'), text('tag', '__proto__')]);
});
