import { limits } from '@seismo/protocol';
import type { TimeRange } from '@seismo/server';
import {
  choice,
  context,
  cursor,
  first,
  many,
  oneOf,
  optional,
  range,
  text,
  urlState,
  type Param,
  type RawParams,
} from '#explorer/url-state.ts';

export const datasets = ['spans', 'errors'] as const;
export type Dataset = (typeof datasets)[number];

/** Single spans or errors, aggregates of groups of them, or the heat map of durations. */
export const views = ['samples', 'groups', 'heat-map'] as const;
export type View = (typeof views)[number];

/** The state of the page. Fields have Sentry's names, as in the API: `span.op`, `p95(span.duration)`. */
export interface ExploreState {
  projects: string[];
  environments: string[];
  range: TimeRange;
  query: string;
  dataset: Dataset;
  view: View;
  /** Of samples, between their name and their time. */
  columns: string[];
  /** Of groups: the fields whose values they have in common. */
  groups: string[];
  /** Of groups: the aggregates. There is at least one. */
  measures: string[];
  /** A field, with `-` before it if the highest values are first; `null`: the default of the view. */
  sort: string | null;
  cursor: string | null;
}

/** Lists of fields in the URL, where an empty parameter is an empty list. */
export const fieldLists = ['columns', 'groups', 'measures'] as const;
export type FieldList = (typeof fieldLists)[number];

export const defaults: Record<Dataset, Pick<ExploreState, FieldList>> = {
  spans: {
    columns: ['span.op', 'transaction', 'project'],
    groups: ['span.op'],
    measures: ['count()', 'p95(span.duration)', 'failure_rate()'],
  },
  errors: {
    columns: ['issue', 'project', 'environment'],
    groups: ['issue'],
    measures: ['count()', 'count_unique(user)'],
  },
};

export const countMax: Record<FieldList, number> = {
  columns: limits.EXPLORE_COLUMN_COUNT_MAX,
  groups: limits.EXPLORE_GROUP_COUNT_MAX,
  measures: limits.EXPLORE_MEASURE_COUNT_MAX,
};

const datasetIn = (value: string | undefined): Dataset => oneOf(datasets, value) ?? datasets[0];

function fields(name: string, list: FieldList): Param<string[]> {
  const defaultIn = (dataset: string | undefined) => defaults[datasetIn(dataset)][list];
  return {
    read: (params) => {
      const given = params[name] === undefined ? null : many(params[name]).slice(0, countMax[list]);
      const isMissing = given === null || (list === 'measures' && given.length === 0);
      return isMissing ? [...defaultIn(first(params['dataset']))] : given;
    },
    // The dataset is written before.
    write: (search, values) => {
      if (JSON.stringify(values) === JSON.stringify(defaultIn(search.get('dataset') ?? undefined))) return;
      for (const value of values.length === 0 ? [''] : values) search.append(name, value);
    },
  };
}

const state = urlState<ExploreState>({
  ...context,
  range,
  query: text('query'),
  dataset: choice('dataset', datasets),
  view: choice('view', views),
  columns: fields('column', 'columns'),
  groups: fields('group', 'groups'),
  measures: fields('measure', 'measures'),
  sort: optional('sort'),
  cursor,
});

export const explorePath = '/traces/explore';

export function readExploreState(params: RawParams): ExploreState {
  const read = state.read(params);
  // Durations are of spans only.
  return read.dataset === 'errors' && read.view === 'heat-map' ? { ...read, view: 'samples' } : read;
}

export const exploreHref = (given: Partial<ExploreState>) => state.href(explorePath, given);

/** The orders of samples. */
const sampleSorts = ['-timestamp', '-span.duration'] as const;

/** What the table is sorted by: a sort that the view does not have is replaced by its default. */
export function sortIn({ dataset, view, measures, sort }: ExploreState): string {
  const known =
    view === 'groups'
      ? measures.flatMap((measure) => [`-${measure}`, measure])
      : dataset === 'spans'
        ? sampleSorts
        : [sampleSorts[0]];
  return oneOf(known, sort ?? undefined) ?? known[0]!;
}
