import type { IssueId } from '@seismo/protocol';
import type { Activity, Issue, StateReads, Subscription } from '#store/state/contract.ts';
import { isFor, type Assignee } from '#domain/ownership/assignee.ts';
import { newestRelease } from '#domain/releases/order.ts';
import { Refusal } from '#platform/refusal.ts';
import { assigneesIn } from './assignee.ts';
import type { QueryDeps } from '../deps.ts';
import { priorityOf } from '#domain/issue-status/priority.ts';
import { projectView } from '../projects/projects.ts';
import { commitLinks } from './source-links.ts';
import type { ActivityView, AssigneeView, IssueView } from './views.ts';
import { requirePermission, requireSignedIn, onlyOne, type Scope, type Viewer } from '#domain/permissions/viewer.ts';

/** As everywhere for a short ID, the numeric ID works too. */
export async function issue(deps: QueryDeps, viewer: Viewer, shortId: string): Promise<IssueView> {
  const found = await issueNamed(deps, viewer, 'event:read', shortId);
  const [project, known, entries, environments, personal, subscribers, releases, hashes] = await Promise.all([
    deps.state.projectById(found.projectId),
    assigneesIn(deps.state, [found.organizationId]),
    deps.state.activityOf(found.id),
    deps.state.listEnvironments([found.projectId]),
    userFlagsOf(deps, viewer, [found]),
    deps.state.subscribersOf([found.id]),
    deps.state.listReleases(found.projectId),
    deps.state.fingerprintsOf([found.id]),
  ]);
  const [view, activity] = await Promise.all([
    projectView(deps, project!),
    activityViews(deps, viewer, entries, found.projectId, known),
  ]);
  return {
    issue: found,
    project: view,
    activity,
    assignee: known.find((each) => isFor(each, found.assignee)) ?? null,
    priority: priorityOf(found),
    ...personal(found),
    subscriberCount: subscribers.filter(({ userId }) => known.some((each) => isFor(each, { kind: 'user', userId })))
      .length,
    newestRelease: newestRelease(releases)?.version ?? null,
    environments,
    hashCount: hashes.length,
  };
}

/** The viewer's own flags of issues: seen since the last status change, bookmarked, and their subscription. */
export async function userFlagsOf(
  { state }: { state: Pick<StateReads, 'userFlagsOf'> },
  { userId }: Viewer,
  issues: Issue[],
): Promise<(issue: Issue) => { seen: boolean; bookmarked: boolean; subscription: Subscription | null }> {
  const ids = issues.map(({ id }) => id);
  const personal = userId === null ? null : await state.userFlagsOf(userId, ids);
  return ({ id, statusAtMs }) => {
    const { seenAtMs = null, bookmarked = false, subscription = null } = personal?.get(id) ?? {};
    return { seen: personal === null || (seenAtMs !== null && seenAtMs >= statusAtMs), bookmarked, subscription };
  };
}

async function activityViews(
  { state }: QueryDeps,
  viewer: Viewer,
  entries: Activity[],
  projectId: Issue['projectId'],
  known: AssigneeView[],
): Promise<ActivityView[]> {
  const hasCommit = entries.some((entry) => commitOf(entry) !== null);
  const [linkTo, users] = await Promise.all([
    hasCommit ? commitLinks({ state }, [projectId]) : () => null,
    state.usersByIds([...new Set(entries.flatMap(({ userId }) => userId ?? []))]),
  ]);
  const names = new Map<number, string>(users.map(({ id: userId, name, email }) => [userId, name || email]));
  const nameOf = (value: unknown) => known.find((each) => isFor(each, value as Assignee | null))?.name ?? null;
  return entries.map((entry) => ({
    ...entry,
    by: entry.userId === null ? null : (names.get(entry.userId) ?? null),
    commitLink: commitOf(entry) === null ? null : linkTo(commitOf(entry)!, ''),
    names: {
      from: entry.kind === 'assigned' || entry.kind === 'unassigned' ? nameOf(entry.from) : null,
      to: entry.kind === 'assigned' ? nameOf(entry.to) : null,
    },
    mine: entry.kind === 'comment' && entry.userId === viewer.userId && viewer.userId !== null,
  }));
}

function commitOf(entry: Activity): string | null {
  return 'resolution' in entry && entry.resolution.how === 'commit' ? entry.resolution.commit : null;
}

const SHORT_ID = /^[A-Z0-9_]+(?:-[A-Z0-9_]+)*-[0-9A-Z]{1,10}$/;

/** The issue of this short ID (in either case), or of this numeric ID, which the viewer may treat in this way. */
export async function issueNamed(
  deps: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  scope: Scope,
  name: string,
): Promise<Issue> {
  requireSignedIn(viewer);
  const found = await findIssue(deps, viewer, name);
  if (!found) throw new Refusal('not-found', 'Issue not found, or you do not have access to it.');
  requirePermission(viewer, scope, found.organizationId, 'issue');
  return found;
}

/** A merged issue resolves to its target, also by its own short ID. */
export async function findIssue(
  { state }: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  name: string,
): Promise<Issue | null> {
  const found = await findByName(state, viewer, name);
  if (!found || found.eventCount > 0) return found;
  return (await state.issueById(await state.mergedInto(found.id))) ?? found;
}

async function findByName(state: QueryDeps['state'], viewer: Viewer, name: string): Promise<Issue | null> {
  const organizations = viewer.memberships.map((one) => one.organizationId);
  if (/^\d{1,15}$/.test(name)) {
    const found = await state.issueById(Number(name) as IssueId);
    return found && organizations.includes(found.organizationId) ? found : null;
  }
  const shortId = name.length > 80 ? '' : name.toUpperCase();
  if (!SHORT_ID.test(shortId)) return null;
  const found = await Promise.all(organizations.map((id) => state.issueByShortId(id, shortId)));
  return onlyOne(
    found.filter((issue) => issue !== null),
    'issue',
  );
}
