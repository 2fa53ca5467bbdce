import { searchOf, type RawParams } from '#explorer/url-state.ts';
import { SearchField } from '#features/search/search-field.tsx';
import { organizationId } from '#server/viewer.ts';
import { FilterForm } from '#ui/filter-form.tsx';
import { readSegments } from './read.ts';
import { readSegmentFilter, segmentSorts, tracesHref } from './search-params.ts';

const sortNames = { newest: 'Newest', longest: 'Longest' };

/** The search and order of the list, both in the URL. */
export async function SegmentSearch({ search }: { search: Promise<RawParams> }) {
  const filter = readSegmentFilter(await search);
  const { projects, environments, range, query, sort } = filter;
  return (
    <FilterForm
      key={JSON.stringify(filter)}
      path="/traces"
      rest={searchOf(tracesHref({ projects, environments, range }))}
      fields={[
        {
          name: 'sort',
          label: 'Sort by',
          value: sort,
          defaultValue: segmentSorts[0],
          options: segmentSorts.map((each): [string, string] => [each, sortNames[each]]),
        },
      ]}
      className="mb-2 flex items-start gap-2"
    >
      <SearchField
        organizationId={await organizationId()}
        of="spans"
        query={query}
        projects={projects}
        problem={readSegments(search).then(
          ({ page }) => page.problem,
          // The list shows its own error.
          () => null,
        )}
        label="Search traces"
        placeholder="span.op:pageload span.duration:>1s checkout"
      />
    </FilterForm>
  );
}
