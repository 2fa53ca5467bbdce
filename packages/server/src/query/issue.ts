import type { IssueId } from '@seismo/protocol';
import type { Issue } from '#store/state/contract.ts';
import { Refusal } from '#watch/refusal.ts';
import type { QueryDeps } from './deps.ts';
import { projectView } from './projects.ts';
import { bucketsOf, fillSeries } from './range.ts';
import type { IssueView, RangeName, Series } from './views.ts';
import { demand, demandSignedIn, type Scope, type Viewer } from './viewer.ts';

export async function issue(deps: QueryDeps, viewer: Viewer, shortId: string): Promise<IssueView> {
  const found = await issueNamed(deps, viewer, 'event:read', shortId);
  const project = await deps.state.projectById(found.projectId);
  const [view, activity, environments, series24h, series14d] = await Promise.all([
    projectView(deps, project!),
    activityOf(deps, found.id),
    deps.state.listEnvironments([found.projectId]),
    seriesOf(deps, found, '24h'),
    seriesOf(deps, found, '14d'),
  ]);
  return { issue: found, project: view, activity, series24h, series14d, environments };
}

async function activityOf({ state }: QueryDeps, id: IssueId): Promise<IssueView['activity']> {
  const entries = await state.activityOf(id);
  const names = new Map<number, string>();
  for (const userId of new Set(entries.map((entry) => entry.userId))) {
    const user = userId === null ? null : await state.userById(userId);
    if (user) names.set(user.id, user.name || user.email);
  }
  return entries.map((entry) => ({ ...entry, by: entry.userId === null ? null : (names.get(entry.userId) ?? null) }));
}

async function seriesOf({ telemetry, clock }: QueryDeps, { id, projectId }: Issue, range: RangeName): Promise<Series> {
  const buckets = bucketsOf(range, clock.now());
  const rows = await telemetry.ask('issue-series', {
    projectIds: [projectId],
    issueIds: [id],
    environments: [],
    releases: [],
    where: null,
    range: { fromMs: buckets.fromMs, toMs: buckets.toMs },
    bucketMs: buckets.bucketMs,
  });
  return fillSeries(
    buckets,
    rows.map(({ bucketAtMs, events }) => ({ bucketAtMs, count: events })),
  );
}

const SHORT_ID = /^[A-Z0-9_]+(?:-[A-Z0-9_]+)*-[0-9A-Z]{1,10}$/;

/** The issue of this short id (in either case), or of this numeric id, which the viewer may treat in this way. */
export async function issueNamed(
  deps: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  scope: Scope,
  name: string,
): Promise<Issue> {
  demandSignedIn(viewer);
  const found = await findIssue(deps, viewer, name);
  if (!found) throw new Refusal('not-found', 'There is no such issue, or you may not see it.');
  demand(viewer, scope, found.organizationId, 'issue');
  return found;
}

export async function findIssue(
  { state }: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  name: string,
): Promise<Issue | null> {
  const organizations = viewer.memberships.map((one) => one.organizationId);
  if (/^\d{1,15}$/.test(name)) {
    const found = await state.issueById(Number(name) as IssueId);
    return found && organizations.includes(found.organizationId) ? found : null;
  }
  const shortId = name.length > 80 ? '' : name.toUpperCase();
  if (!SHORT_ID.test(shortId)) return null;
  for (const organizationId of organizations) {
    const found = await state.issueByShortId(organizationId, shortId);
    if (found) return found;
  }
  return null;
}
