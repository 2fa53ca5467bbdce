import { EnvelopeError, categoryOf, limits, readEnvelope, recordCountOf } from '@seismo/protocol';
import type { Disposition, Envelope, EnvelopeHeader, EnvelopeItem, ItemKind } from '@seismo/protocol';
import type { JournalRecord, NewDeadLetter, RefusedItems } from '#journal/contract.ts';
import type { ProjectRules } from '#domain/configuration/rules.ts';
import type { Clock } from '#platform/clock.ts';
import { failEntry } from '#platform/fail-point.ts';
import { StoreFailure } from '#store/store-failure.ts';
import { damaged, deadLetterOf, deadLetterOfItem, type Failure } from './dead-letter.ts';
import type { OutcomeCounter } from './outcome-counter.ts';
import { Records } from './records.ts';
import type { ItemRules, ProcessedItem, ReceivedItem } from './signal.ts';
import type { StepTimes } from './step-times.ts';
import { Ended, type Origin } from './steps.ts';

/** The result of a journal entry before any store is queried. */
export interface ProcessedEntry {
  received: ReceivedItem[];
  /** Those that got through their steps, parents first. They may still turn out to be duplicates. */
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
  if (record.isDamaged) return failEnvelope(record, damaged, context);
  if (record.kind === 'refusals') return countRefusals(record, context);
  if (record.tries >= limits.PROCESS_TRY_COUNT_MAX) {
    return failEnvelope(record, context.lastFailure(record.sequence), context);
  }
  failEntry(record.sequence);

  const { header, items, broken } = openEnvelope(record);
  const origin = originOf(record, header, context);
  const entry: ProcessedEntry = { received: [], items: [], deadLetters: [] };
  /** How the first item of each kind ended that did not get through. */
  const endings = new Map<ItemKind, Disposition>();
  if (broken) entry.received.push(ended(origin, brokenRest, brokenDisposition(broken.code)));
  for (const [part, item] of parentsFirst(items, context.kinds)) {
    const { kind } = item;
    const early = endingBeforeSteps(kind, record, endings, context.kinds);
    const result = early
      ? { work: new Ended(early), records: claimedRecords(item) }
      : await runSteps(item, origin, context);
    if ('thrown' in result) {
      entry.received.push(ended(origin, item, { outcome: 'failed', reason: 'error' }));
      entry.deadLetters.push(deadLetterOfItem(record, header, part, item, result.thrown, context.clock.now()));
      continue;
    }
    const { work, records } = result;
    const processed = { kind, origin, records, work };
    if (work instanceof Ended) {
      records.endRest(work.disposition);
      if (!endings.has(kind)) endings.set(kind, work.disposition);
    } else entry.items.push(processed);
    entry.received.push(processed);
  }
  return entry;
}

/** The items with their positions. Those that follow others come last. */
function parentsFirst(items: EnvelopeItem[], kinds: ItemKinds): [part: number, item: EnvelopeItem][] {
  const isFollower = ([, { kind }]: [number, EnvelopeItem]) => Number((kinds[kind]?.follows ?? []).length > 0);
  return [...items.entries()].sort((one, other) => isFollower(one) - isFollower(other));
}

/** The rate limit, an item of the envelope that this kind follows, or the kind itself can end an item. */
function endingBeforeSteps(
  kind: ItemKind,
  { limitedCategories }: JournalRecord,
  endings: ReadonlyMap<ItemKind, Disposition>,
  { [kind]: rules }: ItemKinds,
): Disposition | null {
  if (limitedCategories.includes(categoryOf(kind))) return { outcome: 'limited', reason: 'key-rate' };
  if (!rules) return { outcome: 'unsupported', reason: kind } as Disposition;
  // A screenshot of an event that was not stored could not be displayed anywhere.
  return [...endings].find(([parent]) => rules.follows?.includes(parent))?.[1] ?? null;
}

async function runSteps(
  item: EnvelopeItem,
  origin: Origin,
  { kinds, rules, times }: EntryContext,
): Promise<{ work: unknown; records: Records } | { thrown: unknown }> {
  // Except for a store that does not answer, a throw is nearly always caused by the item; the tries are for the rest.
  for (let tries = 1; ; tries++) {
    const records = claimedRecords(item);
    try {
      const took = (step: string, ms: number) => times.add(item.kind, step, ms);
      return { work: await kinds[item.kind]!.run({ item, origin, rules, records }, took), records };
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
    return {
      header: { eventId: null, dsn: null, sentAtMs: null, sdk: null, sampleRate: null },
      items: [],
      broken: error.problem,
    };
  }
}

function originOf(
  { projectId, keyId, receivedAtMs, clientAddress, userAgent, replayOf }: JournalRecord,
  { eventId, sentAtMs, sdk, sampleRate }: EnvelopeHeader,
  { organizationId }: EntryContext,
): Origin {
  const sent = { clientAddress, userAgent, eventId, sentAtMs, inferIp: sdk?.inferIp ?? null, sampleRate };
  return { organizationId, projectId, keyId, receivedAtMs, replayOf, ...sent };
}

function brokenDisposition(code: string): Disposition {
  return code === 'too-many-items'
    ? { outcome: 'too-large', reason: 'count' }
    : { outcome: 'invalid', reason: 'framing' };
}

/** Represents the rest of a truncated envelope. */
const brokenRest = { kind: 'unknown', itemCount: 1, payload: new Uint8Array() } as const;

type Claimed = Pick<EnvelopeItem, 'kind' | 'itemCount' | 'payload'>;

function claimedRecords(item: Claimed): Records {
  return new Records(recordCountOf(item));
}

function ended(origin: Origin, item: Claimed, disposition: Disposition): ReceivedItem {
  const records = claimedRecords(item);
  records.endRest(disposition);
  return { kind: item.kind, origin, records };
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
  return { received: [], items: [], deadLetters: [] };
}

/** Makes the whole entry a dead letter. */
function failEnvelope(record: JournalRecord, failure: Failure, context: EntryContext): ProcessedEntry {
  const { header, items, broken } = openEnvelope(record);
  const origin = originOf(record, header, context);
  const failed: Disposition = { outcome: 'failed', reason: failure.reason };
  const received = [...items, ...(broken ? [brokenRest] : [])].map((item) => ended(origin, item, failed));
  const tried = { ...record, tries: limits.PROCESS_TRY_COUNT_MAX };
  const letter = deadLetterOf(tried, items[0]?.kind ?? 'unknown', failure, context.clock.now());
  return { received, items: [], deadLetters: [letter] };
}
