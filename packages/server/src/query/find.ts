import { limits, readDigest, readEventId, type IssueId, type EventId } from '@seismo/protocol';
import type { Issue, Project } from '#store/state/contract.ts';
import type { QueryDeps } from './deps.ts';
import { findIssue } from './issues/issue.ts';
import { linkedRows, sideOf, type LinkedRow } from './events/linked-events.ts';
import { projectsNamed } from './projects/projects.ts';
import { can, requireSignedIn, organizationsFor, readsReleases, type Viewer } from '#domain/permissions/viewer.ts';

export type Found =
  | { kind: 'error-code'; code: string; title: string; project: string }
  | { kind: 'issue'; shortId: string; title: string; project: string }
  | { kind: 'event'; eventId: EventId; shortId: string; title: string; project: string }
  | { kind: 'trace'; traceId: string; title: string }
  | { kind: 'project'; slug: string; name: string }
  | { kind: 'release'; version: string; projects: string[] }
  | { kind: 'team'; slug: string; name: string }
  | { kind: 'user'; name: string; email: string };

/** The results of the command palette: an exact ID, or names with the typed words. */
export async function find(deps: QueryDeps, viewer: Viewer, text: string): Promise<Found[]> {
  requireSignedIn(viewer);
  const typed = text.trim().slice(0, limits.QUERY_CHARS_MAX);
  if (typed === '') return [];
  const projects = await projectsNamed(deps, viewer, 'event:read', []);
  const slugs = new Map(projects.map(({ id, slug }) => [id, slug]));
  const issueFound = (issue: Issue): Found => ({
    kind: 'issue',
    shortId: issue.shortId,
    title: titleOf(issue),
    project: slugs.get(issue.projectId) ?? '',
  });

  const projectIds = [...slugs.keys()];
  const eventId = readEventId(typed);
  if (eventId && projectIds.length > 0) {
    const rows = await deps.telemetry.query('findEvent', { projectIds, eventId });
    const issues = await issuesById(
      deps,
      rows.map(({ issueId }) => issueId),
    );
    if (rows.length === 0) return traceFound(deps, projects, eventId);
    return rows.flatMap(({ projectId, issueId }): Found[] => {
      const issue = issues.get(issueId);
      if (!issue) return [];
      const { shortId } = issue;
      return [{ kind: 'event', eventId, shortId, title: titleOf(issue), project: slugs.get(projectId) ?? '' }];
    });
  }

  const code = await codeFound(deps, viewer, typed);
  if (code) return [code];

  const exact = /^\d+$/.test(typed) ? null : await findIssue(deps, viewer, typed);
  if (exact && can(viewer, 'event:read', exact.organizationId)) return [issueFound(exact)];

  const named = (
    await Promise.all(
      [projectsFound, releasesFound, teamsFound, membersFound].map((search) => search(deps, viewer, typed)),
    )
  ).flatMap((some) => some.slice(0, limits.FIND_KIND_COUNT_MAX));
  if (projectIds.length === 0) return named.slice(0, limits.FIND_COUNT_MAX);
  const issues = await deps.state.listIssues({
    projectIds,
    ids: null,
    where: {
      all: typed
        .split(/\s+/)
        .slice(0, limits.QUERY_TERM_COUNT_MAX)
        .map((word) => ({ headline: [word] })),
    },
    sort: 'last-seen',
    after: null,
    count: limits.FIND_COUNT_MAX,
    requestedBy: viewer.userId,
  });
  return [...named, ...issues.map(issueFound)].slice(0, limits.FIND_COUNT_MAX);
}

const contains = (text: string, typed: string) => text.toLowerCase().includes(typed.toLowerCase());

async function projectsFound(deps: QueryDeps, viewer: Viewer, typed: string): Promise<Found[]> {
  return (await projectsNamed(deps, viewer, 'project:read', []))
    .filter(({ slug, name }) => contains(slug, typed) || contains(name, typed))
    .map(({ slug, name }) => ({ kind: 'project', slug, name }));
}

/** Part of a version is enough; newest first. */
async function releasesFound(deps: QueryDeps, viewer: Viewer, typed: string): Promise<Found[]> {
  const projects = await projectsNamed(deps, viewer, readsReleases, []);
  if (projects.length === 0) return [];
  const records = await deps.state.listReleaseRecords({
    projectIds: projects.map(({ id }) => id),
    seenIn: null,
    status: null,
    text: typed.slice(0, limits.RELEASE_CHARS_MAX),
    after: null,
    count: limits.FIND_KIND_COUNT_MAX,
    requestedBy: viewer.userId,
  });
  return records.map(({ version, projectIds }) => ({
    kind: 'release',
    version,
    projects: projects.filter(({ id }) => projectIds.includes(id)).map(({ name }) => name),
  }));
}

async function teamsFound({ state }: QueryDeps, viewer: Viewer, typed: string): Promise<Found[]> {
  return (await state.listTeams(organizationsFor(viewer, 'team:read')))
    .filter(({ slug, name }) => contains(`#${slug}`, typed) || contains(name, typed))
    .map(({ slug, name }) => ({ kind: 'team', slug, name }));
}

async function membersFound({ state }: QueryDeps, viewer: Viewer, typed: string): Promise<Found[]> {
  const members = await state.listMembers(organizationsFor(viewer, 'member:read'));
  const membersById = new Map(members.map((member) => [member.id, member]));
  return [...membersById.values()]
    .filter(({ name, email }) => contains(email, typed) || contains(name, typed))
    .map(({ name, email }) => ({ kind: 'user', name: name || email, email }));
}

/** Error codes, for viewers who may look them up. */
async function codeFound(deps: QueryDeps, viewer: Viewer, typed: string): Promise<Found | null> {
  const digest = typed.length < limits.ERROR_CODE_CHARS_MIN ? null : readDigest(typed);
  if (digest === null) return null;
  const projects = await projectsNamed(deps, viewer, 'error-code:read', []);
  if (projects.length === 0) return null;
  const representative = representativeOf(await linkedRows(deps, projects, { column: 'digest', is: [digest] }));
  const project = representative && projects.find(({ id }) => id === representative.projectId);
  return project ? { kind: 'error-code', code: digest, title: representative.title, project: project.slug } : null;
}

/** The ID of a trace is written as that of an event is. */
async function traceFound(deps: QueryDeps, projects: Project[], traceId: string): Promise<Found[]> {
  const representative = representativeOf(await linkedRows(deps, projects, { traceId }));
  return representative ? [{ kind: 'trace', traceId, title: representative.title }] : [];
}

/** The server's event has the error details. */
const representativeOf = (rows: LinkedRow[]) => rows.find((row) => sideOf(row) === 'server') ?? rows[0];

export function titleOf({ type, value }: Issue): string {
  return type === '' ? value : value === '' ? type : `${type}: ${value}`;
}

async function issuesById({ state }: QueryDeps, ids: IssueId[]): Promise<Map<IssueId, Issue>> {
  return new Map((await state.issuesByIds(ids)).map((issue) => [issue.id, issue]));
}
