import type { LanePosition } from '#platform/lanes.ts';
import type { Commits } from './commits.ts';
import type { Failure } from './dead-letter.ts';
import type { OpenSignal, PipelineServices } from './signal.ts';
import type { StepTime } from './step-times.ts';

/** Monitors the pipeline from outside of its thread. */
export interface PipelineMonitor {
  /** Called before each entry with its sequence and after the last with 0: if the thread ends, the supervisor blames that entry. */
  began(sequence: number): void;
  /** Called at both ends of a batch: with the sequence of its only entry, else with 0. */
  alone(sequence: number): void;
  lastFailure(sequence: number): Failure;
}

export interface PipelineContext extends PipelineServices {
  commits: Commits;
  signals: readonly OpenSignal[];
  watcher: PipelineMonitor;
}

/** The changes of a batch, for live updates and for internal counters. */
export interface BatchReport {
  /** The applied sequence of each lane. */
  positions: LanePosition[];
  /** How many of the entries, from the first on, were applied. */
  entries: number;
  /** By outcome, over all item kinds. */
  outcomes: Record<string, number>;
  steps: StepTime[];
  /** The duration of each phase in milliseconds, without waits for the batches of other threads. */
  phases: Partial<Record<BatchPhase, number>>;
  /** How old each new report was when queries could see it. */
  lagsMs: number[];
}

export type BatchPhase = 'process' | 'blobs' | 'dead-letters' | 'issues' | 'telemetry' | 'state' | 'trim' | 'operation';
