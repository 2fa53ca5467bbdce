import { EnvelopeError, categoryOf, limits, readEnvelope, recordCountOf } from '@seismo/protocol';
import type { Disposition, Envelope, EnvelopeItem, ItemKind } from '@seismo/protocol';
import type { JournalRecord, NewDeadLetter, RefusedItems } from '#journal/contract.ts';
import type { ProjectRules } from '#domain/configuration/rules.ts';
import type { Clock } from '#platform/clock.ts';
import { failEntry } from '#platform/fail-point.ts';
import { StoreFailure } from '#store/store-failure.ts';
import { damaged, deadLetterOf, deadLetterOfItem, type Failure } from './dead-letter.ts';
import type { OutcomeCounter } from './outcome-counter.ts';
import { Records } from './records.ts';
import type { ItemRules, ProcessedItem } from './signal.ts';
import type { StepTimes } from './step-times.ts';
import { Ended, type Origin } from './steps.ts';

/** The result of a journal entry before any store is queried. */
export interface ProcessedEntry {
  /** Items that got through their steps, parents first. They may still turn out to be duplicates. */
  items: ProcessedItem<unknown>[];
  deadLetters: NewDeadLetter[];
}

export interface EntryContext {
  organizationId: Origin['organizationId'];
  rules: ProjectRules;
  kinds: ItemKinds;
  counter: OutcomeCounter;
  times: StepTimes;
  clock: Clock;
  /** How the last try of an entry ended that was tried too often. */
  lastFailure: (sequence: number) => Failure;
}

export type ItemKinds = { readonly [Kind in ItemKind]?: ItemRules<unknown> };

/** Runs every item of an entry through the steps of its kind. Deterministic. */
export async function processEntry(record: JournalRecord, context: EntryContext): Promise<ProcessedEntry> {
  const { organizationId, rules, kinds, clock } = context;
  if (record.isDamaged) return failEnvelope(record, damaged, context);
  if (record.kind === 'refusals') return countRefusals(record, context);
  if (record.tries >= limits.PROCESS_TRY_COUNT_MAX) {
    return failEnvelope(record, context.lastFailure(record.sequence), context);
  }
  failEntry(record.sequence);

  const { header, items, broken } = openEnvelope(record);
  const origin: Origin = {
    organizationId,
    projectId: record.projectId,
    keyId: record.keyId,
    receivedAtMs: record.receivedAtMs,
    clientAddress: record.clientAddress,
    userAgent: record.userAgent,
    eventId: header.eventId,
    sentAtMs: header.sentAtMs,
    inferIp: header.sdk?.inferIp ?? null,
  };
  const processed: ProcessedEntry = { items: [], deadLetters: [] };
  /** How the first item of each kind ended that did not get through. */
  const endings = new Map<ItemKind, Disposition>();
  const endItem = (item: EnvelopeItem, disposition: Disposition, records = claimedRecords(item)) => {
    records.endRest(disposition);
    count(item, records, record, context);
    if (!endings.has(item.kind)) endings.set(item.kind, disposition);
  };

  if (broken) count(brokenRest, ended(brokenRest, brokenDisposition(broken.code)), record, context);
  const parts = items.map((item, part) => ({ item, part, follows: kinds[item.kind]?.follows ?? [] }));
  const [followers, parents] = [
    parts.filter(({ follows }) => follows.length > 0),
    parts.filter(({ follows }) => follows.length === 0),
  ];
  for (const { item, part, follows } of [...parents, ...followers]) {
    const itemRules = kinds[item.kind];
    // A screenshot of an event that was not stored could not be displayed anywhere.
    const parentsEnd = [...endings].find(([kind]) => follows.includes(kind))?.[1];
    if (record.limitedCategories.includes(categoryOf(item.kind)))
      endItem(item, { outcome: 'limited', reason: 'key-rate' });
    else if (parentsEnd) endItem(item, parentsEnd);
    else if (!itemRules) endItem(item, { outcome: 'unsupported', reason: item.kind } as Disposition);
    else {
      const start = () => ({ item, origin, rules, records: claimedRecords(item) });
      const result = await runSteps(itemRules, start, context);
      if ('thrown' in result) {
        count(item, ended(item, { outcome: 'failed', reason: 'error' }), record, context);
        processed.deadLetters.push(deadLetterOfItem(record, header, part, item, result.thrown, clock.now()));
      } else if (result.work instanceof Ended) endItem(item, result.work.disposition, result.records);
      else {
        count(item, result.records, record, context);
        processed.items.push({ kind: item.kind, origin, records: result.records, work: result.work });
      }
    }
  }
  return processed;
}

