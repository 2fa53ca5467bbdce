import { BellPlus } from 'lucide-react';
import { ColumnsButton } from '#explorer/columns-button.tsx';
import { newRuleHref } from '#features/alerts/rule-search-params.ts';
import { columns, readColumns } from '#features/issues/columns.ts';
import { issuesHref, readIssueFilter } from '#features/issues/search-params.ts';
import { type RawParams } from '#explorer/url-state.ts';
import { may, me, organizationId } from '#server/viewer.ts';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { defaultTabs } from './default-tabs.ts';
import { readSavedSearches } from './read-saved.ts';
import { SavedSearchButton } from './saved-search-button.tsx';
import { TabsWithCounts } from './tabs-with-counts.tsx';

/** Default and saved searches as tabs, with a button to save the current search. */
export async function SavedTabs({ search }: { search: Promise<RawParams> }) {
  const filter = readIssueFilter(await search);
  const { project, environment, range, from, to } = await search;
  const tabFilters = { project, environment, range, from, to };
  const current = { list: 'issues', query: filter.query.trim(), sort: filter.sort } as const;
  const visible = readColumns((await me()).preferences.issueColumns);
  const saved = await readSavedSearches(current, ({ query, sort }) =>
    issuesHref({ ...filter, query, sort, cursor: null }),
  );
  const defaults = defaultTabs.map(([name, query]) => ({
    name,
    href: issuesHref({ ...filter, query, cursor: null }),
    isCurrent: !saved.current && query === current.query,
  }));
  const isDefault = defaultTabs.some(([, query]) => query === current.query);
  const mayCreateRule = await may('createAlertRule');
  return (
    <div className="mb-2 flex items-center gap-1 border-b border-line">
      <TabsWithCounts
        tabs={[...defaults, ...saved.tabs]}
        organizationId={await organizationId()}
        list={tabFilters}
        listedAtMs={Date.now()}
      />
      <div className="ml-auto flex shrink-0 items-center">
        {saved.current || !isDefault ? (
          <>
            {mayCreateRule ? (
              <Link
                href={newRuleHref(filter)}
                aria-label="Create alert rule"
                title="Create alert rule"
                className={buttonClass('quiet', true)}
              >
                <BellPlus size={14} aria-hidden />
              </Link>
            ) : null}
            <SavedSearchButton search={current} summary={current.query} saved={saved.current} />
          </>
        ) : null}
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
