import type { IssueId, ProjectId } from '@seismo/protocol';
import type { RegroupTask } from '#journal/tasks.ts';
import type { ActivityFacts, Issue, Regroup, StateTx } from '#store/state/contract.ts';
import type { EventChange } from '#store/telemetry/contract.ts';

export type Task<Name> = Extract<RegroupTask, { operation: Name }>;

export interface Plan {
  changes: EventChange[];
  /** Every issue that gains or loses an event. */
  issueIds: IssueId[];
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
