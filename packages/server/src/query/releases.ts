import { limits, type ProjectId } from '@seismo/protocol';
import { z } from 'zod';
import type { Commit, Deploy, Project, ReleaseRecord } from '#store/state/contract.ts';
import { Refusal } from '#watch/refusal.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { QueryDeps } from './deps.ts';
import { projectsNamed } from './projects.ts';
import type { ReleaseFilter, ReleasePage, ReleaseView } from './views.ts';
import { demandSignedIn, organizationsFor, readsReleases, type Need, type Viewer } from './viewer.ts';

type Deps = Pick<QueryDeps, 'state'>;

/** Where a page of things that have a day and a number ends. */
export const dayAndId = z.object({ atMs: z.int(), id: z.int() });

/** The newest first. */
export async function releases(deps: Deps, viewer: Viewer, filter: ReleaseFilter): Promise<ReleasePage> {
  const projects = await projectsNamed(deps, viewer, readsReleases, filter.projects);
  const count = Math.min(filter.count, limits.API_PAGE_COUNT_MAX);
  const records = await deps.state.listReleaseRecords({
    projectIds: projects.map(({ id }) => id),
    status: filter.status,
    text: filter.text.slice(0, limits.RELEASE_CHARS_MAX),
    after: readCursor(dayAndId, filter.cursor),
    count: count + 1,
  });
  const shown = records.slice(0, count);
  const last = shown.at(-1);
  return {
    releases: await releaseViews(deps, shown, projects),
    next:
      records.length > count && last ? writeCursor({ atMs: last.releasedAtMs ?? last.createdAtMs, id: last.id }) : null,
  };
}

export async function release(deps: Deps, viewer: Viewer, version: string): Promise<ReleaseView> {
  const record = await releaseNamed(deps, viewer, readsReleases, version);
  const projects = await projectsNamed(deps, viewer, readsReleases, []);
  const [view] = await releaseViews(deps, [record], projects);
  const authors = new Map<string, { name: string; email: string }>();
  for (const { authorName: name, authorEmail: email } of await deps.state.commitsOf(record.id)) {
    if (!authors.has(email)) authors.set(email, { name, email });
  }
  return { ...view!, authors: [...authors.values()] };
}

export async function releaseCommits(deps: Deps, viewer: Viewer, version: string): Promise<Commit[]> {
  const { id } = await releaseNamed(deps, viewer, readsReleases, version);
  return deps.state.commitsOf(id);
}

export async function releaseDeploys(deps: Deps, viewer: Viewer, version: string): Promise<Deploy[]> {
  const { id } = await releaseNamed(deps, viewer, readsReleases, version);
  return deps.state.deploysOf(id);
}

/** The release before this one, by day, that has commits: what a tool counts this one's commits from. */
export async function previousWithCommits(deps: Deps, viewer: Viewer, version: string): Promise<ReleaseView | null> {
  const record = await releaseNamed(deps, viewer, readsReleases, version);
  const projects = await projectsNamed(deps, viewer, readsReleases, []);
  let after = { atMs: record.releasedAtMs ?? record.createdAtMs, id: record.id };
  for (;;) {
    const listing = { projectIds: record.projectIds, status: null, text: '', after, count: limits.API_PAGE_COUNT_MAX };
    const page = await deps.state.listReleaseRecords(listing);
    const found = page.find(({ commitCount, refs }) => commitCount > 0 || refs.length > 0);
    if (found) return (await releaseViews(deps, [found], projects))[0]!;
    const last = page.at(-1);
    if (!last || page.length < limits.API_PAGE_COUNT_MAX) return null;
    after = { atMs: last.releasedAtMs ?? last.createdAtMs, id: last.id };
  }
}

/** The release of this version in the organizations where the viewer may do this. */
export async function releaseNamed(
  { state }: Deps,
  viewer: Viewer,
  need: Need,
  version: string,
): Promise<ReleaseRecord> {
  demandSignedIn(viewer);
  const forbidden = viewer.memberships.length > 0 && organizationsFor(viewer, need).length === 0;
  if (forbidden) {
    throw new Refusal(
      'forbidden',
      `Releases need the scope ${[need].flat().join(' or ')}. Ask an owner of the organization.`,
    );
  }
  for (const organizationId of organizationsFor(viewer, need)) {
    const record = await state.releaseRecord(organizationId, version);
    if (record) return record;
  }
  throw new Refusal('not-found', 'There is no such release, or you may not see it.');
}

async function releaseViews({ state }: Deps, records: ReleaseRecord[], visible: Project[]): Promise<ReleaseView[]> {
  const versions = records.map(({ version }) => version);
  const projects = new Map<ProjectId, Project>(visible.map((project) => [project.id, project]));
  const projectIds = [...projects.keys()];
  const ids = records.map(({ id }) => id);
  const [figures, counts, withArtifacts, deploys, commits] = await Promise.all([
    state.releaseFigures(projectIds, versions),
    state.newIssueCounts(projectIds, versions),
    state.releasesWithArtifacts(projectIds, versions),
    state.lastDeploys(ids),
    state.newestCommits(ids),
  ]);
  return records.map((record): ReleaseView => {
    const { projectIds: its, organizationId: _, ...rest } = record;
    const own = figures.filter(({ version, projectId }) => version === record.version && its.includes(projectId));
    const perProject = its.flatMap((id) => {
      const project = projects.get(id);
      if (!project) return [];
      const newIssues = counts.find((count) => count.projectId === id && count.version === record.version)?.issues ?? 0;
      const { slug, name, platform } = project;
      return [{ id, slug, name, platform, newIssues }];
    });
    return {
      ...rest,
      projects: perProject,
      newIssues: perProject.reduce((sum, { newIssues }) => sum + newIssues, 0),
      events: own.reduce((sum, { eventCount }) => sum + eventCount, 0),
      firstSeenAtMs: own.length === 0 ? null : Math.min(...own.map(({ firstSeenAtMs }) => firstSeenAtMs)),
      lastSeenAtMs: own.length === 0 ? null : Math.max(...own.map(({ lastSeenAtMs }) => lastSeenAtMs)),
      hasArtifacts: withArtifacts.includes(record.version),
      lastDeploy: deploys.find(({ releaseId }) => releaseId === record.id) ?? null,
      lastCommit: commits.find(({ releaseId }) => releaseId === record.id) ?? null,
      authors: [],
    };
  });
}
