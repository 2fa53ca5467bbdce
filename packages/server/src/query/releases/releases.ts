import { limits, type ProjectId } from '@seismo/protocol';
import { z } from 'zod';
import type { Deploy, Project, ReleaseRecord } from '#store/state/contract.ts';
import type { Range } from '#store/telemetry/queries/query.ts';
import { Refusal } from '#platform/refusal.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { QueryDeps } from '../deps.ts';
import { projectsNamed } from '../projects/projects.ts';
import { rangeOf } from '../range.ts';
import { lastDay, sharesIn } from './release-health.ts';
import { predecessors } from '#domain/releases/resolved-in.ts';
import { commitLinks } from '../issues/source-links.ts';
import type { IssueCounts, ReleaseFilter, ReleasePage, ReleaseView } from './views.ts';
import type { LinkedCommit } from '../issues/views.ts';
import {
  requireSignedIn,
  onlyOne,
  organizationsFor,
  readsReleases,
  type Permission,
  type Viewer,
} from '#domain/permissions/viewer.ts';

type Deps = Pick<QueryDeps, 'state'>;
type HealthDeps = Pick<QueryDeps, 'state' | 'telemetry' | 'clock'>;

/** The cursor of a list that is ordered by time and ID. */
export const dayAndId = z.object({ atMs: z.int(), id: z.int() });

/** The newest first. */
export async function releases(deps: HealthDeps, viewer: Viewer, filter: ReleaseFilter): Promise<ReleasePage> {
  const projects = await projectsNamed(deps, viewer, readsReleases, filter.projects);
  const projectIds = projects.map(({ id }) => id);
  const count = Math.min(filter.count, limits.API_PAGE_COUNT_MAX);
  const environments = filter.environments.slice(0, limits.FILTER_NAME_COUNT_MAX);
  const during = rangeOf(filter.range ?? null, deps.clock.now());
  const records = await deps.state.listReleaseRecords({
    projectIds,
    seenIn: environments.length === 0 ? null : await seenIn(deps, projectIds, environments),
    status: filter.status,
    text: filter.text.slice(0, limits.RELEASE_CHARS_MAX),
    ...(during && { during }),
    after: readCursor(dayAndId, filter.cursor),
    count: count + 1,
    requestedBy: viewer.userId,
  });
  const page = records.slice(0, count);
  const last = page.at(-1);
  return {
    releases: await releaseViews(deps, page, projects, {
      environments,
      health: filter.health ? lastDay(deps.clock.now()) : null,
    }),
    next:
      records.length > count && last ? writeCursor({ atMs: last.releasedAtMs ?? last.createdAtMs, id: last.id }) : null,
  };
}

async function seenIn({ telemetry }: Pick<QueryDeps, 'telemetry'>, projectIds: ProjectId[], environments: string[]) {
  const rows = await telemetry.query('releasesInEnvironments', { projectIds, environments });
  return { versions: rows.map(({ release: version }) => version), environments };
}

export async function release(
  deps: HealthDeps,
  viewer: Viewer,
  version: string,
  { environments = [], health = false }: { environments?: string[]; health?: boolean } = {},
): Promise<ReleaseView> {
  const record = await releaseNamed(deps, viewer, readsReleases, version);
  const projects = await projectsNamed(deps, viewer, readsReleases, []);
  const [[view], commits] = await Promise.all([
    releaseViews(deps, [record], projects, {
      environments: environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
      health: health ? lastDay(deps.clock.now()) : null,
    }),
    deps.state.commitsOf([record.id]),
  ]);
  const authors = new Map<string, { name: string; email: string }>();
  for (const { authorName: name, authorEmail: email } of commits) {
    if (!authors.has(email)) authors.set(email, { name, email });
  }
  return { ...view!, authors: [...authors.values()] };
}

export async function releaseCommits(deps: Deps, viewer: Viewer, version: string): Promise<LinkedCommit[]> {
  const { id, projectIds } = await releaseNamed(deps, viewer, readsReleases, version);
  const [linkTo, commits] = await Promise.all([commitLinks(deps, projectIds), deps.state.commitsOf([id])]);
  return commits.map(({ releaseId: _, ...commit }) => ({ ...commit, link: linkTo(commit.id, commit.repository) }));
}

export async function releaseDeploys(deps: Deps, viewer: Viewer, version: string): Promise<Deploy[]> {
  const { id } = await releaseNamed(deps, viewer, readsReleases, version);
  return deps.state.deploysOf([id]);
}

/** The last earlier release with commits, by creation; tools count this release's commits from it. */
export async function previousWithCommits(
  deps: HealthDeps,
  viewer: Viewer,
  version: string,
): Promise<ReleaseView | null> {
  const record = await releaseNamed(deps, viewer, readsReleases, version);
  const projects = await projectsNamed(deps, viewer, readsReleases, []);
  let after = { atMs: record.releasedAtMs ?? record.createdAtMs, id: record.id };
  const all = { projectIds: record.projectIds, seenIn: null, status: null, text: '', count: limits.API_PAGE_COUNT_MAX };
  for (;;) {
    const listing = { ...all, after };
    const page = await deps.state.listReleaseRecords(listing);
    const found = page.find(({ commitCount, refs }) => commitCount > 0 || refs.length > 0);
    if (found) return (await releaseViews(deps, [found], projects, { environments: [], health: null }))[0]!;
    const last = page.at(-1);
    if (!last || page.length < limits.API_PAGE_COUNT_MAX) return null;
    after = { atMs: last.releasedAtMs ?? last.createdAtMs, id: last.id };
  }
}

