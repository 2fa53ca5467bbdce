import type { Context } from 'hono';
import { defaultSearch } from '#query/search/meaning.ts';
import type { EventFilter, IssueFilter, RangeName, SearchProblem } from '#query/views.ts';
import { Refusal } from '#watch/refusal.ts';
import { readPage } from './page.ts';

export const sorts = { date: 'last-seen', new: 'first-seen', trends: 'trends', freq: 'events', user: 'users' } as const;
const hours: [RangeName, number][] = [
  ['1h', 1],
  ['24h', 24],
  ['7d', 7 * 24],
  ['14d', 14 * 24],
  ['30d', 30 * 24],
  ['90d', 90 * 24],
];
const unitHours: Record<string, number> = { s: 1 / 3600, m: 1 / 60, h: 1, d: 24, w: 7 * 24 };

/** Sentry's list parameters. No `query` at all means `is:unresolved`, an empty one means every issue; as at Sentry. */
export function readIssueFilter(context: Context, projects: string[]): IssueFilter {
  const sort = context.req.query('sort') ?? 'date';
  if (!Object.hasOwn(sorts, sort)) throw new Refusal('invalid', `Sort by ${Object.keys(sorts).join(', ')}.`);
  return {
    projects,
    environments: (context.req.queries('environment') ?? []).filter((name) => name !== ''),
    range: readRange(context.req.query('statsPeriod')) ?? '90d',
    query: context.req.query('query') ?? defaultSearch,
    sort: sorts[sort as keyof typeof sorts],
    ...readPage(context),
  };
}

/** Sentry's parameters of lists of events: all of them, unless a period or a search says otherwise. */
export function readEventFilter(context: Context): EventFilter {
  return {
    query: context.req.query('query') ?? '',
    range: readRange(context.req.query('statsPeriod')),
    ...readPage(context),
  };
}

export function refuseProblem({ problem }: { problem: SearchProblem | null }): void {
  if (!problem) return;
  const instead = problem.suggestion === null ? '' : ` Did you mean ${problem.suggestion}?`;
  throw new Refusal('invalid', `${problem.message}${instead} (at character ${problem.from + 1})`);
}

/** The smallest range that holds the period asked for; `null` if none is asked for. */
export function readRange(statsPeriod: string | undefined): RangeName | null {
  if (!statsPeriod || statsPeriod === 'auto') return null;
  const [, number, unit] = /^(\d{1,6})([smhdw])$/.exec(statsPeriod) ?? [];
  if (!number || !unit) throw new Refusal('invalid', 'A statsPeriod looks like 24h or 14d.');
  const asked = Number(number) * unitHours[unit]!;
  return hours.find(([, length]) => asked <= length)?.[0] ?? '90d';
}
