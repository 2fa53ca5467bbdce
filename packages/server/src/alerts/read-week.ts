import { limits } from '@seismo/protocol';
import { lastWeek } from '#domain/notifications/week.ts';
import type { QueryDeps } from '#query/deps.ts';
import { weekStats } from '#query/stats/week.ts';
import type { Delivery, Project } from '#store/state/contract.ts';
import type { WeekMessage } from './message.ts';

type Deps = Pick<QueryDeps, 'state' | 'telemetry' | 'config'>;

/** The report of the week before it was queued. `null`: nothing happened in two weeks, or the user has turned the report off. */
export async function readWeek(
  deps: Deps,
  { userId, organizationId, queuedAtMs }: Delivery,
): Promise<Omit<WeekMessage, 'about' | 'id' | 'queuedAtMs' | 'alertsUrl'> | null> {
  const { state, config } = deps;
  const { timeZone, weeklyReport } = (await state.notificationSettings([userId!])).get(userId!)!;
  const { projects, isOfTeams } = await projectsOf(deps, { userId, organizationId });
  const [organization] = await state.listOrganizations([organizationId]);
  if (!weeklyReport || projects.length === 0 || !organization) return null;
  const week = lastWeek(timeZone, queuedAtMs);
  const {
    days,
    issues,
    projects: counted,
    ...stats
  } = await weekStats(deps, {
    projectIds: projects.map(({ id }) => id),
    requestedBy: userId!,
    week,
    issueCount: limits.WEEK_ISSUE_COUNT_MAX,
  });
  if (counted.length === 0) return null;
  const byId = new Map(projects.map((project) => [project.id, project]));
  const issuesUrl = `${config.publicUrl}/issues`;
  return {
    ...stats,
    organization: organization.name || organization.slug,
    days: week.days.map(({ date }, index) => ({ date, events: days[index]! })),
    timeZone,
    issues: issues.map(({ issue: { shortId, type, value, projectId }, ...counts }) => ({
      ...counts,
      shortId,
      title: type === '' ? value : type,
      detail: type === '' ? '' : value,
      project: nameOf(byId.get(projectId)!),
      url: `${issuesUrl}/${shortId}`,
    })),
    projects: counted.slice(0, limits.WEEK_PROJECT_COUNT_MAX).map(({ projectId, events, eventsBefore }) => {
      const project = byId.get(projectId)!;
      return { name: nameOf(project), url: `${issuesUrl}?project=${project.slug}`, events, eventsBefore };
    }),
    projectCount: counted.length,
    isOfTeams,
    issuesUrl,
  };
}

const nameOf = ({ name, slug }: Project): string => name || slug;

/** Those of the user's teams; all of the organization if these have none. */
async function projectsOf(
  { state }: Deps,
  { userId, organizationId }: Pick<Delivery, 'userId' | 'organizationId'>,
): Promise<Pick<WeekMessage, 'isOfTeams'> & { projects: Project[] }> {
  const projects = await state.listProjects([organizationId]);
  const teams = (await state.listTeams([organizationId])).filter(({ memberIds }) => memberIds.includes(userId!));
  const own = new Set(teams.flatMap(({ projectIds }) => projectIds));
  const isOfTeams = own.size > 0;
  return { projects: isOfTeams ? projects.filter(({ id }) => own.has(id)) : projects, isOfTeams };
}
