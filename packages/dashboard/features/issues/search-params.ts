import type { IssueFilter } from '@seismo/server';
import { defaultRange, readTimeRange, setTimeRange } from '#shell/context-bar/time-range.ts';

/** A page's props from Next, and the data of forms. */
export type RawParams = Record<string, string | string[] | undefined>;

export const sorts = [
  'last-seen',
  'first-seen',
  'trends',
  'events',
  'users',
] as const satisfies readonly IssueFilter['sort'][];
export const sortNames: Record<IssueFilter['sort'], string> = {
  'last-seen': 'Last seen',
  'first-seen': 'First seen',
  trends: 'Trends',
  events: 'Events',
  users: 'Users',
};

export const defaultQuery = 'is:unresolved';
/** The default page size. */
export const pageCount = 50;

const QUERY_CHARS_MAX = 1000;

/** The list's state in the URL. Missing and unknown values become defaults. */
export function readIssueFilter(params: RawParams): IssueFilter {
  return {
    projects: many(params.project),
    environments: many(params.environment),
    range: readTimeRange(params).range ?? defaultRange,
    query: (first(params.query) ?? defaultQuery).slice(0, QUERY_CHARS_MAX),
    sort: oneOf(sorts, first(params.sort)) ?? 'last-seen',
    cursor: first(params.cursor) || null,
    count: pageCount,
  };
}

/** The URL of a list. Defaults are left out, so that two addresses of the same list are equal. */
export function issuesHref(filter: Partial<IssueFilter>): `/issues?${string}` | '/issues' {
  const params = new URLSearchParams();
  for (const project of filter.projects ?? []) params.append('project', project);
  for (const environment of filter.environments ?? []) params.append('environment', environment);
  if (filter.range) setTimeRange(params, filter.range);
  if (filter.query !== undefined && filter.query !== defaultQuery) params.set('query', filter.query);
  if (filter.sort && filter.sort !== 'last-seen') params.set('sort', filter.sort);
  if (filter.cursor) params.set('cursor', filter.cursor);
  const text = params.toString();
  return text ? `/issues?${text}` : '/issues';
}

export function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

const VALUES_MAX = 100;

export function many(value: string | string[] | undefined): string[] {
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return [...new Set(values.filter((entry) => entry !== ''))].slice(0, VALUES_MAX);
}

export function oneOf<T extends string>(known: readonly T[], value: string | undefined): T | undefined {
  return known.find((candidate) => candidate === value);
}
