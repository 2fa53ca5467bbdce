import type { ComparedKind, ReleaseFilter, ReleaseIssueKind, TimeRange } from '@seismo/server';
import { defaultRange, readTimeRange, setTimeRange } from '#shell/context-bar/time-range.ts';
import { first, many, oneOf, type RawParams } from '#features/issues/search-params.ts';

const pageCount = 50;

/** The list's state in the URL. */
export function readReleaseFilter(params: RawParams): ReleaseFilter {
  return {
    projects: many(params.project),
    environments: many(params.environment),
    health: true,
    status: first(params.status) === 'archived' ? 'archived' : 'open',
    text: (first(params.query) ?? '').slice(0, 200),
    cursor: first(params.cursor) || null,
    count: pageCount,
  };
}

export function releasesHref(filter: Partial<ReleaseFilter>): `/releases?${string}` | '/releases' {
  const params = new URLSearchParams();
  for (const project of filter.projects ?? []) params.append('project', project);
  for (const environment of filter.environments ?? []) params.append('environment', environment);
  if (filter.status === 'archived') params.set('status', 'archived');
  if (filter.text) params.set('query', filter.text);
  if (filter.cursor) params.set('cursor', filter.cursor);
  const text = params.toString();
  return text ? `/releases?${text}` : '/releases';
}

export const issueKinds = ['new', 'regressed', 'resolved', 'seen'] as const satisfies readonly ReleaseIssueKind[];

/** The state of a release page. */
export interface ReleaseUrlState {
  environments: string[];
  range: TimeRange;
  issues: ReleaseIssueKind;
  cursor: string | null;
}

export function readReleaseUrlState(params: RawParams): ReleaseUrlState {
  return {
    environments: many(params.environment),
    range: readTimeRange(params).range ?? defaultRange,
    issues: oneOf(issueKinds, first(params.issues)) ?? 'new',
    cursor: first(params.cursor) || null,
  };
}

export function releaseHref(
  version: string,
  urlState: Partial<ReleaseUrlState> = {},
): `/releases/${string}` | `/releases/${string}?${string}` {
  const params = new URLSearchParams();
  for (const environment of urlState.environments ?? []) params.append('environment', environment);
  if (urlState.range) setTimeRange(params, urlState.range);
  if (urlState.issues && urlState.issues !== 'new') params.set('issues', urlState.issues);
  if (urlState.cursor) params.set('cursor', urlState.cursor);
  const text = params.toString();
  const path = `/releases/${encodeURIComponent(version)}` as const;
  return text ? `${path}?${text}` : path;
}

export const comparedKinds = ['head', 'both', 'base'] as const satisfies readonly ComparedKind[];

/** The two releases to compare and the selected list. `base` is in the path. */
export interface Compared {
  base: string;
  head: string;
  environments: string[];
  kind: ComparedKind;
  cursor: string | null;
}

/** A form submits the release of the path as a parameter. */
export function readCompared(version: string, params: RawParams): Compared {
  return {
    base: first(params.base)?.trim() || version,
    head: first(params.with)?.trim() ?? '',
    environments: many(params.environment),
    kind: oneOf(comparedKinds, first(params.issues)) ?? 'head',
    cursor: first(params.cursor) || null,
  };
}

export function compareHref({
  base,
  head,
  environments = [],
  kind = 'head',
  cursor,
}: Partial<Compared> & { base: string }): `/releases/${string}/compare?${string}` {
  const params = new URLSearchParams();
  if (head) params.set('with', head);
  for (const environment of environments) params.append('environment', environment);
  if (kind !== 'head') params.set('issues', kind);
  if (cursor) params.set('cursor', cursor);
  return `/releases/${encodeURIComponent(base)}/compare?${params.toString()}`;
}
