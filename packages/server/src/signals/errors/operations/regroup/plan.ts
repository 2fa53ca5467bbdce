import type { IssueId, ProjectId } from '@seismo/protocol';
import type { RegroupTask } from '#journal/tasks.ts';
import type { ActivityFacts, Issue, IssueSeed, Regroup, StateTx } from '#store/state/contract.ts';
import type { EventChange } from '#store/telemetry/contract.ts';
import type { StateWrite } from '#pipeline/signal.ts';

export type Task<Name> = Extract<RegroupTask, { operation: Name }>;

export interface Plan {
  /** Creates the issues that events move to; found again if this runs a second time. */
  prepare?: StateWrite;
  changes(): EventChange[];
  /** Every issue that gains or loses an event. */
  issueIds(): IssueId[];
  /** Reads positions after the events have moved. */
  readMoved?(): Promise<void>;
  write(tx: StateTx): Promise<void>;
}

export function recordOf(
  { id, by, atMs }: RegroupTask,
  projectId: ProjectId,
  operation: Regroup['operation'],
  issueId: IssueId,
  moves: Regroup['moves'],
  events: Regroup['events'],
): Regroup {
  return { id, projectId, userId: by, atMs, operation, issueId, moves, events, undoneAtMs: null };
}

/** A new issue for events of another, with a hash of its own. */
export function seedOf(from: Issue, hash: string, groupingVersion: IssueSeed['groupingVersion']): IssueSeed {
  const { organizationId, projectId, level, type, value, culprit, platform, handled, firstSeenAtMs } = from;
  const headline = { level, type, value, culprit, platform, handled, firstSeenAtMs };
  return { organizationId, projectId, hash, groupingVersion, ...headline };
}

export function named({ id, shortId }: Issue): { id: IssueId; shortId: string } {
  return { id, shortId };
}

export async function addActivity(
  tx: StateTx,
  { by, atMs }: RegroupTask,
  issueId: IssueId,
  facts: ActivityFacts,
): Promise<void> {
  await tx.addActivities([{ issueId, userId: by, atMs, ...facts }]);
}
