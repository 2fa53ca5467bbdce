import { limits, type IssueId, type ProjectId } from '@seismo/protocol';
import { z } from 'zod';
import type { IssueCondition } from '#domain/search/issue-condition.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { QueryDeps } from '../deps.ts';
import { rowsOf } from '../issues/list-issues.ts';
import { projectsNamed } from '../projects/projects.ts';
import { bucketsOf } from '../range.ts';
import { releaseNamed } from './releases.ts';
import { resolvedAfterThoseBefore } from '#domain/releases/resolved-in.ts';
import { releaseIssueKinds, type ReleaseIssueKind, type ReleaseIssuePage } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

const cursorSchema = z.object({ value: z.number(), id: z.number().int() });

/**
 * Issues of a release, the last seen first. New, regressed and resolved issues are listed for all time; events and
 * users are counted over the last 90 days, of this release except for the resolving one.
 */
export async function releaseIssues(
  deps: QueryDeps,
  viewer: Viewer,
  version: string,
  filter: { kind: ReleaseIssueKind; environments: string[]; cursor: string | null; count: number },
): Promise<ReleaseIssuePage> {
  const { projectIds: its } = await releaseNamed(deps, viewer, 'event:read', version);
  const projects = (await projectsNamed(deps, viewer, 'event:read', [])).filter(({ id }) => its.includes(id));
  const projectIds = projects.map(({ id }) => id);
  const environments = filter.environments.slice(0, limits.FILTER_NAME_COUNT_MAX);
  const buckets = bucketsOf('90d', deps.clock.now());
  const range = { fromMs: buckets.fromMs, toMs: buckets.toMs };
  const scope = { projectIds, environments, where: null, sinceSequence: null };
  const seen = await deps.telemetry.query('issuesInRange', { ...scope, releases: [version], range });
  const everywhere = environments.length === 0;
  const here = async (releases: string[]): Promise<IssueId[] | null> => {
    if (everywhere) return null;
    const allTime = { fromMs: 0, toMs: range.toMs };
    const rows = await deps.telemetry.query('issuesInRange', { ...scope, releases, range: allTime });
    return rows.map(({ issueId }) => issueId);
  };
  const ofRelease = await here([version]);
  const listings: Record<ReleaseIssueKind, { ids: IssueId[] | null; where: IssueCondition | null }> = {
    new: { ids: ofRelease, where: { field: 'firstRelease', is: [version] } },
    regressed: { ids: ofRelease, where: { regressedIn: { is: [version] } } },
    resolved: { ids: await here([]), where: await resolvedIn(deps, projectIds, version) },
    seen: { ids: seen.map(({ issueId }) => issueId), where: null },
  };
  const requestedBy = viewer.userId;
  const count = Math.min(Math.max(1, filter.count), limits.API_PAGE_COUNT_MAX);
  const [issues, totals] = await Promise.all([
    deps.state.listIssues({
      projectIds,
      ...listings[filter.kind],
      sort: 'last-seen',
      after: readCursor(cursorSchema, filter.cursor) as { value: number; id: IssueId } | null,
      count: count + 1,
      requestedBy,
    }),
    Promise.all(
      releaseIssueKinds.map(
        async (kind) => [kind, await deps.state.countIssues({ projectIds, ...listings[kind], requestedBy })] as const,
      ),
    ),
  ]);
  const page = issues.slice(0, count);
  const last = page.at(-1);
  const narrowed = { projectIds, environments, releases: filter.kind === 'resolved' ? [] : [version], where: null };
  return {
    issues: await rowsOf(deps, viewer, page, projects, narrowed, buckets),
    next: issues.length > count && last ? writeCursor({ value: last.lastSeenAtMs, id: last.id }) : null,
    totals: Object.fromEntries(totals) as ReleaseIssuePage['totals'],
  };
}

async function resolvedIn({ state }: QueryDeps, projectIds: ProjectId[], version: string): Promise<IssueCondition> {
  const named: IssueCondition = { field: 'resolvedRelease', is: [version] };
  const waiting = await state.resolvedAfterCounts(projectIds);
  if (waiting.length === 0) return named;
  const releases = await state.listReleasesOfProjects(projectIds);
  return { any: [named, ...resolvedAfterThoseBefore(releases, (found) => found === version)] };
}
