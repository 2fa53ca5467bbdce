import { limits, type Disposition, type OrganizationId, type ProjectId } from '@seismo/protocol';
import type { JournalRecord, NewDeadLetter } from '#journal/contract.ts';
import type { ProjectRules } from '#domain/configuration/rules.ts';
import { dayOf } from '#platform/clock.ts';
import { failPoint } from '#platform/fail-point.ts';
import { lanePositions, type LanePosition } from '#platform/lanes.ts';
import type { DayUsage, State } from '#store/state/contract.ts';
import type { TelemetryBatch } from '#store/telemetry/contract.ts';
import type { Commits } from './commits.ts';
import { deadLetterOf, damaged, type Failure } from './dead-letter.ts';
import { OutcomeCounter } from './outcome-counter.ts';
import { processEntry } from './process-entry.ts';
import type { ProcessedItem, OpenSignal, PipelineServices, SignalBatch, StateWrite } from './signal.ts';
import { StateFacts } from './state-facts.ts';
import { StepTimes, type StepTime } from './step-times.ts';

/** Monitors the pipeline from outside of its thread. */
export interface Watcher {
  /** Called before each entry with its sequence and after the last with 0: if the thread ends, the supervisor blames that entry. */
  began(sequence: number): void;
  /** Called at both ends of a batch: with the sequence of its only entry, else with 0. */
  alone(sequence: number): void;
  lastFailure(sequence: number): Failure;
}

export interface PipelineContext extends PipelineServices {
  commits: Commits;
  signals: readonly OpenSignal[];
  watcher: Watcher;
}

/** The changes of a batch, for live updates and for internal counters. */
export interface BatchReport {
  /** The applied sequence of each lane. */
  positions: LanePosition[];
  entries: number;
  events: number;
  projectIds: ProjectId[];
  deadLetters: number;
  /** By outcome, over all item kinds. */
  outcomes: Record<string, number>;
  steps: StepTime[];
}

/**
 * Applies journal entries to the stores, exactly once in effect. The order is the promise: blobs (keyed by content) →
 * issues exist (idempotent) → telemetry rows, marked with the batch's sequence → state, which records the sequence and the
 * position of each lane as applied, in one transaction → the journal removes the entries. A crash in between leaves telemetry rows
 * beyond the applied sequence; `truncateAfter` removes them before the next commit, and the batch runs again.
 */
export async function applyEntries(records: JournalRecord[], context: PipelineContext): Promise<BatchReport> {
  const batch = await openBatch(records, context);
  await processEntries(batch);
  await dropDuplicates(batch);
  await putBlobs(batch);
  await ensureReferences(batch);
  const rows = storedRows(batch);
  await context.commits.commit(records.length, async (sequence) => {
    await writeTelemetry(batch, rows, sequence);
    await writeState(batch, rows, sequence);
  });
  return reportOf(batch, rows);
}

/** A signal's part in the batch, with the items that got through their steps. */
interface Part {
  signal: SignalBatch;
  items: ProcessedItem<unknown>[];
}

interface Batch {
  context: PipelineContext;
  records: JournalRecord[];
  nowMs: number;
  organizations: ReadonlyMap<ProjectId, OrganizationId>;
  rules: ReadonlyMap<ProjectId, ProjectRules>;
  parts: Part[];
  counter: OutcomeCounter;
  times: StepTimes;
  deadLetters: NewDeadLetter[];
}

async function openBatch(records: JournalRecord[], context: PipelineContext): Promise<Batch> {
  const { stores, rulesOf, signals, clock, watcher } = context;
  watcher.alone(records.length === 1 ? records[0]!.sequence : 0);
  const nowMs = clock.now();
  const organizations = await organizationsOf(records, stores.state);
  const rules = await rulesOf(organizations);
  const parts: Part[] = [];
  for (const { begin } of signals) parts.push({ signal: await begin({ records, rules, nowMs }), items: [] });
  const counted = { counter: new OutcomeCounter(), times: new StepTimes(), deadLetters: [] };
  return { context, records, nowMs, organizations, rules, parts, ...counted };
}

async function processEntries({
  context,
  records,
  organizations,
  rules,
  parts,
  deadLetters,
  ...counted
}: Batch): Promise<void> {
  const { watcher, clock } = context;
  const kinds = Object.assign({}, ...parts.map(({ signal }) => signal.kinds)) as SignalBatch['kinds'];
  for (const record of records) {
    watcher.began(record.sequence);
    const organizationId = organizations.get(record.projectId);
    if (organizationId === undefined) {
      // The project was deleted with its outcomes. A damaged entry may have lost its true project, so it is kept.
      if (record.isDamaged) deadLetters.push(deadLetterOf(record, record.kind, damaged, clock.now()));
      continue;
    }
    const ofProject = { organizationId, rules: rules.get(record.projectId)!, kinds, clock };
    const entry = await processEntry(record, { ...ofProject, ...counted, lastFailure: watcher.lastFailure });
    for (const item of entry.items) parts.find(({ signal }) => item.kind in signal.kinds)!.items.push(item);
    deadLetters.push(...entry.deadLetters);
  }
  watcher.began(0);
}

