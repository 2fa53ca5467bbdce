import type { RawParams } from '#features/issues/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { ask, shownProjects } from '#server/viewer.ts';
import { readChosen, without, type PageWithBar } from './selection.ts';
import { ContextForm } from './context-form.tsx';
import { rangeParams, rangeProblem } from './time-range.ts';

/**
 * Which projects and environments, since when: the same choices in the same place on every page that counts something.
 * What a page cannot be narrowed by (`chosen.ts`) is not offered there, and still carried on to the next.
 */
export async function ContextBar({ page, search }: { page: PageWithBar; search: Promise<RawParams> }) {
  const params = await search;
  const { projects: chosen, environments: shownIn, range } = readChosen(params);
  const offers = (name: 'project' | 'environment' | 'range') => !without(page).includes(name);
  const [projects, environments] = await Promise.all([
    shownProjects(),
    offers('environment') ? ask((viewer) => runtime().query.environments(viewer, chosen)) : [],
  ]);
  const lists = [
    {
      name: 'project' as const,
      label: 'Project',
      all: 'All projects',
      chosen,
      options: projects.map(({ slug, name }): [string, string] => [slug, name]),
    },
    {
      name: 'environment' as const,
      label: 'Environment',
      all: 'All environments',
      chosen: shownIn,
      // One that is hidden can still be looked at, by whoever knows its name.
      options: [...new Set([...environments, ...shownIn])].map((name): [string, string] => [name, name]),
    },
  ].filter(({ name }) => offers(name));
  const said = new Set<string>([...lists.map(({ name }) => name), ...(offers('range') ? rangeParams : []), 'cursor']);
  const rest = Object.entries(params).flatMap(([name, values]) =>
    said.has(name) ? [] : [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
  return (
    <ContextForm
      key={JSON.stringify(params)}
      path={page}
      lists={lists}
      range={offers('range') ? range : null}
      problem={offers('range') ? rangeProblem(params) : null}
      rest={rest}
    />
  );
}
