import { EnvelopeError, categoryOf, readEnvelope, limits, writeEnvelope } from '@seismo/protocol';
import type { Envelope, EnvelopeHeader, EnvelopeItem, Disposition, ItemKind, OrganizationId } from '@seismo/protocol';
import type { JournalRecord, RefusedItems, NewDeadLetter } from '#journal/contract.ts';
import type { FilteredExample } from '#store/state/contract.ts';
import { StoreFailure } from '#symbolication/stores.ts';
import type { BatchSymbolicator } from '#symbolication/symbolicate.ts';
import type { Clock } from '#platform/clock.ts';
import { failEntry } from '#platform/fail-point.ts';
import { pipeline } from '#signals/steps.ts';
import type { SharedTexts } from '#signals/errors/shared-texts.ts';
import type { SpikeCount } from '#signals/errors/spikes/guard.ts';
import type { StepTimes } from './step-times.ts';
import type { Cell, OutcomeCounter } from './outcome-counter.ts';
import type { ProjectRules } from '#domain/configuration/rules.ts';
import { newWork } from './work.ts';
import type { Origin, Pipeline, Steps, Work } from './work.ts';

/** What one journal entry comes to before any store is asked: work that got through its steps, and what failed. */
export interface Digest {
  /** In the order of the envelope. Events may still turn out to be duplicates; attachments follow their event. */
  kept: Work[];
  deadLetters: NewDeadLetter[];
  /** Titles of events that the project's filters took. */
  filtered: FilteredExample[];
}

export interface DigestContext {
  organizationId: OrganizationId;
  rules: ProjectRules;
  symbolicator: BatchSymbolicator;
  spike: SpikeCount | null;
  clock: Clock;
  times: StepTimes;
  texts: SharedTexts;
  /** How the last try of this entry ended; only asked for entries that were tried too often. */
  lastFailure: (sequence: number) => Failure;
}

export interface Failure {
  reason: NewDeadLetter['reason'];
  /** For people: the error's first line, or what became of the worker. */
  detail: string;
}

/** What a disk changed is kept for people to look at, and never processed as if a client had sent it. */
export const damaged: Failure = {
  reason: 'error',
  detail: 'the entry is not as it was journaled: the disk changed it',
};

/** Runs every item of an entry through the steps of its kind. Pure but for the clock: running it again gives the same. */
export async function digestEntry(
  record: JournalRecord,
  counter: OutcomeCounter,
  context: DigestContext,
  stepsOf: Pipeline = pipeline,
): Promise<Digest> {
  const cell = { ...record, organizationId: context.organizationId };
  if (record.isDamaged) return deadLetterEntry(record, cell, counter, { ...context, lastFailure: () => damaged });
  if (record.kind === 'refusals') {
    countRefusals(record, cell, counter);
    return { kept: [], deadLetters: [], filtered: [] };
  }
  if (record.tries >= limits.PROCESS_TRY_COUNT_MAX) return deadLetterEntry(record, cell, counter, context);
  failEntry(record.sequence);

  const opened = openEnvelope(record);
  if (record.replayOf) takeBack(opened, cell, counter, record.replayOf.reason);
  else countReceived(opened, cell, counter);
  if (opened.broken) counter.ended(cell, 'unknown', brokenDisposition(opened.broken.code));

  const origin: Origin = {
    organizationId: context.organizationId,
    projectId: record.projectId,
    keyId: record.keyId,
    receivedAtMs: record.receivedAtMs,
    clientAddress: record.clientAddress,
    userAgent: record.userAgent,
    eventId: opened.header.eventId,
    sentAtMs: opened.header.sentAtMs,
    inferIp: opened.header.sdk?.inferIp ?? null,
  };
  const digest: Digest = { kept: [], deadLetters: [], filtered: [] };
  // What an attachment belongs to decides with it: a screenshot of an event that was not stored has nowhere to be shown.
  let parentDisposition: Disposition | null = null;
  const end = (item: EnvelopeItem, disposition: Disposition) => {
    counter.ended(cell, item.kind, disposition);
    if (parentKinds.includes(item.kind)) parentDisposition ??= disposition;
  };
  const parts = opened.items.map((item, part) => ({ item, part }));
  for (const { item, part } of [...parts.filter(isParent), ...parts.filter((candidate) => !isParent(candidate))]) {
    if (record.limitedCategories.includes(categoryOf(item.kind))) {
      end(item, { outcome: 'limited', reason: 'key-rate' });
      continue;
    }
    if (item.kind === 'attachment' && parentDisposition) {
      counter.ended(cell, item.kind, parentDisposition);
      continue;
    }
    if (item.kind === 'event' && context.spike?.admits(record.projectId, record.receivedAtMs) === false) {
      end(item, { outcome: 'limited', reason: 'spike' });
      continue;
    }
    const steps = stepsOf[item.kind];
    if (!steps) {
      end(item, unsupported(item));
      continue;
    }
    const result = await runSteps(item, origin, steps, context);
    if ('thrown' in result) {
      counter.ended(cell, item.kind, { outcome: 'failed', reason: 'error' });
      digest.deadLetters.push(deadLetterItem(record, opened.header, part, item, result.thrown, context));
    } else if (result.disposition) {
      end(item, result.disposition);
      const { filteredTitle } = result.work;
      if (filteredTitle !== null) digest.filtered.push(exampleOf(record, result.disposition, filteredTitle));
    } else {
      digest.kept.push(withoutMakings(result.work, context.texts));
      if (item.kind === 'event') context.spike?.count(record.projectId, record.receivedAtMs);
    }
  }
  return digest;
}

