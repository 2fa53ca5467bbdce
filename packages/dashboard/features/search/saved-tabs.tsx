import { ColumnsButton } from '#explorer/columns-button.tsx';
import { columns, readColumns } from '#features/issues/columns.ts';
import { issuesHref, readIssueFilter } from '#features/issues/search-params.ts';
import { type RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery, may, me, organizationId } from '#server/viewer.ts';
import { TabsWithCounts } from './tabs-with-counts.tsx';
import { DeleteSavedSearch, SaveSearch } from './save-search.tsx';
import { isDefaultTab, searchTabs } from './search-tabs.ts';

/** Default and saved searches as tabs, with a button to save the current search. */
export async function SavedTabs({ search }: { search: Promise<RawParams> }) {
  const filter = readIssueFilter(await search);
  const { project, environment, range, from, to } = await search;
  const tabFilters = { project, environment, range, from, to };
  const query = filter.query.trim();
  const visible = readColumns((await me()).preferences.issueColumns);
  const saved = await runQuery((viewer) => runtime().query.savedSearches(viewer, 'issues'));
  const organization = await organizationId();
  const mayShare = await may('shareSearch');
  const current = saved.find((one) => one.query === query && one.sort === filter.sort);
  const tabs = searchTabs(saved).map(({ id, name, query: tabQuery, sort, shared }) => ({
    id,
    name,
    shared,
    href: issuesHref({ ...filter, query: tabQuery, sort: sort ?? filter.sort, cursor: null }),
    on: current ? id === String(current.id) : sort === null && tabQuery === query,
  }));
  return (
    <div className="mb-2 flex items-center gap-1 border-b border-line">
      <TabsWithCounts tabs={tabs} organizationId={organization} list={tabFilters} listedAtMs={Date.now()} />
      <div className="ml-auto flex shrink-0 items-center">
        {current && (mayShare || !current.shared) ? (
          <DeleteSavedSearch organizationId={organization} id={current.id} name={current.name} />
        ) : null}
        {current || isDefaultTab(query) ? null : (
          <SaveSearch organizationId={organization} query={query} sort={filter.sort} mayShare={mayShare} />
        )}
        <ColumnsButton
          preference="issueColumns"
          columns={columns.filter(({ id }) => id !== 'seen')}
          visible={visible.filter((id) => id !== 'seen')}
          onPhones="On phones, counts appear in the row."
        />
      </div>
    </div>
  );
}
