import { defaultSearch } from '#domain/search/compile-search.ts';
import type { EventFilter } from '#query/events/views.ts';
import type { IssueFilter } from '#query/issues/views.ts';
import type { SearchProblem } from '#query/search/views.ts';
import { Refusal } from '#platform/refusal.ts';
import { oneOf, text, texts, type Query } from './parameters.ts';
import { period, readPeriod } from './period.ts';

export const sorts = { date: 'last-seen', new: 'first-seen', trends: 'trends', freq: 'events', user: 'users' } as const;

type Sort = keyof typeof sorts;

/** Sentry's parameters that choose issues. */
export const issueParameters = {
  query: text,
  sort: oneOf(Object.keys(sorts) as Sort[]),
  environment: texts,
  ...period,
};

/** No `query` at all means `is:unresolved`, an empty one means every issue; as at Sentry. */
export function readIssueFilter(
  query: Query<typeof issueParameters>,
  projects: string[],
): Omit<IssueFilter, 'cursor' | 'count'> {
  return {
    projects,
    environments: query.environment,
    range: readPeriod(query) ?? '90d',
    query: query.query ?? defaultSearch,
    sort: sorts[query.sort ?? 'date'],
  };
}

/** Sentry's parameters that choose events. */
export const eventParameters = { query: text, ...period };

/** All events by default. */
export function readEventFilter(query: Query<typeof eventParameters>): Omit<EventFilter, 'cursor' | 'count'> {
  return { query: query.query ?? '', range: readPeriod(query) };
}

export function refuseProblem({ problem }: { problem: SearchProblem | null }): void {
  if (!problem) return;
  const instead = problem.suggestion === null ? '' : ` Did you mean ${problem.suggestion}?`;
  throw new Refusal('invalid', `${problem.message}${instead} (at character ${problem.from + 1})`);
}
