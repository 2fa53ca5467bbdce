import { limits } from '@seismo/protocol';
import type { EventTable, EventTimeseries, Runtime, SearchProblem, SpanHeatmap, Viewer } from '@seismo/server';
import { cache } from 'react';
import type { RawParams } from '#explorer/url-state.ts';
import { isRefusal } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { readExploreState, sortIn, type ExploreState } from './search-params.ts';
import { readHeatMapState } from './selection.ts';
import { isTimeMeasure } from './values.ts';

const ROW_COUNT = 50;

/** What a table needs beside the columns, for links and marks. */
const sampleFields = {
  spans: ['trace', 'id', 'name', 'span.status', 'span.duration', 'timestamp'],
  errors: ['issue', 'id', 'title', 'level', 'timestamp'],
} as const;

/** A search that the server understood, but does not answer: because of a field, or of the time that it takes. */
interface Refused {
  refused: string;
}

/** The fields of the table in a view. */
export const fieldsOf = ({ dataset, view, columns, groups, measures }: ExploreState): string[] => [
  ...new Set(view === 'groups' ? [...groups, ...measures] : [...sampleFields[dataset], ...columns]),
];

/** Read once per request, for the view and the search field. */
export const readTable = cache(async (search: Promise<RawParams>): Promise<EventTable | Refused> => {
  const state = readExploreState(await search);
  const { projects, environments, range, query, cursor } = state;
  const scope = { projects, environments, range, query, cursor };
  return orRefused((queries, viewer) =>
    (state.dataset === 'spans' ? queries.spanTable : queries.eventTable)(viewer, {
      ...scope,
      fields: fieldsOf(state),
      sort: [sortIn(state)],
      count: ROW_COUNT,
    }),
  );
});

/** Read once per request, for the view and the search field. */
export const readHeatMap = cache(async (search: Promise<RawParams>): Promise<SpanHeatmap | Refused> => {
  const params = await search;
  const { projects, environments, range, query } = readExploreState(params);
  const { value } = readHeatMapState(params);
  return orRefused((queries, viewer) => queries.spanHeatmap(viewer, { projects, environments, range, query, value }));
});

/** What is wrong with the search. */
export async function readProblem(search: Promise<RawParams>): Promise<SearchProblem | null> {
  const isHeatMap = readExploreState(await search).view === 'heat-map';
  const found = await (isHeatMap ? readHeatMap(search) : readTable(search)).catch(
    // The view shows its own error.
    () => null,
  );
  return found && 'problem' in found ? found.problem : null;
}

/** Of samples, their count; of groups, their measures, in the first groups of the table. */
export async function readTimeseries(state: ExploreState): Promise<EventTimeseries | Refused> {
  const { projects, environments, range, query, groups } = state;
  const isGrouped = state.view === 'groups';
  const measures = isGrouped ? chartedMeasures(state) : ['count()'];
  const filter = { projects, environments, range, query, yAxis: measures, bucketMs: null };
  const sort = sortIn(state);
  const top = {
    fields: groups,
    sort: measures.includes(sort.replace(/^-/, '')) ? sort : null,
    count: limits.EXPLORE_SERIES_COUNT_MAX,
  };
  return orRefused((queries, viewer) =>
    (state.dataset === 'spans' ? queries.spanTimeseries : queries.eventTimeseries)(viewer, {
      ...filter,
      ...(isGrouped && groups.length > 0 && { groups: top }),
    }),
  );
}

const chartedMeasures = ({ measures }: ExploreState): string[] => measures.filter((name) => !isTimeMeasure(name));

function orRefused<T>(run: (queries: Runtime['query'], viewer: Viewer) => Promise<T>): Promise<T | Refused> {
  return runQuery(async (viewer) => {
    try {
      return await run(runtime().query, viewer);
    } catch (error) {
      if (isRefusal(error) && (error.code === 'invalid' || error.code === 'too-many'))
        return { refused: error.message };
      throw error;
    }
  });
}