/**
 * What steps made for each other goes: a megabyte of JSON may take more than twenty in memory, and a batch holds many. A
 * worker far beyond its heap takes the whole process with it: Node lets it go on for 16 MB only, and a parser never stops.
 */
function withoutMakings(work: Work, texts: SharedTexts): Work {
  const event = work.event && { ...work.event, texts: texts.of(work.event.texts) };
  return { ...work, event, raw: undefined, payload: null, grouping: null, texts: [] };
}

const parentKinds: readonly ItemKind[] = ['event', 'transaction', 'feedback'];

function isParent({ item }: { item: EnvelopeItem }): boolean {
  return parentKinds.includes(item.kind);
}

async function runSteps(
  item: EnvelopeItem,
  origin: Origin,
  steps: Steps,
  context: DigestContext,
): Promise<{ work: Work; disposition: Disposition | null } | { thrown: unknown }> {
  // But for a store that does not answer, a throw is nearly always the item's own doing; the tries are for the rest.
  for (let tries = 1; ; tries++) {
    const work = newWork(item, origin, context);
    try {
      let startedAt = performance.now();
      for (const name in steps) {
        const answer = steps[name]!(work);
        // Nearly every step answers at once, and waiting for what is there would cost each of them a turn.
        const disposition = answer instanceof Promise ? await answer : answer;
        const endedAt = performance.now();
        context.times.add(item.kind, name, endedAt - startedAt);
        startedAt = endedAt;
        if (disposition) return { work, disposition };
      }
      return { work, disposition: null };
    } catch (thrown) {
      if (thrown instanceof StoreFailure) throw thrown;
      if (tries >= limits.PROCESS_TRY_COUNT_MAX) return { thrown };
    }
  }
}

function exampleOf(
  { projectId, receivedAtMs }: JournalRecord,
  { reason }: Disposition,
  title: string,
): FilteredExample {
  return { projectId, reason, title, atMs: receivedAtMs };
}

function openEnvelope(record: JournalRecord): Envelope {
  try {
    return readEnvelope(record.body);
  } catch (error) {
    // Ingest answered 400 for these; one in the journal means that the reader has become stricter since.
    if (!(error instanceof EnvelopeError)) throw error;
    return { header: { eventId: null, dsn: null, sentAtMs: null, sdk: null }, items: [], broken: error.fault };
  }
}

