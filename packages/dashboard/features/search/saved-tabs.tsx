import type { IssueFilter } from '@seismo/server';
import { Users } from 'lucide-react';
import { cookies } from 'next/headers';
import { Link } from '#components/ui/link.tsx';
import { tabClass } from '#components/ui/tabs.tsx';
import { ColumnChoice } from '#features/issues/column-choice.tsx';
import { columnsCookie, readColumns } from '#features/issues/columns.ts';
import { issuesHref, readIssueFilter, type RawParams } from '#features/issues/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';
import { DeleteSavedSearch, SaveSearch } from './save-search.tsx';

/** What everybody looks for, then what is saved. `sort` is left as it is where a search does not say one. */
const usual: { name: string; query: string }[] = [
  { name: 'Unresolved', query: 'is:unresolved' },
  { name: 'For review', query: 'is:unresolved is:for_review' },
  { name: 'Mine', query: 'is:unresolved assigned:me' },
  { name: 'All', query: '' },
];

/** Searches to go to by one click, and a way to keep the one that is shown. */
export async function SavedTabs({ search }: { search: Promise<RawParams> }) {
  const filter = readIssueFilter(await search);
  const shown = readColumns((await cookies()).get(columnsCookie)?.value);
  const saved = await ask((viewer) => runtime().query.savedSearches(viewer));
  const current = saved.find((one) => one.query === filter.query.trim() && one.sort === filter.sort);
  const isUsual = usual.some(({ query }) => query === filter.query.trim());
  return (
    <div className="mb-2 flex items-center gap-1 border-b border-line">
      <nav aria-label="Saved searches" className="-mb-px flex min-w-0 overflow-x-auto">
        {usual.map(({ name, query }) => (
          <Tab key={name} name={name} filter={{ ...filter, query }} on={!current && filter.query.trim() === query} />
        ))}
        {saved.map((one) => (
          <Tab
            key={one.id}
            name={one.name}
            shared={one.shared}
            filter={{ ...filter, query: one.query, sort: one.sort }}
            on={one === current}
          />
        ))}
      </nav>
      <div className="ml-auto flex shrink-0 items-center">
        {current ? <DeleteSavedSearch id={current.id} name={current.name} /> : null}
        {current || isUsual ? null : <SaveSearch query={filter.query.trim()} sort={filter.sort} />}
        <ColumnChoice shown={shown} />
      </div>
    </div>
  );
}

function Tab({
  name,
  filter,
  on,
  shared = false,
}: {
  name: string;
  filter: IssueFilter;
  on: boolean;
  shared?: boolean;
}) {
  return (
    <Link
      href={issuesHref({ ...filter, cursor: null })}
      aria-current={on ? 'page' : undefined}
      className={tabClass(on)}
    >
      <span className="max-w-44 truncate">{name}</span>
      {shared ? (
        <>
          <Users size={12} aria-hidden className="text-faint" />
          <span className="sr-only">(shared)</span>
        </>
      ) : null}
    </Link>
  );
}
