import { limits } from '@seismo/protocol';
import type { OrganizationId, ProjectId } from '@seismo/protocol';
import type { Journal, JournalRecord } from '#journal/contract.ts';
import { putAttachment } from '#store/blobs/attachment-bytes.ts';
import type { Blobs } from '#store/blobs/contract.ts';
import { nothingApplied } from '#store/state/batch/contract.ts';
import type { DayUsage, State } from '#store/state/contract.ts';
import type { EventRow, Telemetry } from '#store/telemetry/contract.ts';
import type { Symbolicator } from '#symbolication/symbolicate.ts';
import type { Clock } from '#platform/clock.ts';
import { dayOf } from '#platform/clock.ts';
import { failPoint } from '#platform/fail-point.ts';
import { damaged, digestEntry } from './process-entry.ts';
import type { Digest, Failure } from './process-entry.ts';
import { claimDigests } from '#signals/errors/error-digest/claim.ts';
import { feedbackWrites, knownFeedbackOf } from '#signals/feedback/join.ts';
import { newestExamples } from '#domain/filters/examples.ts';
import type { RulesReader } from './read-rules.ts';
import { ownersOf } from '#signals/errors/assign-owners.ts';
import type { ProjectRules } from '#domain/configuration/rules.ts';
import type { SpikeGuard } from '#signals/errors/spikes/guard.ts';
import { stateBatch } from '#signals/errors/state-batch.ts';
import { applyTask, isTask } from './operations.ts';
import { SharedTexts } from '#signals/errors/shared-texts.ts';
import { StepTimes } from './step-times.ts';
import type { StepTime } from './step-times.ts';
import { OutcomeCounter } from './outcome-counter.ts';
import type { PreparedEvent, Work } from './work.ts';

export interface Stores {
  journal: Journal;
  state: State;
  telemetry: Telemetry;
  blobs: Blobs;
}

/** What a batch needs to know that outlives it. */
export interface BatchMemory {
  rulesOf: RulesReader;
  symbolicator: Symbolicator;
  spikes: SpikeGuard;
}

export interface BatchContext {
  clock: Clock;
  /** Called before each entry, so that whoever watches this thread knows which one it was at if it ends. */
  began(sequence: number): void;
  /** Called at both ends of a batch with the only entry that is in it, else with 0: who is to blame outside of steps. */
  alone(sequence: number): void;
  lastFailure(sequence: number): Failure;
}

/** What a batch changed, for live updates and for our own counters. */
export interface BatchReport {
  sequence: number;
  entries: number;
  events: number;
  projectIds: ProjectId[];
  deadLetters: number;
  /** By outcome, over all item kinds. */
  outcomes: Record<string, number>;
  steps: StepTime[];
}

/**
 * Applies journal entries to the stores, exactly once in effect. The order is the promise:
 * blobs (keyed by content) → issues exist (idempotent) → telemetry rows, marked with the batch's sequence → state, which
 * records the sequence as applied, in one transaction → the journal forgets. A crash in between leaves telemetry rows
 * beyond the applied sequence; `truncateAfter` at the next start removes them, and the batch runs again.
 */
