import { limits, readDigest, readEventId } from '@seismo/protocol';
import type { Issue, Project } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { issuesOf, keyOf, linkedRows, linkedViews, type LinkedRow } from './linked-events.ts';
import { projectsNamed } from '../projects/projects.ts';
import type { ErrorCodeView } from './views.ts';
import { can, requirePermission, type Viewer } from '#domain/permissions/viewer.ts';

/**
 * Looks up the code of an error page: the digest of a server error, or the ID of an event. The result is limited to
 * what support needs (docs/digest.md): what broke, when, how many users, in which release, and whether it is resolved.
 * Issues, events and traces are included only for viewers with access.
 */
export async function errorCode(deps: QueryDeps, viewer: Viewer, code: string): Promise<ErrorCodeView> {
  const projects = await projectsNamed(deps, viewer, 'error-code:read', []);
  if (projects.length === 0) {
    for (const { organizationId } of viewer.memberships)
      requirePermission(viewer, 'error-code:read', organizationId, 'error code');
  }
  const typed = code.trim();
  const found = await rowsWith(deps, projects, typed);
  if (found.length === 0)
    throw new Refusal('not-found', 'No event has this error code, or you do not have access to it.');
  const rows = found.slice(0, limits.LINKED_EVENT_COUNT_MAX);
  const open = projects.filter(({ organizationId }) => can(viewer, 'event:read', organizationId));
  const otherTraceEvents = await otherTraceEventsOf(deps, open, rows);
  const issues = await issuesOf(deps, [...rows, ...otherTraceEvents]);
  return {
    code: rows[0]!.digest || typed,
    digest: rows[0]!.digest || null,
    events: linkedViews(viewer, projects, issues, rows),
    more: found.length > rows.length,
    issues: [...new Set(rows.map(({ issueId }) => issueId))].flatMap((id) => {
      const issue = issues.get(id);
      return issue ? [issueView(viewer, projects, issue)] : [];
    }),
    otherTraceEvents: linkedViews(viewer, open, issues, otherTraceEvents),
  };
}

/** An event that is named by its ID brings all that have its digest. */
async function rowsWith(deps: QueryDeps, projects: Project[], code: string): Promise<LinkedRow[]> {
  const [digest, eventId] = [readDigest(code), readEventId(code)];
  if (projects.length === 0) return [];
  const ofDigest = (of: string) => linkedRows(deps, projects, { column: 'digest', is: [of] });
  const byDigest = digest === null ? [] : await ofDigest(digest);
  if (byDigest.length > 0 || eventId === null) return byDigest;
  const byId = await linkedRows(deps, projects, { eventIds: [eventId] });
  const also = byId.find((row) => row.digest !== '')?.digest;
  return also === undefined ? byId : ofDigest(also);
}

/** Other errors in the same traces. */
async function otherTraceEventsOf(deps: QueryDeps, projects: Project[], rows: LinkedRow[]): Promise<LinkedRow[]> {
  const traceIds = [...new Set(rows.map(({ traceId }) => traceId))].filter((traceId) => traceId !== '');
  if (projects.length === 0 || traceIds.length === 0) return [];
  const known = new Set(rows.map(keyOf));
  const any = traceIds.map((traceId) => ({ traceId }));
  const { digest } = rows[0]!;
  const all = [{ any }, { not: { column: 'digest' as const, is: digest === '' ? [] : [digest] } }];
  return (await linkedRows(deps, projects, { all })).filter((row) => !known.has(keyOf(row)));
}

function issueView(viewer: Viewer, projects: Project[], issue: Issue): ErrorCodeView['issues'][number] {
  const { type, value, status, substate, resolution, firstSeenAtMs, lastSeenAtMs } = issue;
  const { slug, name, organizationId } = projects.find(({ id }) => id === issue.projectId)!;
  return {
    title: [type, value].filter((part) => part !== '').join(': '),
    status,
    substate,
    resolution,
    firstSeenAtMs,
    lastSeenAtMs,
    events: issue.eventCount,
    users: issue.userCount,
    project: { slug, name },
    shortId: can(viewer, 'event:read', organizationId) ? issue.shortId : null,
  };
}
