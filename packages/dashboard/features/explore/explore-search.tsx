import type { RawParams } from '#explorer/url-state.ts';
import { searchOf } from '#explorer/url-state.ts';
import { SearchField } from '#features/search/search-field.tsx';
import { organizationId } from '#server/viewer.ts';
import { FilterForm } from '#ui/filter-form.tsx';
import { exploreHref, explorePath, readExploreState } from './search-params.ts';

/** The search, in the URL. */
export async function ExploreSearch({ search }: { search: Promise<RawParams> }) {
  const state = readExploreState(await search);
  return (
    <FilterForm
      key={JSON.stringify(state)}
      path={explorePath}
      rest={searchOf(exploreHref({ ...state, query: '', cursor: null }))}
      fields={[]}
      className="flex items-start gap-2"
    >
      <SearchField
        organizationId={await organizationId()}
        query={state.query}
        projects={state.projects}
        label={`Search ${state.dataset}`}
        placeholder="span.op:db span.duration:>100ms checkout"
      />
    </FilterForm>
  );
}
