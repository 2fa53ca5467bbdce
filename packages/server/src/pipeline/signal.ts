import type { EventId, ItemKind, OrganizationId, ProjectId } from '@seismo/protocol';
import type { Journal, JournalEntry, JournalRecord, OperationKind } from '#journal/contract.ts';
import type { LimitSettings } from '#domain/configuration/documents.ts';
import type { ProjectRules } from '#domain/configuration/rules.ts';
import type { Clock } from '#platform/clock.ts';
import type { Job } from '#platform/scheduler.ts';
import type { Blobs } from '#store/blobs/contract.ts';
import type { State, StateTx } from '#store/state/contract.ts';
import type { EventChange, RemovalRow, Telemetry, TelemetryBatch } from '#store/telemetry/contract.ts';
import type { RulesReader } from './read-rules.ts';
import type { Records } from './records.ts';
import type { StateFacts } from './state-facts.ts';
import type { Ended, Item, Origin, Steps } from './steps.ts';

export interface Stores {
  journal: Journal;
  state: State;
  telemetry: Telemetry;
  blobs: Blobs;
}

export interface PipelineServices {
  stores: Stores;
  rulesOf: RulesReader;
  clock: Clock;
}

/** Opens one kind of data (errors, sessions, …) for a pipeline. Its caches live as long as the pipeline. */
export type Signal = (services: PipelineServices) => OpenSignal;

export interface OpenSignal {
  begin(batch: BatchStart): SignalBatch | Promise<SignalBatch>;
  /** Internal work, by the kind of its journal entry. */
  readonly operations?: { readonly [Kind in OperationKind]?: Operation };
  readonly jobs?: readonly Job[];
  readonly retention?: Retention;
  /** Operations that were requested but not journaled before the server ended. */
  unjournaled?(): Promise<JournalEntry[]>;
  /** Called once stored events have changed: state that refers to them changes with the operation. */
  followChanges?(changes: readonly EventChange[]): Promise<StateWrite>;
}

/**
 * How a signal's rows are removed, by age and for the disk budget. Each call plans a bounded step, or `null` if nothing is
 * left to do. A step is one transaction of telemetry, so a crash leaves it done or not done.
 */
export interface Retention {
  /** Removes rows older than the project's settings keep them. */
  expire(project: RetainedProject): Promise<RemovalStep | null>;
  /** Removes the least important rows of these projects, as far as the need goes. */
  thin?(projects: readonly RetainedProject[], need: Need): Promise<RemovalStep | null>;
}

export interface RetainedProject {
  organizationId: OrganizationId;
  projectId: ProjectId;
  limits: LimitSettings;
  nowMs: number;
}

/** What may go for the disk budget. */
export interface Need {
  /** Repeated events that stay of each kind; see `queries/thinnable-events.ts`. */
  repeatsMax: number;
  /** Older IDs of thinned events and older single sessions go. */
  detailDays: number;
  /** Older events go, also an issue's first and last. */
  eventDays: number;
  /** Older spans go. */
  spanDays: number;
}

export interface RemovalStep {
  projectId: ProjectId;
  changes: EventChange[];
  /** Blobs that only the removed rows refer to. */
  deleteBlobs: string[];
  removed: Omit<RemovalRow, 'projectId' | 'atMs' | 'reason'>[];
}

/**
 * Internal work: a separate kind of journal entry, and a separate batch. No client sent it, so no outcome counts it.
 */
export interface Operation {
  plan(record: JournalRecord, services: PipelineServices): Promise<OperationPlan>;
  /** For an operation that failed too often. Without it, the entry becomes a dead letter. */
  giveUp?(record: JournalRecord, services: PipelineServices): Promise<OperationPlan>;
}

/** What an operation does, in order. Each part is idempotent, since it may run again after a crash. */
export interface OperationPlan {
  /** Deleted first: if the disk is full, everything that follows needs their space. */
  deleteBlobs?: AsyncIterable<string>;
  /** Written before stored events change, such as the issues that they move to. */
  prepare?: StateWrite;
  /** Called when everything is prepared. */
  changes?(): EventChange[];
  /** Called when stored events have changed. Its write is in the transaction that records the operation as applied. */
  settle?(): Promise<StateWrite | void>;
  /** Continues the operation behind the entries that arrived meanwhile. */
  next?: JournalEntry;
}

export interface BatchStart {
  records: readonly JournalRecord[];
  rules: ReadonlyMap<ProjectId, ProjectRules>;
  nowMs: number;
  /** The batch that began before is still being applied. This one is applied only after that. */
  isAhead: boolean;
}

export type StateWrite = (tx: StateTx) => Promise<void>;

/** The rows of a batch by telemetry table. */
export type TelemetryRows = TelemetryBatch['rows'];

/** A signal's part in one batch. The pipeline calls the functions in this order, each at most once. */
export interface SignalBatch<Work = unknown> {
  readonly kinds: { readonly [Kind in ItemKind]?: ItemRules<Work> };
  /** How to find items that the project has already, or that are repeated in the batch; they end as duplicates. */
  readonly identity?: {
    /** The ID of each record. */
    idsOf(work: Work): readonly EventId[];
    /** The stored IDs among these. */
    stored(projectId: ProjectId, ids: EventId[]): Promise<readonly EventId[]>;
    /** Removes the repeated records of a container that has others. `isRepeated` is in the order of `idsOf`. */
    drop?(work: Work, isRepeated: readonly boolean[]): Work;
  };
  /** Blobs are keyed by content, so that a second try writes the same. */
  putBlobs?(works: Work[]): Promise<void>;
  /** Creates the targets of the rows' references, such as issues. Idempotent. */
  ensure?(works: Work[]): Promise<void>;
  rows?(items: ProcessedItem<Work>[]): TelemetryRows;
  /** Called when the rows of all signals are stored: adds facts to the state transaction, and returns its own writes. */
  finish?(works: Work[], rows: TelemetryRows, facts: StateFacts): Promise<StateWrite | void>;
  /** The batch is applied: it will not run again. */
  applied?(): void;
}

/** How items of one kind are processed. */
export interface ItemRules<Work> {
  run(item: Item, took: (step: string, ms: number) => void): Promise<Work | Ended>;
  /**
   * Items of these kinds in the same envelope decide: if none of them is stored, this item gets the outcome of the
   * first.
   */
  follows?: readonly ItemKind[];
}

export interface ReceivedItem {
  kind: ItemKind;
  origin: Origin;
  records: Records;
}

/** An item that got through its steps. */
export interface ProcessedItem<Work> extends ReceivedItem {
  work: Work;
}

/** `shared`: fields that all items of a batch have beyond those of `Item`. */
export function itemRules<In extends Item, Work>(
  steps: Steps<In, Work>,
  shared: Omit<In, keyof Item>,
  follows: readonly ItemKind[] = [],
): ItemRules<Work> {
  return { run: (item, took) => steps.run({ ...item, ...shared } as In, took), follows };
}
