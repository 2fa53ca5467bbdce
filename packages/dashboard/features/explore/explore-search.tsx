import clsx from 'clsx';
import { FacetsButton } from '#explorer/facets-button.tsx';
import { searchOf, type RawParams } from '#explorer/url-state.ts';
import { readSavedSearches } from '#features/search/read-saved.ts';
import { SavedSearchButton } from '#features/search/saved-search-button.tsx';
import { SearchField } from '#features/search/search-field.tsx';
import { organizationId } from '#server/viewer.ts';
import { FilterForm } from '#ui/filter-form.tsx';
import { Link } from '#ui/link.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { readProblem } from './read.ts';
import {
  datasets,
  exploreHref,
  explorePath,
  readExploreState,
  sortIn,
  type Dataset,
  type ExploreState,
} from './search-params.ts';
import { heatMapHref, readHeatMapState } from './selection.ts';

const names: Record<Dataset, string> = { spans: 'Spans', errors: 'Errors' };
const examples: Record<Dataset, string> = {
  spans: 'span.op:db span.duration:>100ms checkout',
  errors: 'level:error release:1.2 text',
};

/** The dataset and its search, both in the URL, and saved searches. */
export async function ExploreSearch({ search }: { search: Promise<RawParams> }) {
  const params = await search;
  const state = readExploreState(params);
  const { projects, environments, range, query, dataset, view, columns, groups, measures } = state;
  const context = { projects, environments, range };
  const current = {
    list: 'explore',
    query: query.trim(),
    explore: { dataset, view, columns, groups, measures, sort: state.sort },
  } as const;
  const saved = await readSavedSearches(current, (one) =>
    exploreHref({ ...context, ...one.explore, query: one.query }),
  );
  return (
    <>
      {saved.tabs.length === 0 ? null : (
        <div className="mt-2">
          <Tabs
            label="Saved searches"
            tabs={[{ name: 'New search', href: exploreHref(context), isCurrent: !saved.current }, ...saved.tabs]}
          />
        </div>
      )}
      <div className="mt-2 flex flex-wrap items-start gap-2">
        <nav aria-label="Datasets" className="flex rounded-md border border-line p-px">
          {datasets.map((each) => (
            <Link
              key={each}
              href={exploreHref({
                ...context,
                query,
                dataset: each,
                view: each === 'errors' && view === 'heat-map' ? 'samples' : view,
              })}
              aria-current={each === dataset ? 'true' : undefined}
              className={clsx(
                'inline-flex h-7 items-center rounded-sm px-2.5 text-13 pointer-coarse:h-10',
                each === dataset ? 'bg-accent-wash font-medium' : 'text-muted hover:text-ink',
              )}
            >
              {names[each]}
            </Link>
          ))}
        </nav>
        <FilterForm
          key={JSON.stringify(state)}
          path={explorePath}
          rest={searchOf(
            view === 'heat-map'
              ? heatMapHref({ ...state, query: '' }, { ...readHeatMapState(params), selection: null })
              : exploreHref({ ...state, query: '', cursor: null }),
          )}
          fields={[]}
          className="order-1 flex items-start gap-2 min-w-0 flex-1 basis-full md:order-none md:basis-0"
        >
          <SearchField
            organizationId={await organizationId()}
            of={dataset}
            query={query}
            projects={projects}
            problem={readProblem(search)}
            label={`Search ${dataset}`}
            placeholder={examples[dataset]}
          />
          <FacetsButton />
        </FilterForm>
        <div className="ml-auto flex h-8 items-center pointer-coarse:h-11">
          <SavedSearchButton search={current} summary={summaryOf(state)} saved={saved.current} />
        </div>
      </div>
    </>
  );
}

/** `span.op:db, by transaction: count(), p95(span.duration)`. */
function summaryOf(state: ExploreState): string {
  const { query, dataset, view, columns, groups, measures } = state;
  const what = query.trim() === '' ? `all ${dataset}` : query.trim();
  if (view === 'heat-map') return `${what}, as a heat map`;
  if (view === 'samples') return [what, ...columns].join(', ');
  const by = groups.length === 0 ? '' : `, by ${groups.join(', ')}`;
  return `${what}${by}: ${measures.join(', ')}, sorted by ${sortIn(state)}`;
}
