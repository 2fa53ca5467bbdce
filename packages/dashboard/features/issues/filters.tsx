import { environmentOptions } from '#features/environments/options.ts';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';
import { listed } from './listed.ts';
import { FilterForm } from './filter-form.tsx';
import { rangeNames, ranges, readIssueFilter, sortNames, sorts, type RawParams } from './search-params.ts';

/** The context bar: which projects and environments, since when, what, in which order. All of it in the URL. */
export async function Filters({ search }: { search: Promise<RawParams> }) {
  const filter = readIssueFilter(await search);
  const [projects, environments] = await Promise.all([
    ask((viewer) => runtime().query.listProjects(viewer)),
    ask((viewer) => runtime().query.environments(viewer, filter.projects)),
  ]);
  return (
    <FilterForm
      key={JSON.stringify(filter)}
      query={filter.query}
      projects={filter.projects}
      problem={listed(search).then(
        ({ page }) => page.problem,
        // The list itself says why it cannot be shown.
        () => null,
      )}
      choices={[
        {
          name: 'project',
          label: 'Project',
          value: filter.projects[0] ?? '',
          options: [['', 'All projects'], ...projects.map(({ slug, name }): [string, string] => [slug, name])],
        },
        {
          name: 'environment',
          label: 'Environment',
          value: filter.environments[0] ?? '',
          options: environmentOptions(environments, filter.environments[0]),
        },
        {
          name: 'range',
          label: 'Time range',
          value: filter.range,
          options: ranges.map((range): [string, string] => [range, rangeNames[range]]),
        },
        {
          name: 'sort',
          label: 'Order',
          value: filter.sort,
          options: sorts.map((sort): [string, string] => [sort, sortNames[sort]]),
        },
      ]}
    />
  );
}
