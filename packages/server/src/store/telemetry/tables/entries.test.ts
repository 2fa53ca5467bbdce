import { expect, test } from 'vitest';
import { columnOf, entryColumns } from './entries.ts';

test('every key has one slot, and the slots together hold all entries', () => {
  const tags = { plan: 'team', 'browser.name': 'Firefox', url: 'https://shop.example/"1"', '': 'empty' };
  Object.defineProperty(tags, '__proto__', { value: 'x', enumerable: true });
  const columns = entryColumns('tags');
  expect(columns).toHaveLength(16);
  const texts = new Map(columns.map(({ name, store }) => [name, String(store(tags))]));
  const together = [...texts.values()].flatMap((text) =>
    text === '' ? [] : Object.entries(JSON.parse(text) as object),
  );
  expect(Object.fromEntries(together)).toEqual(tags);
  for (const key of Object.keys(tags)) {
    expect(texts.get(columnOf({ entry: 'tags', key }))).toContain(JSON.stringify(key));
  }
});
