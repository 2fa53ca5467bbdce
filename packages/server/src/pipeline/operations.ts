import { limits } from '@seismo/protocol';
import type { JournalRecord, OperationKind } from '#journal/contract.ts';
import { failPoint } from '#platform/fail-point.ts';
import { lanePositions } from '#platform/lanes.ts';
import type { BatchReport, PipelineContext } from './context.ts';
import { damaged, deadLetterOf } from './dead-letter.ts';
import type { OperationPlan } from './signal.ts';
import { StateFacts } from './state-facts.ts';

export function isOperation({ kind }: Pick<JournalRecord, 'kind'>): boolean {
  return kind !== 'envelope' && kind !== 'refusals';
}

/**
 * Applies one operation in the order of a batch: blobs → what its changes need → telemetry, marked with the sequence →
 * state, which records it as applied → trim. It takes as long as the stores take, so the supervisor blames it for a crash
 * but never for being stuck.
 */
export async function applyOperation(record: JournalRecord, context: PipelineContext): Promise<BatchReport> {
  const { stores, commits, signals, watcher, clock } = context;
  const { projectId } = record;
  const positions = lanePositions([record]);
  const beganAtMs = performance.now();
  watcher.alone(record.sequence);
  const plan = await planOf(record, context);
  for await (const key of plan?.deleteBlobs ?? []) await stores.blobs.delete(key);
  if (plan?.prepare) await stores.state.write(plan.prepare);
  failPoint('operation:prepared');
  const changes = plan?.changes?.() ?? [];
  await commits.commit(1, async (sequence) => {
    await stores.telemetry.append({ sequence, lastEntry: record.sequence, rows: {}, changes });
    failPoint('operation:changed');
    const writes = [await plan?.settle?.()];
    for (const { followChanges } of signals) writes.push(await followChanges?.(changes));
    const facts = new StateFacts();
    await stores.state.write(async (tx) => {
      for (const write of writes) await write?.(tx);
      const batch = { after: sequence - 1, sequence, positions, atMs: clock.now(), projectIds: [projectId] };
      await tx.applyBatch(facts.toBatch(batch));
    });
    failPoint('operation:before-next');
    if (plan?.next) await stores.journal.append(plan.next);
    failPoint('batch:before-trim');
    await stores.journal.trim(positions, sequence);
  });
  watcher.alone(0);
  const phases = { operation: performance.now() - beganAtMs };
  return { positions, entries: 1, outcomes: {}, steps: [], phases, lagsMs: [] };
}

/** `null`: the operation is a dead letter, and the batch only records its sequence. */
async function planOf(record: JournalRecord, context: PipelineContext): Promise<OperationPlan | null> {
  const { stores, signals, watcher, clock } = context;
  const operation = signals.map(({ operations }) => operations?.[record.kind as OperationKind]).find(Boolean);
  const isTried = record.tries >= limits.PROCESS_TRY_COUNT_MAX;
  if (!record.isDamaged) {
    if (!operation) throw new Error(`No signal has the operation ${record.kind}.`);
    if (!isTried) return operation.plan(record, context);
    if (operation.giveUp) return operation.giveUp(record, context);
  }
  const failure = record.isDamaged ? damaged : watcher.lastFailure(record.sequence);
  await stores.journal.addDeadLetter(deadLetterOf(record, record.kind, failure, clock.now()));
  return null;
}
