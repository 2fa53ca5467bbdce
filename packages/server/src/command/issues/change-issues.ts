import { isDeepStrictEqual } from 'node:util';
import { limits, type ProjectId } from '@seismo/protocol';
import { z } from 'zod';
import { assigneeNamed, type Assignee } from '#domain/ownership/assignee.ts';
import { assigneesIn } from '#query/issues/assignee.ts';
import { hashSecret } from '#query/accounts/session.ts';
import type { IssuesChanged } from '#query/issues/views.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { requirePermission, requirePersonalSession, requireSignedIn, type Viewer } from '#domain/permissions/viewer.ts';
import { priorities } from '#domain/issue-status/priority.ts';
import type { ActivityFacts, Issue, IssueUpdate, StateTx, Undo } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CommandDeps, ServerCommandDeps } from '../deps.ts';
import {
  nextIssueStates,
  statusSchema,
  type StatusChange,
  type StatusContext,
} from '#domain/issue-status/requested-status.ts';
import { readInput } from '#platform/read-input.ts';
import { createSecret } from '../accounts/secret.ts';
import { selectIssues, type IssueSelection } from './select-issues.ts';

const changeSchema = z.object({
  status: statusSchema.optional(),
  /** `me`, `user:ID`, `team:ID`, an e-mail address, `#team`; `''` unassigns. */
  assignTo: z.string().max(limits.EMAIL_CHARS_MAX).optional(),
  /** `null` leaves it to the rule. */
  priority: z
    .enum(priorities, `A priority is ${priorities.join(', ')}.`)
    .nullable()
    .optional(),
});
export type IssueChange = z.infer<typeof changeSchema>;

interface Made {
  issue: Issue;
  after: IssueUpdate;
  activities: ActivityFacts[];
}

/** Changes all of them or, if the viewer may not change one, none. Unchanged issues get no activity. */
export async function changeIssues(
  deps: ServerCommandDeps,
  viewer: Viewer,
  selection: IssueSelection,
  change: IssueChange,
): Promise<IssuesChanged> {
  const parsed = readInput(changeSchema, change);
  const selected = await selectIssues(deps, viewer, permissions.changeIssues, selection);
  const isSeen = await seenReleases(deps, selected, parsed.status);
  const nowMs = deps.clock.now();
  return deps.state.write(async (tx) => {
    const issues = await tx.issuesByIds(selected.map(({ id }) => id));
    const made = await makeChanges(tx, viewer, issues, parsed, isSeen, nowMs);
    if (made.length === 0) return { matched: issues.length, changed: [], undo: null };
    await tx.updateIssues(made.map(({ after }) => after));
    await tx.addActivities(
      made.flatMap(({ issue, activities }) =>
        activities.map((each) => ({ issueId: issue.id, userId: viewer.userId, atMs: nowMs, ...each })),
      ),
    );
    const changed = made.map(({ issue }) => issue.shortId);
    return { matched: issues.length, changed, undo: await saveUndo(deps, tx, viewer, made, nowMs) };
  });
}

async function makeChanges(
  tx: StateTx,
  viewer: Viewer,
  issues: Issue[],
  { status, assignTo, priority }: IssueChange,
  isSeen: IsSeen,
  nowMs: number,
): Promise<Made[]> {
  const stateOf = status && nextIssueStates(issues, status, await contextOf(tx, issues, status, isSeen, nowMs), nowMs);
  const assigneeOf = assignTo === undefined ? undefined : await assigneesOf(tx, viewer, issues, assignTo);
  return issues.flatMap((issue) => {
    const after: IssueUpdate = { id: issue.id };
    const activities: ActivityFacts[] = [];
    const state = stateOf?.(issue);
    if (state && !sameStatus(issue, state)) {
      after.state = state;
      const from = issue.status;
      if (state.status === 'resolved') activities.push({ kind: 'resolved', from, resolution: state.resolution! });
      else if (state.status === 'archived') activities.push({ kind: 'archived', from, archive: state.archive! });
      else activities.push({ kind: 'unresolved', from });
    }
    const assignee = assigneeOf?.(issue);
    if (assignee !== undefined && !isDeepStrictEqual(assignee, issue.assignee)) {
      after.assignee = assignee;
      if (assignee) activities.push({ kind: 'assigned', from: issue.assignee, to: assignee, rule: null });
      else activities.push({ kind: 'unassigned', from: issue.assignee! });
    }
    if (priority !== undefined && priority !== issue.priority) {
      after.priority = priority;
      activities.push({ kind: 'priority', from: issue.priority, to: priority });
    }
    return activities.length > 0 ? [{ issue, after, activities }] : [];
  });
}

type IsSeen = (release: { projectId: ProjectId; version: string }) => boolean;

