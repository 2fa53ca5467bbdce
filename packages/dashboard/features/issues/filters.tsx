import { Facets } from '#explorer/facets.tsx';
import { FacetsButton } from '#explorer/facets-button.tsx';
import { searchOf, type RawParams } from '#explorer/url-state.ts';
import { SearchField } from '#features/search/search-field.tsx';
import { organizationId } from '#server/viewer.ts';
import { FilterForm } from '#ui/filter-form.tsx';
import { readIssueList } from './read.ts';
import { defaultQuery, issuesHref, readIssueFilter, sortNames, sorts } from './search-params.ts';

/** Values to narrow the list by. */
export async function IssueFacets({ search }: { search: Promise<RawParams> }) {
  const params = await search;
  const { projects, query } = readIssueFilter(params);
  return (
    <Facets
      organizationId={await organizationId()}
      list={{ of: 'issues', shortId: null, params }}
      query={query}
      listedAtMs={Date.now()}
      keys={[
        ['level', 'Level'],
        ['issue.priority', 'Priority'],
        ['assigned', 'Assigned to'],
        ['substatus', 'Substatus'],
      ]}
      projects={projects}
      noun="issue"
    />
  );
}

/** The search and order of the list, both in the URL. */
export async function Filters({ search }: { search: Promise<RawParams> }) {
  const filter = readIssueFilter(await search);
  const { projects, environments, range, query } = filter;
  return (
    <FilterForm
      key={JSON.stringify(filter)}
      path="/issues"
      defaultQuery={defaultQuery}
      rest={searchOf(issuesHref({ projects, environments, range }))}
      fields={[
        {
          name: 'sort',
          label: 'Sort by',
          value: filter.sort,
          defaultValue: sorts[0],
          options: sorts.map((sort): [string, string] => [sort, sortNames[sort]]),
        },
      ]}
      className="flex items-start gap-2"
    >
      <SearchField
        organizationId={await organizationId()}
        query={query}
        projects={projects}
        problem={readIssueList(search).then(
          ({ page }) => page.problem,
          // The list shows its own error.
          () => null,
        )}
        label="Search issues"
        placeholder="is:unresolved level:error release:1.2 text"
      />
      <FacetsButton />
    </FilterForm>
  );
}
