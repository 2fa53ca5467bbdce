import { limits, readEventId, type EventId, type ProjectId } from '@seismo/protocol';
import { taskEntry, type RegroupTask } from '#journal/tasks.ts';
import { issueNamed } from '#query/issues/issue.ts';
import { groupsToMove } from '#query/issues/regroup-preview.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { requirePermission, requireSignedIn, type Viewer } from '#domain/permissions/viewer.ts';
import type { Issue } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ServerCommandDeps } from '../deps.ts';

/** An operation in the journal: it will run once the entries before it are done. `id` checks and undoes it. */
export interface StartedRegroup {
  id: string;
}

export interface StartedMerge extends StartedRegroup {
  into: Issue;
  from: Issue[];
}

/** Merges issues into the named one, else into the one with the most events, the oldest of several. */
export async function mergeIssues(
  deps: ServerCommandDeps,
  viewer: Viewer,
  names: string[],
  into?: string,
): Promise<StartedMerge> {
  requireSignedIn(viewer);
  if (names.length > limits.ISSUE_CHANGE_COUNT_MAX) {
    throw new Refusal('invalid', `You can merge at most ${limits.ISSUE_CHANGE_COUNT_MAX} issues at once.`);
  }
  const issues = new Map<Issue['id'], Issue>();
  for (const name of into === undefined ? names : [into, ...names]) {
    const issue = await issueNamed(deps, viewer, permissions.mergeIssues, name);
    issues.set(issue.id, issue);
  }
  const [first, ...others] = [...issues.values()];
  if (!first || others.length === 0) throw new Refusal('invalid', 'Select at least two issues to merge.');
  if (others.some(({ projectId }) => projectId !== first.projectId)) {
    throw new Refusal('invalid', 'Issues of different projects cannot be merged.');
  }
  const larger = (one: Issue, other: Issue) =>
    other.eventCount > one.eventCount || (other.eventCount === one.eventCount && other.id < one.id) ? other : one;
  const target = into === undefined ? others.reduce(larger, first) : first;
  const from = [first, ...others].filter(({ id }) => id !== target.id);
  const task = { operation: 'merge', targetId: target.id, sourceIds: from.map(({ id }) => id) } as const;
  return { ...(await append(deps, viewer, target.projectId, task)), into: target, from };
}

/** Splits hashes off an issue, with their later events, or single events, without later ones. */
export async function splitIssue(
  deps: ServerCommandDeps,
  viewer: Viewer,
  shortId: string,
  what: { hashes: string[] } | { eventIds: string[] },
): Promise<StartedRegroup> {
  const issue = await issueNamed(deps, viewer, permissions.splitIssue, shortId);
  const { id: issueId, projectId } = issue;
  const given = 'hashes' in what ? what.hashes : what.eventIds;
  if (given.length === 0) throw new Refusal('invalid', 'Select the groups to split off.');
  if (given.length > limits.SPLIT_COUNT_MAX) {
    throw new Refusal('invalid', `You can split off at most ${limits.SPLIT_COUNT_MAX} groups at once.`);
  }
  if ('hashes' in what) {
    const present = await deps.telemetry.query('hashesOfIssue', { projectId, issueId });
    const hashes = [...new Set(what.hashes)].filter((hash) => present.some((one) => one.hash === hash));
    if (hashes.length === 0)
      throw new Refusal('not-found', 'The issue does not have this hash. It may have moved to another issue.');
    if (hashes.length === present.length) throw notAll();
    return append(deps, viewer, projectId, { operation: 'split', issueId, hashes });
  }
  const eventIds = new Set(what.eventIds.map((id) => readEventId(id)).filter((id): id is EventId => id !== null));
  const where = { all: [{ eventIds: [...eventIds] }, { issueIds: [issueId] }] };
  const found = await deps.telemetry.query('eventsOfProject', { projectId, where, before: null, count: eventIds.size });
  if (found.length === 0)
    throw new Refusal('not-found', 'The issue does not have this event. It may have moved to another issue.');
  if (found.length >= issue.eventCount) throw notAll();
  const events = found.map(({ eventId, hash }) => ({ eventId, hash }));
  return append(deps, viewer, projectId, { operation: 'split-events', issueId, events });
}

/** Moves events that were mapped late to the issues of their mapped frames. */
export async function regroupBySourceMap(
  deps: ServerCommandDeps,
  viewer: Viewer,
  shortId: string,
): Promise<StartedRegroup> {
  const issue = await issueNamed(deps, viewer, permissions.regroupBySourceMap, shortId);
  const { rows, ownHash } = await groupsToMove(deps, issue);
  if (rows.length === 0)
    throw new Refusal('conflict', 'The events of this issue are already grouped by their source maps.');
  const groups = rows.map(({ hash, mappedHash, events }) => ({ from: hash, to: mappedHash, events }));
  return append(deps, viewer, issue.projectId, {
    operation: 'regroup-by-source-map',
    issueId: issue.id,
    groups,
    ownHash,
  });
}

/** Undoes a merge, a split or a regroup, except for moves that a later operation changed. */
export async function undoRegroup(deps: ServerCommandDeps, viewer: Viewer, id: string): Promise<StartedRegroup> {
  requireSignedIn(viewer);
  const done = await deps.state.regroupById(String(id));
  const project = done && (await deps.state.projectById(done.projectId));
  if (!done || !project || done.operation === 'undo')
    throw new Refusal('not-found', 'This change does not exist, so it cannot be undone.');
  requirePermission(viewer, permissions.undoRegroup, project.organizationId, 'merge');
  if (done.undoneAtMs !== null) throw new Refusal('conflict', 'This was already undone.');
  return append(deps, viewer, project.id, { operation: 'undo', of: done.id });
}

type RegroupOperation = RegroupTask extends infer Task
  ? Task extends RegroupTask
    ? Omit<Task, 'id' | 'by' | 'atMs'>
    : never
  : never;

async function append(
  deps: ServerCommandDeps,
  viewer: Viewer,
  projectId: ProjectId,
  operation: RegroupOperation,
): Promise<StartedRegroup> {
  const id = Buffer.from(deps.random(16)).toString('hex');
  const atMs = deps.clock.now();
  await deps.journal.append(taskEntry('regroup', projectId, atMs, { ...operation, id, by: viewer.userId, atMs }));
  return { id };
}

function notAll(): Refusal {
  return new Refusal('invalid', 'An issue keeps at least one group. Select fewer groups.');
}
