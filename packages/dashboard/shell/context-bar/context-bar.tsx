import type { RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery, visibleProjects } from '#server/viewer.ts';
import { defaultRangeOn, readContext, unsupportedBy, type PageWithBar } from './context-params.ts';
import { ContextForm } from './context-form.tsx';
import { rangeParams, rangeProblem, rangeText, readTimeRange } from './time-range.ts';

/**
 * Projects, environments and time range, in the same place on every page that counts something. A filter that a page does not
 * support (`context-params.ts`) is hidden there and kept for the next page.
 */
export async function ContextBar({ page, search }: { page: PageWithBar; search: Promise<RawParams> }) {
  const params = await search;
  const { projects: selected, environments: inEnvironments } = readContext(params);
  const defaultRange = defaultRangeOn(page);
  const range = readTimeRange(params).range ?? defaultRange;
  const supports = (name: 'project' | 'environment' | 'range') => !unsupportedBy(page).includes(name);
  const [projects, environments] = await Promise.all([
    visibleProjects(),
    supports('environment') ? runQuery((viewer) => runtime().query.environments(viewer, selected)) : [],
  ]);
  const lists = [
    {
      name: 'project' as const,
      label: 'Project',
      noun: 'projects',
      selected,
      options: projects.map(({ slug, name }): [string, string] => [slug, name]),
    },
    {
      name: 'environment' as const,
      label: 'Environment',
      noun: 'environments',
      selected: inEnvironments,
      // A hidden environment stays reachable through the URL.
      options: [...new Set([...environments, ...inEnvironments])].map((name): [string, string] => [name, name]),
    },
  ].filter(({ name }) => supports(name));
  const inForm = new Set<string>([
    ...lists.map(({ name }) => name),
    ...(supports('range') ? rangeParams : []),
    'cursor',
  ]);
  const rest = Object.entries(params).flatMap(([name, values]) =>
    inForm.has(name) ? [] : [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
  return (
    <ContextForm
      key={JSON.stringify(params)}
      path={page}
      lists={lists}
      range={supports('range') ? range : null}
      defaultRange={defaultRange}
      problem={supports('range') ? rangeProblem(params, rangeText(defaultRange)) : null}
      rest={rest}
    />
  );
}
