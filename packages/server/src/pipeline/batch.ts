import { limits, type OrganizationId, type ProjectId } from '@seismo/protocol';
import type { JournalRecord } from '#journal/contract.ts';
import { dayOf } from '#platform/clock.ts';
import { failPoint } from '#platform/fail-point.ts';
import { lanePositions } from '#platform/lanes.ts';
import type { DayUsage } from '#store/state/contract.ts';
import type { BatchReport } from './context.ts';
import { aloneIn, dropDuplicates, type Batch, type Part } from './prepare-batch.ts';
import type { StateWrite, TelemetryRows } from './signal.ts';
import { StateFacts } from './state-facts.ts';

/**
 * Applies prepared journal entries to the stores, exactly once in effect. The order is the promise: blobs (keyed by content) →
 * dead letters → issues exist (idempotent) → telemetry rows, marked with the batch's sequence → state, which records the
 * sequence and the position of each lane as applied, in one transaction → the journal removes the entries. A crash in
 * between leaves telemetry rows beyond the applied sequence; `truncateAfter` removes them before the next commit, and the
 * batch runs again. `committing` is called once all but the stores' own work is done.
 */
export async function applyBatch(batch: Batch, committing: () => void): Promise<BatchReport> {
  const { context, phases, time } = batch;
  aloneIn(batch.records, context);
  await time('process', () => dropDuplicates(batch));
  await time('blobs', () => putBlobs(batch));
  await time('dead-letters', () => addDeadLetters(batch));
  await time('issues', () => ensureReferences(batch));
  const rows = rowsOf(batch);
  await context.commits.commit(batch.records.length, async (sequence) => {
    await time('telemetry', () => {
      const written = writeTelemetry(batch, rows, sequence);
      committing();
      return written;
    });
    await time('state', () => writeState(batch, rows, sequence));
    await time('trim', () => trimJournal(batch, sequence));
  });
  return { ...reportOf(batch, rows), phases };
}

async function putBlobs({ parts }: Batch): Promise<void> {
  for (const part of parts) await part.signal.putBlobs?.(worksOf(part));
  failPoint('batch:blobs-written');
}

async function addDeadLetters({ deadLetters, context }: Batch): Promise<void> {
  for (const letter of deadLetters) await context.stores.journal.addDeadLetter(letter);
}

async function ensureReferences({ parts }: Batch): Promise<void> {
  for (const part of parts) await part.signal.ensure?.(worksOf(part));
  failPoint('batch:issues-ensured');
}

/** The rows of all signals, and the outcomes of all items: what is still there has none yet and is stored. */
function rowsOf({ parts, received, counter }: Batch): TelemetryRows {
  const rows: Record<string, object[]> = {};
  for (const { signal, items } of parts) {
    for (const { records } of items) records.endRest({ outcome: 'stored', reason: '' });
    const added = Object.entries<object[]>(signal.rows?.(items) ?? {});
    for (const [table, ofSignal] of added) rows[table] = (rows[table] ?? []).concat(ofSignal);
  }
  for (const item of received) counter.item(item);
  rows['ledger'] = (rows['ledger'] ?? []).concat(counter.rows());
  return rows as TelemetryRows;
}

async function writeTelemetry({ records, context }: Batch, rows: TelemetryRows, sequence: number): Promise<void> {
  const lastEntry = Math.max(...records.map((record) => record.sequence));
  await context.stores.telemetry.append({ sequence, lastEntry, rows, changes: [] });
}

async function writeState(batch: Batch, rows: TelemetryRows, sequence: number): Promise<void> {
  const { parts, records, nowMs, organizations, context } = batch;
  const facts = new StateFacts();
  const writes: (StateWrite | void)[] = [];
  for (const part of parts) writes.push(await part.signal.finish?.(worksOf(part), rows, facts));
  await context.stores.state.write(async (tx) => {
    for (const write of writes) await write?.(tx);
    await tx.addUsage(usageOf(records, organizations), dayOf(nowMs) - limits.USAGE_DAYS_MAX);
    const after = sequence - records.length;
    const projectIds = [...organizations.keys()];
    await tx.applyBatch(facts.toBatch({ after, sequence, positions: lanePositions(records), atMs: nowMs, projectIds }));
  });
  for (const { signal } of parts) signal.applied?.();
}

async function trimJournal({ records, context }: Batch, sequence: number): Promise<void> {
  failPoint('batch:before-trim');
  await context.stores.journal.trim(lanePositions(records), sequence);
  context.watcher.alone(0);
}

function worksOf({ items }: Part): unknown[] {
  return items.map(({ work }) => work);
}

function reportOf({ records, times, context }: Batch, rows: TelemetryRows): Omit<BatchReport, 'phases'> {
  const outcomes: Record<string, number> = {};
  const nowMs = context.clock.now();
  // A replay arrived long before.
  const arrived = records.filter(({ kind, replayOf }) => kind === 'envelope' && !replayOf);
  const lagsMs = arrived.map(({ receivedAtMs }) => nowMs - receivedAtMs);
  for (const { outcome, quantity } of rows.ledger ?? []) outcomes[outcome] = (outcomes[outcome] ?? 0) + quantity;
  return { positions: lanePositions(records), entries: records.length, outcomes, steps: times.take(), lagsMs };
}

/** Bytes that count toward the day budgets: all accepted ones, whatever their outcome. Replays were counted before. */
function usageOf(records: JournalRecord[], known: ReadonlyMap<ProjectId, OrganizationId>): DayUsage[] {
  const sums = new Map<string, DayUsage>();
  for (const { kind, projectId, keyId, receivedAtMs, replayOf, body } of records) {
    if (kind !== 'envelope' || replayOf || !known.has(projectId)) continue;
    const day = dayOf(receivedAtMs);
    const name = `${projectId}:${keyId}:${day}`;
    const sum = sums.get(name);
    if (sum) sum.bytes += body.byteLength;
    else sums.set(name, { projectId, keyId, day, bytes: body.byteLength });
  }
  return [...sums.values()];
}