export async function applyEntries(
  records: JournalRecord[],
  stores: Stores,
  context: BatchContext & BatchMemory,
): Promise<BatchReport> {
  const { state, telemetry, blobs, journal } = stores;
  const sequence = records.at(-1)!.sequence;
  const counter = new OutcomeCounter();
  const times = new StepTimes();
  const texts = new SharedTexts();
  const digests: Digest[] = [];

  context.alone(records.length === 1 ? sequence : 0);
  if (isTask(records[0]!)) return applyAlone(records[0]!, stores, context);
  const organizations = await organizationsOf(records, state);
  const symbolicator = context.symbolicator.forBatch();
  const rules = await context.rulesOf(organizations);
  const spike = await context.spikes.begin(protectedOf(records, rules, context.clock.now()), context.clock.now());
  for (const record of records) {
    context.began(record.sequence);
    const organizationId = organizations.get(record.projectId);
    if (organizationId === undefined) {
      // An entry of a project that is gone has no ledger to stand in; one whose project number the disk changed is kept.
      if (record.isDamaged) await deadLetterRecord(record, journal, context);
      continue;
    }
    digests.push(
      await digestEntry(record, counter, {
        ...context,
        organizationId,
        rules: rules.get(record.projectId)!,
        symbolicator,
        spike,
        times,
        texts,
      }),
    );
  }
  context.began(0);

  const kept = await dropDuplicates(
    digests.flatMap((digest) => digest.kept),
    stores,
    counter,
  );
  const events = kept.flatMap((work) => (work.event ? [work.event] : []));
  const feedback = kept.flatMap((work) => (work.feedback ? [work.feedback] : []));
  const attachments = kept.flatMap((work) => (work.attachment ? [work.attachment] : []));
  for (const { row, payload } of attachments) await putAttachment(blobs, row.blobKey, payload);
  failPoint('batch:blobs-written');
  const deadLetters = digests.flatMap((digest) => digest.deadLetters);
  for (const entry of deadLetters) await journal.addDeadLetter(entry);

  const [echoes, errors] = [events.filter(({ echo }) => echo), events.filter(({ echo }) => !echo)];
  const issueIds = await issuesOf(errors, state);
  await claimDigests(errors, stores, context.clock.now());
  for (const [key, issueId] of await issuesOf(echoes, state)) issueIds.set(key, issueId);
  failPoint('batch:issues-ensured');
  const rows = events.map((event): EventRow => ({
    ...event.row,
    issueId: issueIds.get(`${event.row.projectId}:${event.seed.hash}`)!,
  }));
  for (const work of kept) {
    const cell = { ...work.origin };
    counter.ended(cell, work.item.kind, { outcome: 'stored', reason: '' });
    for (const dropped of work.clientDiscards)
      counter.clientDiscarded(cell, dropped.category, dropped.reason, dropped.quantity);
  }
  const ledger = counter.rows();
  const sessions = kept.flatMap(({ sessions: ofWork, origin: { organizationId, projectId } }) =>
    ofWork.map((session) => ({ ...session, organizationId, projectId })),
  );
  await telemetry.append({
    sequence,
    rows: { events: rows, attachments: attachments.map((attachment) => attachment.row), sessions, ledger },
    changes: [],
  });
  const owners = await ownersOf(rows, rules, state);
  const said = await feedbackWrites(feedback, rows, stores);
  const filtered = newestExamples(digests.flatMap((digest) => digest.filtered));
  await state.write(async (tx) => {
    if (filtered.length > 0) await tx.noteFiltered(filtered);
    await tx.addFeedback(said.add);
    await tx.joinFeedback(said.join);
    await tx.addUsage(usageOf(records, organizations), oldestUsageDay(context.clock.now()));
    await tx.applyBatch({
      ...stateBatch(sequence, context.clock.now(), events, rows, sessions, owners),
      projectIds: [...organizations.keys()],
    });
  });
  spike.applied();
  failPoint('batch:before-trim');
  await journal.trim(sequence);
  context.alone(0);
  return {
    sequence,
    entries: records.length,
    events: rows.length,
    projectIds: [...organizations.keys()],
    deadLetters: deadLetters.length,
    outcomes: sumByOutcome(ledger),
    steps: times.take(),
  };
}

/** Of the projects that want to be protected now: how many entries came. A replay is somebody's wish, not a spike. */
function protectedOf(
  records: JournalRecord[],
  rules: ReadonlyMap<ProjectId, ProjectRules>,
  nowMs: number,
): Map<ProjectId, number> {
  const arriving = new Map<ProjectId, number>();
  for (const { projectId, replayOf } of records) {
    const own = rules.get(projectId)?.limits;
    if (replayOf || !own?.spikeProtection || own.letThroughUntilMs > nowMs) continue;
    arriving.set(projectId, (arriving.get(projectId) ?? 0) + 1);
  }
  return arriving;
}

/** A task has a batch of its own. One that was tried too often becomes a dead letter. No ledger counts it. */
async function applyAlone(record: JournalRecord, stores: Stores, context: BatchContext): Promise<BatchReport> {
  const { sequence, projectId } = record;
  context.began(sequence);
  const isLost = record.tries >= limits.PROCESS_TRY_COUNT_MAX || record.isDamaged === true;
  if (isLost) await deadLetterOperation(record, stores, context);
  else await applyTask(record, stores, context.clock);
  context.began(0);
  failPoint('batch:before-trim');
  await stores.journal.trim(sequence);
  context.alone(0);
  const deadLetters = isLost ? 1 : 0;
  return { sequence, entries: 1, events: 0, projectIds: [projectId], deadLetters, outcomes: {}, steps: [] };
}