/** The release of this version in the organizations where the viewer may do this. */
export async function releaseNamed(
  { state }: Deps,
  viewer: Viewer,
  need: Permission,
  version: string,
): Promise<ReleaseRecord> {
  requireSignedIn(viewer);
  const forbidden = viewer.memberships.length > 0 && organizationsFor(viewer, need).length === 0;
  if (forbidden) {
    throw new Refusal(
      'forbidden',
      `Releases need the scope ${[need].flat().join(' or ')}. Ask an owner of the organization.`,
    );
  }
  const records = await Promise.all(organizationsFor(viewer, need).map((id) => state.releaseRecord(id, version)));
  const found = onlyOne(
    records.filter((record) => record !== null),
    'release',
  );
  if (!found) throw new Refusal('not-found', 'Release not found, or you do not have access to it.');
  return found;
}

/** `health`: the range of adoption and crashes, if requested. Environments filter events and health. */
export async function releaseViews(
  deps: HealthDeps,
  records: ReleaseRecord[],
  visible: Project[],
  { environments, health }: { environments: string[]; health: Range | null },
): Promise<ReleaseView[]> {
  const { state, telemetry } = deps;
  const versions = records.map(({ version }) => version);
  const projects = new Map<ProjectId, Project>(visible.map((project) => [project.id, project]));
  const projectIds = [...new Set(records.flatMap((record) => record.projectIds))].filter((id) => projects.has(id));
  const ids = records.map(({ id }) => id);
  const scope = { projectIds, environments, releases: versions };
  const [stats, counts, withArtifacts, deploys, commits, shares, events] = await Promise.all([
    state.releaseEventStats(projectIds, versions),
    issueCounts(deps, projectIds, versions),
    state.releasesWithArtifacts(projectIds, versions),
    state.lastDeploys(ids),
    state.newestCommits(ids),
    health && sharesIn(deps, { ...scope, range: health }),
    environments.length === 0
      ? null
      : telemetry.query('releaseEventStats', { ...scope, range: { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER } }),
  ]);
  return records.map((record): ReleaseView => {
    const { projectIds: all, organizationId: _, ...rest } = record;
    const its = all.filter((id) => projects.has(id));
    const own = stats.filter(({ version, projectId }) => version === record.version && its.includes(projectId));
    const perProject = its.map((id) => {
      const { slug, name, platform } = projects.get(id)!;
      const of = { id, slug, name, platform };
      return { ...of, ...counts(id, record.version), health: shares && shares.of(record.version, [id]) };
    });
    const sum = (kind: keyof IssueCounts) => perProject.reduce((total, one) => total + one[kind], 0);
    const inEnvironments = events?.filter(({ release: version, projectId }) => {
      return version === record.version && its.includes(projectId);
    });
    return {
      ...rest,
      projects: perProject,
      newIssues: sum('newIssues'),
      regressedIssues: sum('regressedIssues'),
      resolvedIssues: sum('resolvedIssues'),
      health: shares && shares.of(record.version, its),
      events: inEnvironments
        ? inEnvironments.reduce((total, row) => total + row.events, 0)
        : own.reduce((total, { eventCount }) => total + eventCount, 0),
      firstSeenAtMs: own.length === 0 ? null : Math.min(...own.map(({ firstSeenAtMs }) => firstSeenAtMs)),
      lastSeenAtMs: own.length === 0 ? null : Math.max(...own.map(({ lastSeenAtMs }) => lastSeenAtMs)),
      hasArtifacts: withArtifacts.includes(record.version),
      lastDeploy: deploys.find(({ releaseId }) => releaseId === record.id) ?? null,
      lastCommit: commits.find(({ releaseId }) => releaseId === record.id) ?? null,
      authors: [],
    };
  });
}

async function issueCounts(
  { state }: Deps,
  projectIds: ProjectId[],
  versions: string[],
): Promise<(projectId: ProjectId, version: string) => IssueCounts> {
  const keyOf = (projectId: ProjectId, version: string) => `${projectId} ${version}`;
  const counts = new Map<string, IssueCounts>();
  const [found, waiting] = await Promise.all([
    state.releaseIssueCounts(projectIds, versions),
    state.resolvedAfterCounts(projectIds),
  ]);
  for (const { projectId, version, ...count } of found) {
    counts.set(keyOf(projectId, version), count);
  }
  const none = { newIssues: 0, regressedIssues: 0, resolvedIssues: 0 };
  const countOf = (projectId: ProjectId, version: string) => counts.get(keyOf(projectId, version)) ?? none;
  const concerned = [...new Set(waiting.map(({ projectId }) => projectId))];
  const known = await state.listReleasesOfProjects(concerned);
  const after = new Map(waiting.map(({ projectId, after: before, issues }) => [keyOf(projectId, before), issues]));
  for (const { projectId, version, after: before } of predecessors(known)) {
    const issues = after.get(keyOf(projectId, before));
    if (issues === undefined) continue;
    const count = countOf(projectId, version);
    counts.set(keyOf(projectId, version), { ...count, resolvedIssues: count.resolvedIssues + issues });
  }
  return countOf;
}
