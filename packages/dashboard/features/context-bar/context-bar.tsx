import { ChoiceForm } from '#components/ui/choice-form.tsx';
import { environmentOptions } from '#features/environments/options.ts';
import { rangeNames, ranges, type RawParams } from '#features/issues/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';
import { defaultRange, readChosen, without, type PageWithBar } from './chosen.ts';

/**
 * Which projects and environments, since when: the same choices in the same place on every page that counts something.
 * What a page cannot be narrowed by (`chosen.ts`) is not offered there, and still carried on to the next.
 */
export async function ContextBar({ page, search }: { page: PageWithBar; search: Promise<RawParams> }) {
  const params = await search;
  const { projects: chosen, environments: shownIn, range } = readChosen(params);
  const [projects, environments] = await Promise.all([
    ask((viewer) => runtime().query.listProjects(viewer)),
    without(page).includes('environment') ? [] : ask((viewer) => runtime().query.environments(viewer, chosen)),
  ]);
  const choices = [
    {
      name: 'project' as const,
      label: 'Project',
      value: chosen[0] ?? '',
      options: [['', 'All projects'], ...projects.map(({ slug, name }): [string, string] => [slug, name])] as [
        string,
        string,
      ][],
    },
    {
      name: 'environment' as const,
      label: 'Environment',
      value: shownIn[0] ?? '',
      options: environmentOptions(environments, shownIn[0]),
    },
    {
      name: 'range' as const,
      label: 'Time range',
      value: range,
      usual: defaultRange,
      options: ranges.map((name): [string, string] => [name, rangeNames[name]]),
    },
  ].filter(({ name }) => !without(page).includes(name));
  const offered = new Set<string>([...choices.map(({ name }) => name), 'cursor']);
  const rest = Object.entries(params).flatMap(([name, values]) =>
    offered.has(name) ? [] : [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
  return (
    <ChoiceForm
      key={JSON.stringify(params)}
      path={page}
      choices={choices}
      rest={rest}
      label="What is shown"
      className="grid auto-cols-fr grid-flow-col gap-2 md:flex"
    />
  );
}
