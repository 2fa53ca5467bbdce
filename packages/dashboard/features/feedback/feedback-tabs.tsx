import type { FeedbackPage } from '@seismo/server';
import { oneOf } from '#explorer/url-state.ts';
import { readSavedSearches } from '#features/search/read-saved.ts';
import { SavedSearchButton } from '#features/search/saved-search-button.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { count } from '#ui/count.ts';
import { Tabs } from '#ui/tabs.tsx';
import { feedbackHref, statuses, statusNames, type FeedbackListFilter } from './search-params.ts';

/** The statuses and saved searches. From a saved search, the statuses lead to all feedback. */
export async function FeedbackTabs({ filter, counts }: { filter: FeedbackListFilter; counts: FeedbackPage['counts'] }) {
  const search = { list: 'feedback', query: filter.text.trim(), status: filter.status } as const;
  const saved = await readSavedSearches(search, ({ query, status }) =>
    feedbackHref({ ...filter, text: query, status: oneOf(statuses, status) ?? statuses[0], cursor: null }),
  );
  const listed = saved.current ? { ...filter, text: '' } : filter;
  const ofStatus = saved.current
    ? (await runQuery((viewer) => runtime().query.listFeedback(viewer, { ...listed, cursor: null, count: 1 }))).counts
    : counts;
  return (
    <Tabs
      label="Status and saved searches"
      tabs={[
        ...statuses.map((status) => ({
          name: statusNames[status],
          href: feedbackHref({ ...listed, status, cursor: null }),
          isCurrent: !saved.current && status === filter.status,
          number: count(ofStatus[status]),
        })),
        ...saved.tabs.map((tab) => (tab.isCurrent ? { ...tab, number: count(counts[filter.status]) } : tab)),
      ]}
    >
      {search.query === '' ? null : (
        <SavedSearchButton
          search={search}
          summary={`${statusNames[filter.status]}: ${search.query}`}
          saved={saved.current}
        />
      )}
    </Tabs>
  );
}
