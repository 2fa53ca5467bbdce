import { cache } from 'react';
import { runtime } from '#server/runtime.ts';
import { runQuery, me } from '#server/viewer.ts';
import { readRowCount } from './row-counts.ts';
import { readIssueFilter, type RawParams } from './search-params.ts';

/** Asked once per request, by the sentence of state, by the list and by the search that it came from. */
export const readIssueList = cache(async (search: Promise<RawParams>) => {
  const filter = { ...readIssueFilter(await search), count: readRowCount((await me()).preferences.issueRows) };
  return { filter, page: await runQuery((viewer) => runtime().query.listIssues(viewer, filter)) };
});
