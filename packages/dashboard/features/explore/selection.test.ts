import { expect, test } from 'vitest';
import { searchOf } from '#explorer/url-state.ts';
import { readExploreState } from './search-params.ts';
import { heatMapHref, readHeatMapState, type HeatMapState } from './selection.ts';

const explored = readExploreState({ query: 'span.op:db', project: 'shop' });
const paramsOf = (href: string) => Object.fromEntries(searchOf(href));

test.each<HeatMapState>([
  { value: 'span.duration', selection: null },
  { value: 'http.response.body.size', selection: { query: 'span.status:error' } },
  { value: 'span.duration', selection: { fromMs: 1000, toMs: 2000, from: 250_000, before: 1e21 } },
  { value: 'span.duration', selection: { fromMs: 1000, toMs: 2000, from: 5e-324, before: null } },
  { value: 'x', selection: { fromMs: 1000, toMs: 2000, from: null, before: -1.25 } },
  { value: 'x', selection: { fromMs: 1000, toMs: 2000, from: null, before: null } },
])('%j is the same after it was in a URL', (heatMap) => {
  const params = paramsOf(heatMapHref(explored, heatMap));
  expect(readHeatMapState(params)).toEqual(heatMap);
  expect(readExploreState(params)).toEqual({ ...explored, view: 'heat-map' });
});

test.each([{}, { when: '1-x' }, { when: '1-2', values: 'a~b' }, { when: '1-2', values: '1.2.3~' }, { values: '1~2' }])(
  '%j selects nothing',
  (params) => expect(readHeatMapState(params).selection).toBeNull(),
);
