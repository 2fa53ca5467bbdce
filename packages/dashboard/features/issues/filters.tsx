import { organizationId } from '#server/viewer.ts';
import { readIssueList } from './read.ts';
import { FilterForm } from './filter-form.tsx';
import { readIssueFilter, sortNames, sorts } from './search-params.ts';
import { type RawParams } from '#explorer/url-state.ts';

/** The search and order of the list, both in the URL. */
export async function Filters({ search }: { search: Promise<RawParams> }) {
  const filter = readIssueFilter(await search);
  return (
    <FilterForm
      key={JSON.stringify(filter)}
      organizationId={await organizationId()}
      filter={filter}
      problem={readIssueList(search).then(
        ({ page }) => page.problem,
        // The list shows its own error.
        () => null,
      )}
      options={[
        {
          name: 'sort',
          label: 'Sort by',
          value: filter.sort,
          options: sorts.map((sort): [string, string] => [sort, sortNames[sort]]),
        },
      ]}
    />
  );
}
