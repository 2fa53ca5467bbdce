import type { ComparedKind, ReleaseFilter, ReleaseIssueKind } from '@seismo/server';
import { choice, context, cursor, first, list, range, text, urlState, type RawParams } from '#explorer/url-state.ts';

export const statuses = ['open', 'archived'] as const satisfies readonly ReleaseFilter['status'][];
export const statusNames = { open: 'Open', archived: 'Archived' };

const listState = urlState({
  ...context,
  status: choice('status', statuses),
  text: text('query', { charsMax: 200 }),
  cursor,
});

export const readReleaseFilter = (params: RawParams) =>
  ({ ...listState.read(params), health: true, count: 50 }) satisfies ReleaseFilter;
export const releasesHref = (filter: Parameters<typeof listState.href>[1]) => listState.href('/releases', filter);

export const issueKinds = ['new', 'regressed', 'resolved', 'seen'] as const satisfies readonly ReleaseIssueKind[];

const pageState = urlState({ environments: list('environment'), range, issues: choice('issues', issueKinds), cursor });

/** The state of a release page. */
export type ReleaseUrlState = ReturnType<typeof pageState.read>;
export const readReleaseUrlState = pageState.read;
export const releaseHref = (version: string, state: Partial<ReleaseUrlState> = {}) =>
  pageState.href(`/releases/${encodeURIComponent(version)}`, state);

export const comparedKinds = ['head', 'both', 'base'] as const satisfies readonly ComparedKind[];

const comparedState = urlState({
  head: text('with'),
  environments: list('environment'),
  kind: choice('issues', comparedKinds),
  cursor,
});

/** The two releases to compare and the selected list. `base` is in the path. */
export type Compared = ReturnType<typeof comparedState.read> & { base: string };

/** A form submits the release of the path as a parameter. */
export function readCompared(version: string, params: RawParams): Compared {
  const state = comparedState.read(params);
  return { ...state, head: state.head.trim(), base: first(params.base)?.trim() || version };
}

export const compareHref = ({ base, ...state }: Partial<Compared> & { base: string }) =>
  comparedState.href(`/releases/${encodeURIComponent(base)}/compare`, state);
