import type { Context } from 'hono';
import { defaultSearch } from '#query/search/meaning.ts';
import type { EventFilter } from '#query/events/views.ts';
import type { IssueFilter } from '#query/issues/views.ts';
import type { SearchProblem } from '#query/search/views.ts';
import { Refusal } from '#watch/refusal.ts';
import { readPage } from './page.ts';
import { readPeriod } from './period.ts';

export const sorts = { date: 'last-seen', new: 'first-seen', trends: 'trends', freq: 'events', user: 'users' } as const;

/** Sentry's list parameters. No `query` at all means `is:unresolved`, an empty one means every issue; as at Sentry. */
export function readIssueFilter(context: Context, projects: string[]): IssueFilter {
  const sort = context.req.query('sort') ?? 'date';
  if (!Object.hasOwn(sorts, sort)) throw new Refusal('invalid', `Sort by ${Object.keys(sorts).join(', ')}.`);
  return {
    projects,
    environments: (context.req.queries('environment') ?? []).filter((name) => name !== ''),
    range: readPeriod(context) ?? '90d',
    query: context.req.query('query') ?? defaultSearch,
    sort: sorts[sort as keyof typeof sorts],
    ...readPage(context),
  };
}

/** Sentry's parameters of lists of events: all of them, unless a period or a search says otherwise. */
export function readEventFilter(context: Context): EventFilter {
  return {
    query: context.req.query('query') ?? '',
    range: readPeriod(context),
    ...readPage(context),
  };
}

export function refuseProblem({ problem }: { problem: SearchProblem | null }): void {
  if (!problem) return;
  const instead = problem.suggestion === null ? '' : ` Did you mean ${problem.suggestion}?`;
  throw new Refusal('invalid', `${problem.message}${instead} (at character ${problem.from + 1})`);
}
