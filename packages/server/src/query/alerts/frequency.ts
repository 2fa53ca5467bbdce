import { limits, type IssueId } from '@seismo/protocol';
import { stepOf, type FrequencyCondition } from '#domain/alerts/conditions.ts';
import type { AlertRule, Project } from '#store/state/contract.ts';
import type { QueryParams } from '#store/telemetry/queries/index.ts';
import type { Range } from '#store/telemetry/queries/query.ts';
import type { QueryDeps } from '../deps.ts';

export type FrequencyRule = Pick<AlertRule, 'triggerKind' | 'environments'> & { condition: FrequencyCondition };

/** An issue that reached its number in the window that ends then. */
export interface Reached {
  issueId: IssueId;
  untilMs: number;
}

/**
 * The issues that reach the number of a rule in the windows that end in the range, the last window first, whatever its filter is. At
 * most `ALERT_WINDOW_COUNT_MAX`.
 */
export async function frequentIssues(
  { telemetry }: Pick<QueryDeps, 'telemetry'>,
  project: Project,
  { triggerKind, environments, condition: { windowMs, count, increase } }: FrequencyRule,
  range: Range,
): Promise<Reached[]> {
  const of = triggerKind === 'user-frequency' ? 'users' : 'events';
  const params: QueryParams['eventWindows'] = {
    projectIds: [project.id],
    environments,
    where: null,
    range,
    windowMs,
    stepMs: stepOf(windowMs),
    byIssue: true,
    issueIds: null,
    countsUsers: of === 'users',
    eventsMin: of === 'events' ? count : 1,
    usersMin: of === 'users' ? count : 0,
    count: limits.ALERT_WINDOW_COUNT_MAX,
  };
  const rows = await telemetry.query('eventWindows', params);
  if (increase === null || rows.length === 0) return rows.map(reachedOf);
  const earlier = await telemetry.query('eventWindows', {
    ...params,
    range: { fromMs: range.fromMs - windowMs, toMs: range.toMs - windowMs },
    issueIds: [...new Set(rows.map(({ issueId }) => issueId!))],
    eventsMin: 1,
    usersMin: 0,
  });
  const before = new Map(earlier.map((row) => [`${row.issueId} ${row.untilMs + windowMs}`, row[of]]));
  // From nothing, every number is an increase.
  return rows
    .filter((row) => row[of] >= (before.get(`${row.issueId} ${row.untilMs}`) ?? 0) * (1 + increase / 100))
    .map(reachedOf);
}

const reachedOf = ({ issueId, untilMs }: { issueId: IssueId | null; untilMs: number }): Reached => ({
  issueId: issueId!,
  untilMs,
});