async function deadLetterOperation(
  record: JournalRecord,
  { journal, state, telemetry }: Stores,
  context: BatchContext,
): Promise<void> {
  const { sequence } = record;
  await deadLetterRecord(record, journal, context);
  await telemetry.append({ sequence, rows: {}, changes: [] });
  await state.write((tx) =>
    tx.applyBatch({ ...nothingApplied, sequence, atMs: context.clock.now(), projectIds: [record.projectId] }),
  );
}

async function deadLetterRecord(record: JournalRecord, journal: Journal, context: BatchContext): Promise<void> {
  const { sequence, projectId, kind, tries } = record;
  await journal.addDeadLetter({
    sequence,
    part: -1,
    projectId,
    itemKind: kind,
    ...(record.isDamaged ? damaged : context.lastFailure(sequence)),
    tries,
    failedAtMs: context.clock.now(),
    entry: record,
  });
}

async function organizationsOf(records: JournalRecord[], state: State): Promise<Map<ProjectId, OrganizationId>> {
  const organizations = new Map<ProjectId, OrganizationId>();
  for (const projectId of new Set(records.map((record) => record.projectId))) {
    const project = await state.projectById(projectId);
    if (project) organizations.set(projectId, project.organizationId);
  }
  return organizations;
}

/**
 * Events and feedbacks that the project has, or that came twice in this batch, end as duplicates, and so do attachments of
 * their envelope.
 */
async function dropDuplicates(works: Work[], stores: Stores, counter: OutcomeCounter): Promise<Work[]> {
  const seen = new Set<string>();
  const keyOf = ({ origin, item, eventId }: Work) => `${origin.projectId}:${item.kind === 'event'}:${eventId}`;
  const named = works.filter((work) => work.event || work.feedback);
  for (const [projectId, ofProject] of Map.groupBy(named, (work) => work.origin.projectId)) {
    const eventIds = [...new Set(ofProject.flatMap((work) => (work.event ? [work.eventId!] : [])))];
    const known = await stores.telemetry.query('knownEventIds', { projectId, eventIds });
    for (const { eventId } of known) seen.add(`${projectId}:true:${eventId}`);
    for (const id of await knownFeedbackOf(ofProject, projectId, stores)) seen.add(`${projectId}:false:${id}`);
  }
  const duplicates = new Set<Work>();
  for (const work of named) {
    const key = keyOf(work);
    if (seen.has(key)) duplicates.add(work);
    seen.add(key);
  }
  const origins = new Set([...duplicates].map(({ origin }) => origin));
  return works.filter((work) => {
    const duplicate = duplicates.has(work) || (work.attachment && origins.has(work.origin));
    if (duplicate) counter.ended(work.origin, work.item.kind, { outcome: 'duplicate', reason: 'event-id' });
    return !duplicate;
  });
}

/** What counts toward the day budgets: all that was accepted, whatever became of it. A replay was counted before. */
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

function oldestUsageDay(nowMs: number): number {
  return dayOf(nowMs) - limits.USAGE_DAYS_KEPT;
}

/** Only fingerprints never seen before cost a transaction here; in a steady stream there are none. */
async function issuesOf(events: PreparedEvent[], state: State): Promise<Map<string, EventRow['issueId']>> {
  const seeds = events.map(({ seed }) => seed);
  const found = new Map<string, EventRow['issueId']>();
  for (const [projectId, ofProject] of Map.groupBy(seeds, (seed) => seed.projectId)) {
    // The first of each, in the order in which they came: so they are numbered.
    const bySeed = new Map([...Map.groupBy(ofProject, ({ hash }) => hash)].map(([hash, [first]]) => [hash, first!]));
    const known = await state.issuesByHash(projectId, [...bySeed.keys()]);
    const missing = [...bySeed.values()].filter((seed) => !known.has(seed.hash));
    const created = missing.length > 0 ? await state.write((tx) => tx.ensureIssues(missing)) : [];
    for (const [hash, id] of [...known, ...created]) found.set(`${projectId}:${hash}`, id);
  }
  return found;
}

function sumByOutcome(ledger: { outcome: string; quantity: number }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { outcome, quantity } of ledger) sums[outcome] = (sums[outcome] ?? 0) + quantity;
  return sums;
}
