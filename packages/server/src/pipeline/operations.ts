import type { JournalRecord, TaskKind } from '#journal/contract.ts';
import { nothingApplied } from '#store/state/batch/contract.ts';
import type { IssueTexts, StateTx } from '#store/state/contract.ts';
import type { EventChange } from '#store/telemetry/contract.ts';
import type { Clock } from '#platform/clock.ts';
import { failPoint } from '#platform/fail-point.ts';
import type { Stores } from './batch.ts';
import { followEvents } from '#signals/feedback/join.ts';
import { forget } from '#signals/errors/operations/delete-events.ts';
import { regroup } from '#signals/errors/operations/regroup/regroup.ts';

/**
 * What becomes of a task, in the two halves in which a batch is applied. Each may run again after a crash: what the first
 * half made of stored events must come out the same when it is worked out a second time.
 */
export interface PlannedTask {
  changes: EventChange[];
  /** Asked when stored events are as they are to be. Its answer goes into the transaction that records the task as applied. */
  settle(): Promise<(tx: StateTx) => Promise<void>>;
  /** What issues are found by from now on, besides what they were. */
  texts?(): Promise<IssueTexts[]>;
}

export type Planner = (record: JournalRecord, stores: Stores, clock: Clock) => Promise<PlannedTask>;

/** A repair goes on in pieces and has its own way: `repair/apply-repair.ts`. */
const planners: Partial<Record<TaskKind, Planner>> = { regroup, forget };

export function isTask({ kind }: Pick<JournalRecord, 'kind'>): boolean {
  return kind !== 'envelope' && kind !== 'refusals';
}

/** Does one task, which is a batch by itself. It is in no ledger: no client sent it. */
export async function applyTask(record: JournalRecord, stores: Stores, clock: Clock): Promise<void> {
  const { state, telemetry } = stores;
  const { sequence } = record;
  const planner = planners[record.kind as TaskKind];
  if (!planner) throw new Error(`Nobody knows how to do the task ${record.kind}.`);
  const planned = await planner(record, stores, clock);
  failPoint('task:planned');
  await telemetry.append({ sequence, rows: {}, changes: planned.changes });
  failPoint('task:changed');
  const settle = await planned.settle();
  const followed = await followEvents(planned.changes, stores);
  const texts = (await planned.texts?.()) ?? [];
  await state.write(async (tx) => {
    await settle(tx);
    await tx.joinFeedback(followed);
    await tx.applyBatch({ ...nothingApplied, sequence, atMs: clock.now(), projectIds: [record.projectId], texts });
  });
}