/** Ends duplicates of stored items or of this batch, and with them the items that follow them. */
async function dropDuplicates({ parts, counter }: Batch): Promise<void> {
  const duplicates = new Set<ProcessedItem<unknown>>();
  for (const { signal, items } of parts) {
    if (!signal.identity) continue;
    const { idOf, stored } = signal.identity;
    for (const [projectId, ofProject] of Map.groupBy(items, ({ origin }) => origin.projectId)) {
      const seen = new Set(await stored(projectId, [...new Set(ofProject.map(({ work }) => idOf(work)))]));
      for (const each of ofProject) {
        const id = idOf(each.work);
        if (seen.has(id)) duplicates.add(each);
        seen.add(id);
      }
    }
  }
  if (duplicates.size === 0) return;
  const origins = Map.groupBy(duplicates, ({ origin }) => origin);
  for (const part of parts) {
    const isDuplicate = (each: ProcessedItem<unknown>) => {
      const follows = part.signal.kinds[each.kind]!.follows ?? [];
      return duplicates.has(each) || origins.get(each.origin)?.some(({ kind }) => follows.includes(kind)) === true;
    };
    const { dropped = [], stays = [] } = Object.groupBy(part.items, (each) =>
      isDuplicate(each) ? 'dropped' : 'stays',
    );
    for (const each of dropped) endItem(each, { outcome: 'duplicate', reason: 'event-id' }, counter);
    part.items = stays;
  }
}

function endItem(
  { origin, kind, records }: ProcessedItem<unknown>,
  disposition: Disposition,
  counter: OutcomeCounter,
): void {
  counter.ended(origin, kind, disposition, records.left);
}

async function putBlobs({ parts, deadLetters, context }: Batch): Promise<void> {
  for (const part of parts) await part.signal.putBlobs?.(worksOf(part));
  failPoint('batch:blobs-written');
  for (const letter of deadLetters) await context.stores.journal.addDeadLetter(letter);
}

async function ensureReferences({ parts }: Batch): Promise<void> {
  for (const part of parts) await part.signal.ensure?.(worksOf(part));
  failPoint('batch:issues-ensured');
}

function storedRows({ parts, counter }: Batch): TelemetryBatch['rows'] {
  const rows: TelemetryBatch['rows'] = {};
  for (const { signal, items } of parts) {
    for (const each of items) endItem(each, { outcome: 'stored', reason: '' }, counter);
    signal.countDiscards?.(items, counter);
    Object.assign(rows, signal.rows?.(items));
  }
  rows.ledger = counter.rows();
  return rows;
}

async function writeTelemetry(
  { records, context }: Batch,
  rows: TelemetryBatch['rows'],
  sequence: number,
): Promise<void> {
  const lastEntry = Math.max(...records.map((record) => record.sequence));
  await context.stores.telemetry.append({ sequence, lastEntry, rows, changes: [] });
}

async function writeState(batch: Batch, rows: TelemetryBatch['rows'], sequence: number): Promise<void> {
  const { parts, records, nowMs, organizations, context } = batch;
  const { state, journal } = context.stores;
  const positions = lanePositions(records);
  const facts = new StateFacts();
  const writes: (StateWrite | void)[] = [];
  for (const part of parts) writes.push(await part.signal.finish?.(worksOf(part), rows, facts));
  await state.write(async (tx) => {
    for (const write of writes) await write?.(tx);
    await tx.addUsage(usageOf(records, organizations), dayOf(nowMs) - limits.USAGE_DAYS_MAX);
    const after = sequence - records.length;
    const projectIds = [...organizations.keys()];
    await tx.applyBatch(facts.toBatch({ after, sequence, positions, atMs: nowMs, projectIds }));
  });
  for (const { signal } of parts) signal.applied?.();
  failPoint('batch:before-trim');
  await journal.trim(positions, sequence);
  context.watcher.alone(0);
}

function worksOf({ items }: Part): unknown[] {
  return items.map(({ work }) => work);
}

function reportOf({ records, organizations, deadLetters, times }: Batch, rows: TelemetryBatch['rows']): BatchReport {
  const outcomes: Record<string, number> = {};
  for (const { outcome, quantity } of rows.ledger ?? []) outcomes[outcome] = (outcomes[outcome] ?? 0) + quantity;
  return {
    positions: lanePositions(records),
    entries: records.length,
    events: rows.events?.length ?? 0,
    projectIds: [...organizations.keys()],
    deadLetters: deadLetters.length,
    outcomes,
    steps: times.take(),
  };
}

async function organizationsOf(records: JournalRecord[], state: State): Promise<Map<ProjectId, OrganizationId>> {
  const organizations = new Map<ProjectId, OrganizationId>();
  for (const projectId of new Set(records.map((record) => record.projectId))) {
    const project = await state.projectById(projectId);
    if (project) organizations.set(projectId, project.organizationId);
  }
  return organizations;
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
