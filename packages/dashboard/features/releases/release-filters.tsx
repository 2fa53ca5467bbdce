import { SearchWords } from '#explorer/search-words.tsx';
import { oneOf, searchOf, type RawParams } from '#explorer/url-state.ts';
import { readSavedSearches } from '#features/search/read-saved.ts';
import { SavedSearchButton } from '#features/search/saved-search-button.tsx';
import { FilterForm } from '#ui/filter-form.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { readReleaseFilter, releasesHref, statuses, statusNames } from './search-params.ts';

/** The statuses and saved searches as tabs, and the search. From a saved search, the statuses lead to all releases. */
export async function ReleaseFilters({ search }: { search: Promise<RawParams> }) {
  const { projects, environments, status, text } = readReleaseFilter(await search);
  const context = { projects, environments };
  const current = { list: 'releases', query: text.trim(), status } as const;
  const saved = await readSavedSearches(current, (one) =>
    releasesHref({ ...context, text: one.query, status: oneOf(statuses, one.status) ?? statuses[0] }),
  );
  return (
    <>
      <Tabs
        label="Status and saved searches"
        tabs={[
          ...statuses.map((each) => ({
            name: statusNames[each],
            href: releasesHref({ ...context, text: saved.current ? '' : text, status: each }),
            isCurrent: !saved.current && each === status,
          })),
          ...saved.tabs,
        ]}
      >
        {current.query === '' ? null : (
          <SavedSearchButton
            search={current}
            summary={`${statusNames[status]}: ${current.query}`}
            saved={saved.current}
          />
        )}
      </Tabs>
      <FilterForm
        key={JSON.stringify([projects, environments, status, text])}
        path="/releases"
        rest={searchOf(releasesHref({ ...context, status }))}
        fields={[]}
        className="mt-2 flex"
      >
        <SearchWords label="Search releases" placeholder="Version" value={text} />
      </FilterForm>
    </>
  );
}