async function runSteps(
  rules: ItemRules<unknown>,
  start: () => Parameters<ItemRules<unknown>['run']>[0],
  { times }: EntryContext,
): Promise<{ work: unknown; records: Records } | { thrown: unknown }> {
  // Except for a store that does not answer, a throw is nearly always caused by the item; the tries are for the rest.
  for (let tries = 1; ; tries++) {
    const item = start();
    try {
      const work = await rules.run(item, (step, ms) => times.add(item.item.kind, step, ms));
      return { work, records: item.records };
    } catch (thrown) {
      if (thrown instanceof StoreFailure) throw thrown;
      if (tries >= limits.PROCESS_TRY_COUNT_MAX) return { thrown };
    }
  }
}

function openEnvelope(record: JournalRecord): Envelope {
  try {
    return readEnvelope(record.body);
  } catch (error) {
    // Ingest refuses these with 400; the reader must have become stricter since.
    if (!(error instanceof EnvelopeError)) throw error;
    return { header: { eventId: null, dsn: null, sentAtMs: null, sdk: null }, items: [], broken: error.problem };
  }
}

function brokenDisposition(code: string): Disposition {
  return code === 'too-many-items'
    ? { outcome: 'too-large', reason: 'count' }
    : { outcome: 'invalid', reason: 'framing' };
}

/** Represents the rest of a truncated envelope. */
const brokenRest = { kind: 'unknown', itemCount: 1, payload: new Uint8Array() } as const;

type Counted = Pick<EnvelopeItem, 'kind' | 'itemCount' | 'payload'>;

function claimedRecords(item: Counted): Records {
  return new Records(recordCountOf(item));
}

function ended(item: Counted, disposition: Disposition): Records {
  const records = claimedRecords(item);
  records.endRest(disposition);
  return records;
}

/** Counts an item as received, with the outcomes that its records have so far; items to store get theirs later. */
function count(
  item: Counted,
  records: Records,
  record: JournalRecord,
  { counter, organizationId }: EntryContext,
): void {
  const cell = { ...record, organizationId };
  // A replayed item was counted as received and failed before: with the number of records that it claimed.
  const before = record.replayOf ? recordCountOf(item) : 0;
  if (record.replayOf) counter.ended(cell, item.kind, { outcome: 'failed', reason: record.replayOf.reason }, -before);
  counter.received(cell, item.kind, records.count - before);
  for (const { disposition, quantity } of records.ended) counter.ended(cell, item.kind, disposition, quantity);
}

/** Ingest wrote these itself, from its own closed lists. */
function countRefusals(record: JournalRecord, { counter, organizationId }: EntryContext): ProcessedEntry {
  for (const { keyId = 0, itemKind, outcome, reason, quantity } of JSON.parse(
    new TextDecoder().decode(record.body),
  ) as RefusedItems[]) {
    const cell = { ...record, organizationId, keyId };
    counter.received(cell, itemKind, quantity);
    counter.ended(cell, itemKind, { outcome, reason } as Disposition, quantity);
  }
  return { items: [], deadLetters: [] };
}

/** Makes the whole entry a dead letter. */
function failEnvelope(record: JournalRecord, failure: Failure, context: EntryContext): ProcessedEntry {
  const { items, broken } = openEnvelope(record);
  const failed: Disposition = { outcome: 'failed', reason: failure.reason };
  for (const item of [...items, ...(broken ? [brokenRest] : [])]) count(item, ended(item, failed), record, context);
  const tried = { ...record, tries: limits.PROCESS_TRY_COUNT_MAX };
  return { items: [], deadLetters: [deadLetterOf(tried, items[0]?.kind ?? 'unknown', failure, context.clock.now())] };
}
