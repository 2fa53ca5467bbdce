import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { spanKinds } from '#domain/spans/span-kind.ts';
import type { QueryDeps } from '../deps.ts';
import { projectsNamed } from '../projects/projects.ts';
import { orProblem } from '../search/or-problem.ts';
import { comparedRange, groupView } from './group-views.ts';
import type { GroupView, NotableGroup, PerformanceFilter, PerformanceSort, PerformanceView } from './views.ts';

/** Pages, endpoints, queries and other work of a kind: how often, how long, how reliably, compared with the time before. */
export async function performance(
  deps: QueryDeps,
  viewer: Viewer,
  { kind, projects: names, environments, range, sort }: PerformanceFilter,
): Promise<PerformanceView> {
  const projects = await projectsNamed(deps, viewer, 'event:read', names);
  const compared = comparedRange(range, deps.clock.now());
  const { current, both } = compared;
  const { condition, naming } = spanKinds[kind];
  const projectIds = projects.map(({ id }) => id);
  const found = await orProblem('', () =>
    Promise.all([
      deps.telemetry.query('spanGroups', {
        projectIds,
        environments: environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
        range: both,
        condition,
        naming,
        current: { number: 'startUs', comparison: '>=', value: current.fromMs * 1000 },
        count: limits.SPAN_GROUP_COUNT_MAX,
      }),
      deps.telemetry.query('firstSpans', { projectIds }),
    ]),
  );
  if ('problem' in found) return { groups: [], groupCount: 0, notable: [], problem: found.problem };
  const [rows, first] = found.plan;
  const groups = rows
    .filter(({ currentCount }) => currentCount > 0)
    .map((row) =>
      groupView(
        spanKinds[kind],
        row,
        projects.find(({ id }) => id === row.projectId)!,
        compared,
        first.find(({ projectId }) => projectId === row.projectId),
      ),
    );
  const isComplete = rows.length < limits.SPAN_GROUP_COUNT_MAX;
  return {
    groups: inOrder(groups, sort).slice(0, limits.SPAN_GROUP_ROW_COUNT_MAX),
    groupCount: isComplete ? groups.length : rows[0]!.groupCount,
    notable: notableOf(groups),
    problem: null,
  };
}

const ranks: Record<PerformanceSort, (group: GroupView) => number> = {
  time: ({ timeShare }) => timeShare,
  p95: ({ current }) => current.p95 ?? 0,
  throughput: ({ current }) => current.count,
  failures: ({ current }) => current.failureRate,
  change: (group) => (group.speed === null ? 1 : slowdown(group)),
};

/** How many times as long as before. */
function slowdown({ current, previous }: GroupView): number {
  return (current.p95 ?? 0) / Math.max(1, previous.p95 ?? 0);
}

function inOrder(groups: readonly GroupView[], sort: PerformanceSort): GroupView[] {
  return groups.toSorted((a, b) => ranks[sort](b) - ranks[sort](a));
}

const PER_REASON_MAX = 2;
/** The slowest of a few spans is no pattern. */
const SLOWEST_COUNT_MIN = 20;
const TIME_SHARE_MIN = 0.2;

/** Each group once, for the first reason that it has. */
function notableOf(groups: readonly GroupView[]): NotableGroup[] {
  const reasons: Record<NotableGroup['why'], GroupView[]> = {
    slower: inOrder(groups, 'change').filter(({ speed }) => speed === 'slower'),
    failing: inOrder(groups, 'failures').filter(({ failures }) => failures === 'higher'),
    slowest: inOrder(groups, 'p95')
      .filter(({ current }) => current.count >= SLOWEST_COUNT_MIN)
      .slice(0, 1),
    time: groups.filter(({ timeShare }) => timeShare >= TIME_SHARE_MIN).slice(0, 1),
  };
  const listed = new Set<GroupView>();
  return (Object.keys(reasons) as NotableGroup['why'][]).flatMap((why) =>
    reasons[why]
      .filter((group) => !listed.has(group))
      .slice(0, PER_REASON_MAX)
      .map((group) => {
        listed.add(group);
        return { why, group };
      }),
  );
}
