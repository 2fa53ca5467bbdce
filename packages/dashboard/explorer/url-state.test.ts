import fc from 'fast-check';
import type { TimeRange } from '@seismo/server';
import { expect, test } from 'vitest';
import {
  choice,
  context,
  cursor,
  flag,
  list,
  optional,
  optionalRange,
  range,
  text,
  urlState,
  type RawParams,
} from './url-state.ts';

const state = urlState({
  ...context,
  range,
  query: text('query', { missing: 'is:unresolved', charsMax: 20 }),
  sort: choice('sort', ['last-seen', 'events']),
  issue: optional('issue'),
  all: flag('frames', 'all'),
  kinds: list('kind'),
  cursor,
});

const rawOf = (href: string): RawParams => {
  const search = new URLSearchParams(href.split('?')[1]);
  return Object.fromEntries([...search.keys()].map((name) => [name, search.getAll(name)]));
};

test('a state survives its URL, and defaults are left out', () => {
  const words = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 3 });
  const optionalText = fc.option(fc.string({ minLength: 1 }));
  const states = fc.record({
    projects: words,
    environments: words,
    range: fc.constantFrom<TimeRange[]>('14d', '7d', { fromMs: 1_700_000_000_000, toMs: 1_700_000_060_000 }),
    query: fc.string({ maxLength: 20 }),
    sort: fc.constantFrom('last-seen' as const, 'events' as const),
    issue: optionalText,
    all: fc.boolean(),
    kinds: words,
    cursor: optionalText,
  });
  fc.assert(
    fc.property(states, (given) => {
      expect(state.read(rawOf(state.href('/x', given)))).toEqual(given);
    }),
  );
  expect(state.href('/x', state.read({}))).toBe('/x');
  expect(state.href('/x', { query: '' })).toBe('/x?query=');
});

test('unknown, repeated and oversized values become defaults or are cut', () => {
  expect(
    state.read({
      sort: '__proto__',
      frames: ['no', 'all'],
      project: ['a', '', 'a'],
      query: 'x'.repeat(99),
      cursor: '',
    }),
  ).toEqual({ ...state.read({}), projects: ['a'], query: 'x'.repeat(20) });
  expect(state.read({ kind: Array.from({ length: 999 }, (_, index) => String(index)) }).kinds).toHaveLength(100);
  for (const none of [undefined, '', 'all', 'ever']) expect(optionalRange.read({ range: none })).toBeNull();
});
