import type { SpanSelection } from '@seismo/server';
import { first, searchOf, text, urlState, type Param, type RawParams } from '#explorer/url-state.ts';
import { exploreHref, explorePath, type ExploreState } from './search-params.ts';

/** What the heat map shows, and what is selected in it. */
export interface HeatMapState {
  /** A field whose values are numbers. */
  value: string;
  selection: SpanSelection | null;
}

const TIMES = /^(\d{1,15})-(\d{1,15})$/;
const VALUES = /^(-?[\d.]{1,20}(?:e[+-]\d{1,3})?)?~(-?[\d.]{1,20}(?:e[+-]\d{1,3})?)?$/;

/** A rectangle as `when=<from>-<to>` in milliseconds and `values=<from>~<before>`, or `select=<search>`. */
const selection: Param<SpanSelection | null> = {
  read: (params) => {
    const query = first(params['select']);
    if (query) return { query: query.slice(0, 1000) };
    const times = TIMES.exec(first(params['when']) ?? '');
    const values = VALUES.exec(first(params['values']) ?? '~');
    if (!times || !values) return null;
    const [from, before] = [bound(values[1]), bound(values[2])];
    if (Number.isNaN(from) || Number.isNaN(before)) return null;
    return { fromMs: Number(times[1]), toMs: Number(times[2]), from, before };
  },
  write: (search, value) => {
    if (value === null) return;
    if ('query' in value) return search.set('select', value.query);
    search.set('when', `${value.fromMs}-${value.toMs}`);
    if (value.from !== null || value.before !== null) search.set('values', `${value.from ?? ''}~${value.before ?? ''}`);
  },
};

const bound = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

const state = urlState<HeatMapState>({ value: text('value', { missing: 'span.duration', charsMax: 220 }), selection });

export const readHeatMapState: (params: RawParams) => HeatMapState = state.read;

export function heatMapHref(explored: ExploreState, heatMap: HeatMapState) {
  const search = new URLSearchParams(
    searchOf(exploreHref({ ...explored, view: 'heat-map', sort: null, cursor: null })),
  );
  for (const [name, value] of searchOf(state.href(explorePath, heatMap))) search.append(name, value);
  return `${explorePath}?${search.toString()}` as const;
}
