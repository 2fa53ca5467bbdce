import type { ReleaseFilter } from '@seismo/server';
import { first, type RawParams } from '#features/issues/search-params.ts';

const pageCount = 50;

/** The list's state as the URL holds it. */
export function readReleaseFilter(params: RawParams): ReleaseFilter {
  const project = first(params.project);
  return {
    projects: project ? [project] : [],
    status: first(params.status) === 'archived' ? 'archived' : 'open',
    text: (first(params.query) ?? '').slice(0, 200),
    cursor: first(params.cursor) || null,
    count: pageCount,
  };
}

export function releasesHref(filter: Partial<ReleaseFilter>): `/releases?${string}` | '/releases' {
  const params = new URLSearchParams();
  if (filter.projects?.[0]) params.set('project', filter.projects[0]);
  if (filter.status === 'archived') params.set('status', 'archived');
  if (filter.text) params.set('query', filter.text);
  if (filter.cursor) params.set('cursor', filter.cursor);
  const text = params.toString();
  return text ? `/releases?${text}` : '/releases';
}

export function releaseHref(version: string): `/releases/${string}` {
  return `/releases/${encodeURIComponent(version)}`;
}
