import type { ReleaseFilter } from '@seismo/server';
import { first, type RawParams } from '#features/issues/search-params.ts';

const pageCount = 50;

/** The list's state as the URL holds it. */
export function readReleaseFilter(params: RawParams): ReleaseFilter {
  const project = first(params.project);
  return {
    projects: project ? [project] : [],
    environments: readEnvironments(params),
    health: true,
    status: first(params.status) === 'archived' ? 'archived' : 'open',
    text: (first(params.query) ?? '').slice(0, 200),
    cursor: first(params.cursor) || null,
    count: pageCount,
  };
}

export function releasesHref(filter: Partial<ReleaseFilter>): `/releases?${string}` | '/releases' {
  const params = new URLSearchParams();
  if (filter.projects?.[0]) params.set('project', filter.projects[0]);
  for (const environment of filter.environments ?? []) params.append('environment', environment);
  if (filter.status === 'archived') params.set('status', 'archived');
  if (filter.text) params.set('query', filter.text);
  if (filter.cursor) params.set('cursor', filter.cursor);
  const text = params.toString();
  return text ? `/releases?${text}` : '/releases';
}

/** Of a page as of the list. */
function readEnvironments(params: RawParams): string[] {
  const given = params.environment;
  return [...new Set(Array.isArray(given) ? given : [given ?? ''])].filter((name) => name !== '').slice(0, 20);
}

export function releaseHref(version: string): `/releases/${string}` {
  return `/releases/${encodeURIComponent(version)}`;
}
