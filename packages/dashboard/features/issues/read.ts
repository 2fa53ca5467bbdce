import { cache } from 'react';
import { runtime } from '#server/runtime.ts';
import { runQuery, me } from '#server/viewer.ts';
import { readRowCount } from './row-counts.ts';
import { readIssueFilter } from './search-params.ts';
import { type RawParams } from '#explorer/url-state.ts';

/** Read once per request, for the summary, the list and its search field. */
export const readIssueList = cache(async (search: Promise<RawParams>) => {
  const filter = { ...readIssueFilter(await search), count: readRowCount((await me()).preferences.issueRows) };
  return { filter, page: await runQuery((viewer) => runtime().query.listIssues(viewer, filter)) };
});