function countReceived(envelope: Envelope, cell: Cell, counter: OutcomeCounter): void {
  for (const item of envelope.items) counter.received(cell, item.kind);
  if (envelope.broken) counter.received(cell, 'unknown');
}

/** A replayed entry was counted as received, and as failed, when it came the first time. */
function takeBack(envelope: Envelope, cell: Cell, counter: OutcomeCounter, reason: 'error' | 'crash' | 'stuck'): void {
  for (const item of envelope.items) counter.ended(cell, item.kind, { outcome: 'failed', reason }, -1);
  if (envelope.broken) counter.ended(cell, 'unknown', { outcome: 'failed', reason }, -1);
}

function brokenDisposition(code: string): Disposition {
  return code === 'too-many-items'
    ? { outcome: 'too-large', reason: 'count' }
    : { outcome: 'invalid', reason: 'framing' };
}

function unsupported(item: EnvelopeItem): Disposition {
  return { outcome: 'unsupported', reason: item.kind } as Disposition;
}

/** Ingest wrote these itself, from its own closed lists. */
function countRefusals(record: JournalRecord, cell: Cell, counter: OutcomeCounter): void {
  for (const refused of JSON.parse(new TextDecoder().decode(record.body)) as RefusedItems[]) {
    const ofKey = { ...cell, keyId: refused.keyId ?? 0 };
    counter.received(ofKey, refused.itemKind, refused.quantity);
    counter.ended(
      ofKey,
      refused.itemKind,
      { outcome: refused.outcome, reason: refused.reason } as Disposition,
      refused.quantity,
    );
  }
}

function deadLetterEntry(record: JournalRecord, cell: Cell, counter: OutcomeCounter, context: DigestContext): Digest {
  const { reason, detail } = context.lastFailure(record.sequence);
  const envelope = openEnvelope(record);
  if (!record.replayOf) countReceived(envelope, cell, counter);
  else takeBack(envelope, cell, counter, record.replayOf.reason);
  for (const item of envelope.items) counter.ended(cell, item.kind, { outcome: 'failed', reason });
  if (envelope.broken) counter.ended(cell, 'unknown', { outcome: 'failed', reason });
  return {
    kept: [],
    filtered: [],
    deadLetters: [newDeadLetter(record, -1, envelope.items[0]?.kind ?? 'unknown', { reason, detail }, record, context)],
  };
}

/** Keeps one item, in an envelope of its own with the header it came under. */
function deadLetterItem(
  record: JournalRecord,
  header: EnvelopeHeader,
  part: number,
  item: EnvelopeItem,
  thrown: unknown,
  context: DigestContext,
): NewDeadLetter {
  const alone = { ...record, body: writeEnvelope(header, [item]), limitedCategories: [] };
  return newDeadLetter(record, part, item.kind, { reason: 'error', detail: firstLineOf(thrown) }, alone, context);
}

const DETAIL_CHARS_MAX = 500;

export function firstLineOf(thrown: unknown): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return text.split('\n', 1)[0]!.slice(0, DETAIL_CHARS_MAX);
}

function newDeadLetter(
  record: JournalRecord,
  part: number,
  itemKind: string,
  failure: Failure,
  entry: JournalRecord,
  context: DigestContext,
): NewDeadLetter {
  return {
    sequence: record.sequence,
    part,
    projectId: record.projectId,
    itemKind,
    ...failure,
    tries: limits.PROCESS_TRY_COUNT_MAX,
    failedAtMs: context.clock.now(),
    entry: {
      kind: entry.kind,
      projectId: entry.projectId,
      keyId: entry.keyId,
      receivedAtMs: entry.receivedAtMs,
      clientAddress: entry.clientAddress,
      userAgent: entry.userAgent,
      body: entry.body,
      limitedCategories: entry.limitedCategories,
      replayOf: entry.replayOf,
    },
  };
}
