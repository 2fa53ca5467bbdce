import type { FeedbackFilter, FeedbackStatus, TimeRange } from '@seismo/server';
import { readContext } from '#shell/context-bar/context-params.ts';
import { setTimeRange } from '#shell/context-bar/time-range.ts';
import { first, oneOf, type RawParams } from '#features/issues/search-params.ts';

export const statuses = ['open', 'done', 'spam'] as const satisfies readonly FeedbackStatus[];
export const statusNames: Record<FeedbackStatus, string> = { open: 'Open', done: 'Done', spam: 'Spam' };

const pageCount = 50;
const TEXT_CHARS_MAX = 200;

/** The list by its URL: the open feedback of the current context. */
export function readFeedbackFilter(params: RawParams): FeedbackFilter & { status: FeedbackStatus; range: TimeRange } {
  return {
    ...readContext(params),
    text: (first(params.query) ?? '').slice(0, TEXT_CHARS_MAX),
    issue: first(params.issue) || null,
    status: oneOf(statuses, first(params.status)) ?? 'open',
    cursor: first(params.cursor) || null,
    count: pageCount,
  };
}

/** Defaults are left out, so that two addresses of the same list are equal. */
export function feedbackHref(filter: Partial<FeedbackFilter>): `/feedback?${string}` | '/feedback' {
  const params = new URLSearchParams();
  for (const project of filter.projects ?? []) params.append('project', project);
  for (const environment of filter.environments ?? []) params.append('environment', environment);
  if (filter.range) setTimeRange(params, filter.range);
  if (filter.text) params.set('query', filter.text);
  if (filter.issue) params.set('issue', filter.issue);
  if (filter.status && filter.status !== 'open') params.set('status', filter.status);
  if (filter.cursor) params.set('cursor', filter.cursor);
  const text = params.toString();
  return text ? `/feedback?${text}` : '/feedback';
}
