import { cache } from 'react';
import type { RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { readSegmentFilter } from './search-params.ts';

/** Read once per request, for the list and its search field. */
export const readSegments = cache(async (search: Promise<RawParams>) => {
  const filter = readSegmentFilter(await search);
  return { filter, page: await runQuery((viewer) => runtime().query.segments(viewer, filter)) };
});