/** Whether a release was seen in the environments of the change. */
async function seenReleases(
  { telemetry }: Pick<ServerCommandDeps, 'telemetry'>,
  issues: readonly Issue[],
  status: StatusChange | undefined,
): Promise<IsSeen> {
  const environments = status && 'environments' in status ? (status.environments ?? []) : [];
  if (environments.length === 0) return () => true;
  const seen = new Map<ProjectId, Set<string>>();
  for (const projectId of new Set(issues.map((issue) => issue.projectId))) {
    const rows = await telemetry.query('releasesInEnvironments', { projectIds: [projectId], environments });
    seen.set(projectId, new Set(rows.map(({ release }) => release)));
  }
  return ({ projectId, version }) => seen.get(projectId)?.has(version) ?? false;
}

async function contextOf(
  tx: StateTx,
  issues: Issue[],
  status: StatusChange,
  isSeen: IsSeen,
  nowMs: number,
): Promise<StatusContext> {
  const projectIds = [...new Set(issues.map(({ projectId }) => projectId))];
  if (status.to === 'archived' && status.until === 'escalating') {
    const ids = issues.map(({ id }) => id);
    return { rates: await tx.eventRates(ids, nowMs) };
  }
  if (status.to !== 'resolved' || status.in === 'now') return {};
  if (status.in !== 'commit') return { releases: (await tx.listReleasesOfProjects(projectIds)).filter(isSeen) };
  const releasesWithCommit = new Map<ProjectId, string | null>();
  for (const id of projectIds) releasesWithCommit.set(id, await tx.releaseWithCommit(id, status.commit));
  return { releasesWithCommit };
}

type IssueState = NonNullable<IssueUpdate['state']>;

function sameStatus(issue: IssueState, next: IssueState): boolean {
  const statusFacts = ({ status, resolution, archive }: IssueState) => ({ status, resolution, archive });
  return isDeepStrictEqual(statusFacts(issue), statusFacts(next));
}

async function assigneesOf(
  tx: StateTx,
  viewer: Viewer,
  issues: Issue[],
  text: string,
): Promise<(issue: Issue) => Assignee | null> {
  if (text.trim() === '') return () => null;
  const byOrganization = new Map<Issue['organizationId'], Assignee>();
  for (const id of new Set(issues.map(({ organizationId }) => organizationId))) {
    const assignee = assigneeNamed(text, await assigneesIn(tx, [id]), viewer);
    if (!assignee) throw new Refusal('invalid', `The organization has no member or team "${text}".`);
    byOrganization.set(id, assignee);
  }
  return ({ organizationId }) => byOrganization.get(organizationId)!;
}

async function saveUndo(
  deps: CommandDeps,
  tx: StateTx,
  { userId }: Viewer,
  made: Made[],
  nowMs: number,
): Promise<string | null> {
  if (userId === null) return null;
  const token = createSecret(deps);
  const changes = made.map(({ issue, after }): Undo['changes'][number] => {
    const before: IssueUpdate = { id: issue.id };
    if (after.state) before.state = stateOnly(issue);
    if (after.assignee !== undefined) before.assignee = issue.assignee;
    if (after.priority !== undefined) before.priority = issue.priority;
    return { before, after };
  });
  const action = made[0]!.activities.map(({ kind }) => kind).join(', ');
  const undo = { hash: hashSecret(token), userId, action, changes, expiresAtMs: nowMs + limits.UNDO_AGE_MS_MAX };
  await tx.saveUndo(undo, nowMs);
  return token;
}

function stateOnly({ status, substate, statusAtMs, resolution, archive, regressedAtMs }: IssueState): IssueState {
  return { status, substate, statusAtMs, resolution, archive, regressedAtMs };
}

/** Undoes a change of issues, except those that have changed since. */
export async function undoIssueChange(
  deps: CommandDeps,
  viewer: Viewer,
  token: string,
): Promise<{ undone: string[]; left: string[] }> {
  requireSignedIn(viewer);
  const userId = viewer.userId ?? requirePersonalSession(viewer);
  const nowMs = deps.clock.now();
  return deps.state.write(async (tx) => {
    const undo = await tx.takeUndo(hashSecret(String(token)), userId, nowMs);
    if (!undo)
      throw new Refusal('not-found', 'This cannot be undone: it was undone before, or the time to undo it has passed.');
    const issues = new Map(
      (await tx.issuesByIds(undo.changes.map(({ after }) => after.id))).map((each) => [each.id, each]),
    );
    const [undone, left]: [string[], string[]] = [[], []];
    for (const { before, after } of undo.changes) {
      const issue = issues.get(after.id);
      if (!issue) continue;
      requirePermission(viewer, permissions.undoIssueChange, issue.organizationId, 'issue');
      if (!isUnchangedSince(issue, after)) {
        left.push(issue.shortId);
        continue;
      }
      undone.push(issue.shortId);
      await tx.updateIssues([before]);
      await tx.addActivities([{ issueId: issue.id, userId, atMs: nowMs, kind: 'undone', action: undo.action }]);
    }
    return { undone, left };
  });
}

function isUnchangedSince(issue: Issue, { state, assignee, priority }: IssueUpdate): boolean {
  return (
    (!state || (state.status === issue.status && state.statusAtMs === issue.statusAtMs)) &&
    (assignee === undefined || isDeepStrictEqual(assignee, issue.assignee)) &&
    (priority === undefined || priority === issue.priority)
  );
}
