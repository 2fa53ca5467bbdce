import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchOf, type RawParams } from '#explorer/url-state.ts';
import {
  countMax,
  defaults,
  exploreHref,
  explorePath,
  readExploreState,
  sortIn,
  type ExploreState,
} from './search-params.ts';

const paramsOf = (href: string): RawParams => {
  const all = Map.groupBy(searchOf(href), ([name]) => name);
  return Object.fromEntries([...all].map(([name, values]) => [name, values.map(([, value]) => value)]));
};
const back = (state: Partial<ExploreState>) => readExploreState(paramsOf(exploreHref(state)));

test('a state survives its URL, and defaults are left out', () => {
  const fields = (most: number, least = 0) =>
    fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: least, maxLength: most });
  const states = fc.record({
    projects: fields(2),
    environments: fields(2),
    range: fc.constantFrom<ExploreState['range'][]>('14d', '1h', {
      fromMs: 1_700_000_000_000,
      toMs: 1_700_000_060_000,
    }),
    query: fc.string({ maxLength: 20 }),
    dataset: fc.constantFrom('spans' as const, 'errors' as const),
    view: fc.constantFrom('samples' as const, 'groups' as const),
    columns: fields(countMax.columns),
    groups: fields(countMax.groups),
    measures: fields(countMax.measures, 1),
    sort: fc.option(fc.string({ minLength: 1 })),
    cursor: fc.option(fc.string({ minLength: 1 })),
  });
  fc.assert(
    fc.property(states, (state) => {
      expect(back(state)).toEqual(state);
    }),
  );
  for (const dataset of ['spans', 'errors'] as const) {
    const href = exploreHref(readExploreState({ dataset }));
    expect(href).toBe(dataset === 'spans' ? explorePath : `${explorePath}?dataset=errors`);
  }
});

test('unknown values become defaults, and lists end at their limit', () => {
  expect(readExploreState({ dataset: 'logs', view: '__proto__' })).toEqual(readExploreState({}));
  expect(readExploreState({ dataset: 'errors', view: 'heat-map' }).view).toBe('samples');
  expect(readExploreState({ dataset: ['errors', 'spans'] })).toMatchObject(defaults.errors);
  expect(readExploreState({ group: '', measure: '' })).toMatchObject({ groups: [], measures: defaults.spans.measures });
  const many = Array.from({ length: 99 }, (_, index) => `a${index}`);
  const read = readExploreState({ column: many, group: many, measure: many });
  expect([read.columns.length, read.groups.length, read.measures.length]).toEqual([8, 4, 4]);
});

test.each<[Partial<ExploreState>, string]>([
  [{}, '-timestamp'],
  [{ sort: '-span.duration' }, '-span.duration'],
  [{ sort: '-count()' }, '-timestamp'],
  [{ dataset: 'errors', sort: '-span.duration' }, '-timestamp'],
  [{ view: 'groups' }, '-count()'],
  [{ view: 'groups', sort: '-timestamp' }, '-count()'],
  [{ view: 'groups', sort: 'failure_rate()' }, 'failure_rate()'],
  [{ view: 'groups', measures: ['p95()'], sort: '-failure_rate()' }, '-p95()'],
])('the order of %j is %s', (given, sort) => expect(sortIn(back(given))).toBe(sort));
