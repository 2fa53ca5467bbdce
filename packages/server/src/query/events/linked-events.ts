import { limits, type EventId, type ProjectId } from '@seismo/protocol';
import type { Issue, Project } from '#store/state/contract.ts';
import type { EventCondition } from '#domain/search/event-condition.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { QueryDeps } from '../deps.ts';
import { issueNamed } from '../issues/issue.ts';
import { projectsNamed } from '../projects/projects.ts';
import type { EventLinksView, LinkedBy, LinkedEventView, Side } from './views.ts';
import { can, type Viewer } from '#domain/permissions/viewer.ts';

export type LinkedRow = QueryRows['linkedEvents'];

/** Events of these projects with this condition, newest first; one more than are shown. */
export function linkedRows({ telemetry }: QueryDeps, projects: Project[], where: EventCondition): Promise<LinkedRow[]> {
  const projectIds = projects.map(({ id }) => id);
  return telemetry.query('linkedEvents', { projectIds, where, before: null, count: limits.LINKED_EVENT_COUNT_MAX + 1 });
}

/** Both browsers and Next.js on the edge send `javascript`; the latter names its runtime. */
export function sideOf({ platform, tags }: Pick<LinkedRow, 'platform' | 'tags'>): Side {
  return platform === 'javascript' && !Object.hasOwn(tags, 'runtime') ? 'browser' : 'server';
}

/** The span in which it happened; `null` if the event does not say. */
export function spanOf({ attributes }: Pick<LinkedRow, 'attributes'>): string | null {
  return Object.hasOwn(attributes, 'trace.span') ? attributes['trace.span']! : null;
}

export function linkedViews(
  viewer: Viewer,
  projects: Project[],
  issues: ReadonlyMap<Issue['id'], Issue>,
  rows: LinkedRow[],
): LinkedEventView[] {
  const byId = new Map<ProjectId, Project>(projects.map((project) => [project.id, project]));
  return rows.flatMap((row) => {
    const [project, issue] = [byId.get(row.projectId), issues.get(row.issueId)];
    if (!project || !issue) return [];
    const mayOpen = can(viewer, 'event:read', project.organizationId);
    const { atMs, title, environment, release, userKey, tags } = row;
    return [
      {
        side: sideOf(row),
        atMs,
        title,
        location: (Object.hasOwn(tags, 'route') ? tags['route']! : '') || row.transaction || row.culprit,
        environment,
        release,
        userKey,
        project: { slug: project.slug, name: project.name },
        traceId: mayOpen && row.traceId !== '' ? row.traceId : null,
        open: mayOpen ? { shortId: issue.shortId, eventId: row.eventId } : null,
      },
    ];
  });
}

export async function issuesOf({ state }: QueryDeps, rows: LinkedRow[]): Promise<Map<Issue['id'], Issue>> {
  const issues = await state.issuesByIds([...new Set(rows.map(({ issueId }) => issueId))]);
  return new Map(issues.map((issue) => [issue.id, issue]));
}

/** Events of the other side with the digest of the error, and other errors in its trace. */
export async function eventLinks(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  eventId: EventId,
  { digest, traceId, side }: LinkedBy,
): Promise<EventLinksView | null> {
  const { projectId } = await issueNamed(deps, viewer, 'event:read', shortId);
  if (digest === '' && traceId === '') return null;
  const projects = await projectsNamed(deps, viewer, 'event:read', []);
  const others = (rows: LinkedRow[]) =>
    rows
      .filter((row) => row.eventId !== eventId || row.projectId !== projectId)
      .slice(0, limits.LINKED_EVENT_COUNT_MAX);
  const ofDigest = digest === '' ? [] : others(await linkedRows(deps, projects, { column: 'digest', is: [digest] }));
  const ofTrace = traceId === '' ? [] : others(await linkedRows(deps, projects, { traceId }));
  const otherSide = ofDigest
    .filter((row) => sideOf(row) !== side)
    .toSorted((one, other) => Number(other.traceId === traceId) - Number(one.traceId === traceId));
  const listed = new Set(otherSide.map(keyOf));
  const otherTraceEvents = ofTrace.filter((row) => !listed.has(keyOf(row)));
  const issues = await issuesOf(deps, [...otherSide, ...otherTraceEvents]);
  return {
    digest: digest || null,
    traceId: traceId || null,
    side,
    otherSide: linkedViews(viewer, projects, issues, otherSide.slice(0, limits.EVENT_LINK_COUNT_MAX)),
    otherSideHasMore: otherSide.length > limits.EVENT_LINK_COUNT_MAX,
    otherTraceEvents: linkedViews(viewer, projects, issues, otherTraceEvents.slice(0, limits.EVENT_LINK_COUNT_MAX)),
  };
}

export function keyOf({ projectId, eventId }: Pick<LinkedRow, 'projectId' | 'eventId'>): string {
  return `${projectId}:${eventId}`;
}
