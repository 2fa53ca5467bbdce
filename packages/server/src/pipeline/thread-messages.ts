import type { MessagePort } from 'node:worker_threads';
import type { StoreLocations } from '#store/open.ts';
import type { BatchReport } from './context.ts';
import type { PipelineShare } from './commits.ts';
import type { Failure } from './dead-letter.ts';

/** Data that the supervisor passes to the pipeline's thread. */
export interface ThreadData {
  stores: StoreLocations;
  journalPort: MessagePort;
  telemetryPort: MessagePort;
  /** A clock in shared memory. */
  clock: SharedArrayBuffer;
  /** Sequences as doubles. [0]: the current entry, [1]: the only entry of the batch; 0 if there is none. */
  progress: SharedArrayBuffer;
  /** How the previous worker ended, if there was one. */
  lastFailure: { sequence: number; failure: Failure } | null;
  entriesMaxFirst: number;
  share: PipelineShare;
  /** The folder of all files, and how many bytes they may have. */
  disk: { folder: string; budgetBytes: number; spanBytes: number };
  /** Nothing is removed by age before. */
  ageFromMs: number;
}

export type FromThread =
  | { kind: 'applied'; report: BatchReport }
  | { kind: 'published' }
  | { kind: 'lease-lost'; message: string }
  | { kind: 'measured'; usedBytes: number }
  | { kind: 'needs-room' }
  | { kind: 'failed'; message: string; waitMs: number };
