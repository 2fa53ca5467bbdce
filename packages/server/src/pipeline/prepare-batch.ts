import { setImmediate } from 'node:timers/promises';
import {
  limits,
  type Disposition,
  type EventId,
  type ItemKind,
  type OrganizationId,
  type ProjectId,
} from '@seismo/protocol';
import type { JournalRecord, NewDeadLetter } from '#journal/contract.ts';
import type { ProjectRules } from '#domain/configuration/rules.ts';
import type { State } from '#store/state/contract.ts';
import type { PipelineContext } from './context.ts';
import { damaged, deadLetterOf } from './dead-letter.ts';
import { OutcomeCounter } from './outcome-counter.ts';
import { createPhaseTimes, type PhaseTimes } from './phase-times.ts';
import { processEntry, type ItemKinds } from './process-entry.ts';
import type { ItemRules, ProcessedItem, ReceivedItem, SignalBatch } from './signal.ts';
import { StepTimes } from './step-times.ts';

export interface Batch extends PhaseTimes {
  context: PipelineContext;
  /** Those that were processed. */
  records: JournalRecord[];
  nowMs: number;
  organizations: ReadonlyMap<ProjectId, OrganizationId>;
  rules: ReadonlyMap<ProjectId, ProjectRules>;
  parts: Part[];
  received: ReceivedItem[];
  counter: OutcomeCounter;
  times: StepTimes;
  deadLetters: NewDeadLetter[];
}

/** A signal's part in the batch, with the items that it stores. */
export interface Part {
  signal: SignalBatch;
  items: ProcessedItem<unknown>[];
}

/**
 * Processes the entries, as many as a batch may have records. Nothing is written, and nothing depends on events, spans or issues
 * that are stored. `isAhead`: the batch before is still being applied.
 */
export async function prepareBatch(
  records: JournalRecord[],
  context: PipelineContext,
  isAhead = false,
): Promise<Batch> {
  if (!isAhead) aloneIn(records, context);
  const times = createPhaseTimes();
  return times.time('process', async () => {
    const batch = { ...(await openBatch(records, context, isAhead)), ...times };
    await processEntries(batch);
    return batch;
  });
}

/** Tells the supervisor which entry is at fault if the thread ends while stores are queried. Two batches in work are several entries. */
export function aloneIn(records: readonly JournalRecord[], { watcher }: PipelineContext): void {
  watcher.alone(records.length === 1 ? records[0]!.sequence : 0);
}

async function openBatch(
  records: JournalRecord[],
  context: PipelineContext,
  isAhead: boolean,
): Promise<Omit<Batch, keyof PhaseTimes>> {
  const { stores, rulesOf, signals, clock } = context;
  const nowMs = clock.now();
  const organizations = await organizationsOf(records, stores.state);
  const rules = await rulesOf(organizations);
  const parts: Part[] = [];
  for (const { begin } of signals) parts.push({ signal: await begin({ records, rules, nowMs, isAhead }), items: [] });
  const counted = { received: [], counter: new OutcomeCounter(), times: new StepTimes(), deadLetters: [] };
  return { context, records, nowMs, organizations, rules, parts, ...counted };
}

/** How long the thread processes entries before it looks at messages: the batch before may wait for one to be committed. */
const HOLD_MS_MAX = 10;

async function processEntries(batch: Batch): Promise<void> {
  const { organizations, rules, parts, received, counter, times, deadLetters } = batch;
  const { watcher, clock } = batch.context;
  const kinds = kindsOf(parts.map(({ signal }) => signal));
  let recordCount = 0;
  let heldSinceMs = performance.now();
  for (const [index, record] of batch.records.entries()) {
    if (recordCount >= limits.BATCH_RECORD_COUNT_MAX) {
      batch.records = batch.records.slice(0, index);
      break;
    }
    if (performance.now() - heldSinceMs > HOLD_MS_MAX) {
      watcher.began(0);
      await setImmediate();
      heldSinceMs = performance.now();
    }
    watcher.began(record.sequence);
    const organizationId = organizations.get(record.projectId);
    if (organizationId === undefined) {
      // The project was deleted with its outcomes. A damaged entry may have lost its true project, so it is kept.
      if (record.isDamaged) deadLetters.push(deadLetterOf(record, record.kind, damaged, clock.now()));
      continue;
    }
    const ofProject = { organizationId, rules: rules.get(record.projectId)!, kinds, clock };
    const entry = await processEntry(record, { ...ofProject, counter, times, lastFailure: watcher.lastFailure });
    for (const item of entry.items) parts.find(({ signal }) => item.kind in signal.kinds)!.items.push(item);
    received.push(...entry.received);
    for (const { records } of entry.received) recordCount += records.count;
    deadLetters.push(...entry.deadLetters);
  }
  watcher.began(0);
}

/** The item kinds of all signals. */
export function kindsOf(signals: readonly SignalBatch[]): ItemKinds {
  const kinds: { [Kind in ItemKind]?: ItemRules<unknown> } = {};
  for (const signal of signals) {
    for (const [kind, rules] of Object.entries(signal.kinds)) {
      if (kind in kinds) throw new Error(`Two signals process items of the kind ${kind}.`);
      kinds[kind as ItemKind] = rules;
    }
  }
  return kinds;
}

const duplicate: Disposition = { outcome: 'duplicate', reason: 'event-id' };

/** Ends records that are stored or repeated in this batch, and the items that follow an item of only such records. */
export async function dropDuplicates({ parts }: Batch): Promise<void> {
  const duplicates = new Set<ReceivedItem>();
  for (const { signal, items } of parts) {
    if (!signal.identity) continue;
    const { idsOf, stored, drop } = signal.identity;
    for (const [projectId, ofProject] of Map.groupBy(items, ({ origin }) => origin.projectId)) {
      const ids = new Set(ofProject.flatMap(({ work }) => idsOf(work)));
      const seen = new Set(await stored(projectId, [...ids]));
      for (const each of ofProject) {
        const isRepeated = idsOf(each.work).map((id) => addTo(seen, id));
        const repeated = isRepeated.filter(Boolean).length;
        if (repeated === 0) continue;
        if (repeated === isRepeated.length) duplicates.add(each);
        else {
          each.records.end(duplicate, repeated);
          each.work = drop!(each.work, isRepeated);
        }
      }
    }
  }
  if (duplicates.size === 0) return;
  const origins = Map.groupBy(duplicates, ({ origin }) => origin);
  for (const part of parts) {
    const isDuplicate = (each: ReceivedItem) => {
      const follows = part.signal.kinds[each.kind]!.follows ?? [];
      return duplicates.has(each) || origins.get(each.origin)?.some(({ kind }) => follows.includes(kind)) === true;
    };
    const { dropped = [], stays = [] } = Object.groupBy(part.items, (each) =>
      isDuplicate(each) ? 'dropped' : 'stays',
    );
    for (const { records } of dropped) records.endRest(duplicate);
    part.items = stays;
  }
}

/** Returns whether it was there. */
function addTo(ids: Set<EventId>, id: EventId): boolean {
  return ids.size === ids.add(id).size;
}

async function organizationsOf(records: JournalRecord[], state: State): Promise<Map<ProjectId, OrganizationId>> {
  const organizations = new Map<ProjectId, OrganizationId>();
  for (const projectId of new Set(records.map((record) => record.projectId))) {
    const project = await state.projectById(projectId);
    if (project) organizations.set(projectId, project.organizationId);
  }
  return organizations;
}
