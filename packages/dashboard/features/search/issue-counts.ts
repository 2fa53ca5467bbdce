import type { Viewer } from '@seismo/server';
import { rawParamsOf } from '#features/issues/raw-params.ts';
import { readIssueFilter } from '#features/issues/search-params.ts';
import { type RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { defaultTabs } from './default-tabs.ts';

/** The issue count of each tab of the list, by the tab's ID; `null` for an invalid search. */
export async function issueCounts(
  viewer: Viewer,
  { list }: { list: RawParams },
): Promise<Record<string, number | null>> {
  const { projects, environments, range } = readIssueFilter(rawParamsOf(list));
  const { query } = runtime();
  const saved = await query.savedSearches(viewer, 'issues');
  const tabs = [
    ...defaultTabs.map(([id, query]) => ({ id, query })),
    ...saved.map(({ id, query }) => ({ id: String(id), query })),
  ];
  const counts = await query.issueCounts(
    viewer,
    { projects, environments, range },
    tabs.map((tab) => tab.query),
  );
  // Tabs beyond the limit are not counted.
  return Object.fromEntries(counts.map((count, index) => [tabs[index]!.id, count]));
}
