import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { MigrationOptions } from '#platform/migration-copy.ts';
import { firstMessage } from '#platform/threads/first-message.ts';
import { threadEntry } from '#platform/threads/entry.ts';
import { caller, withTransfer } from '#platform/threads/port.ts';
import { SearchLimitExceeded } from '#domain/search/search-limit-exceeded.ts';
import type {
  Telemetry,
  TelemetryIdentity,
  TelemetryMigration,
  TelemetrySegments,
  TelemetrySpace,
  TraceDecision,
  UnreadableSpans,
} from './contract.ts';
import { claimPath } from './open-paths.ts';
import { packBatch, type PackedBatch } from './packed-batch.ts';
import { unpackRows, type PackedRows } from './packed-rows.ts';
import type { QueryParams, QueryName, QueryRows } from './queries/index.ts';

export interface TelemetryThreadData {
  path: string;
  options: MigrationOptions;
  servesWhileMigrating: boolean;
  ownerPort: MessagePort;
}

export type TelemetryThreadFunctions = {
  append(batch: PackedBatch): Promise<void>;
  truncateAfter(sequence: number): Promise<void>;
  query(name: QueryName, params: QueryParams[QueryName]): Promise<PackedRows>;
  identity(): Promise<TelemetryIdentity>;
  adopt(storeId: string, appliedSequence: number): Promise<void>;
  writeSpanFile(of: { through: number; rowsMin: number }): Promise<string | null>;
  commitSpanFile(file: string): Promise<boolean>;
  decideTraces(of: TraceDecision): Promise<number>;
  unreadableSpans(): Promise<UnreadableSpans>;
  space(): Promise<TelemetrySpace>;
  reclaim(): Promise<TelemetrySpace>;
} & { [Name in keyof TelemetrySegments]: TelemetrySegments[Name] };

export type FromTelemetryThread =
  | { kind: 'open'; migration: TelemetryMigration | null }
  | { kind: 'migrating'; migration: TelemetryMigration }
  | { kind: 'migration-ended'; failure: string | null }
  | { kind: 'reopened'; reason: string };

export interface ThreadedOptions extends MigrationOptions {
  /** DuckDB closed the store after an error, and it was opened again. */
  reopened?: ((reason: string) => void) | undefined;
  /**
   * Opens an older store while it migrates: its identity is known, and all other calls wait. Called at the end, with
   * the reason if the migration failed. Without it, the store is opened once it has migrated.
   */
  migrationEnded?: ((failure: string | null) => void) | undefined;
}

export interface ThreadedTelemetry extends Telemetry, TelemetrySegments {
  /** A way to the store for another thread, which passes it to `connectTelemetry`. */
  port(): MessagePort;
  /** `null` unless the store migrates. */
  migration(): TelemetryMigration | null;
}

/** Opens the store in a thread of its own. Closing it closes it for every thread. */
export async function openThreadedTelemetry(
  path: string,
  { reopened, migrationEnded, ...options }: ThreadedOptions = {},
): Promise<ThreadedTelemetry> {
  const releasePath = claimPath(path);
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(threadEntry('telemetry-thread', import.meta.url), {
    name: 'telemetry',
    workerData: {
      path,
      options,
      servesWhileMigrating: migrationEnded !== undefined,
      ownerPort: port2,
    } satisfies TelemetryThreadData,
    transferList: [port2],
  });
  let migration: TelemetryMigration | null;
  try {
    ({ migration } = await firstMessage<FromTelemetryThread & { kind: 'open' }>(worker));
  } catch (error) {
    port1.close();
    releasePath();
    throw error;
  }
  worker.on('message', (message: FromTelemetryThread) => {
    if (message.kind === 'reopened') reopened?.(message.reason);
    else if (message.kind === 'migrating') ({ migration } = message);
    else if (message.kind === 'migration-ended') {
      if (message.failure === null) migration = null;
      migrationEnded?.(message.failure);
    }
  });
  const { call, close: closePort } = caller<TelemetryThreadFunctions & { close(): Promise<void> }>(port1);
  return {
    ...remote(call, async () => {
      try {
        await call.close();
      } finally {
        closePort();
        await worker.terminate();
        releasePath();
      }
    }),
    port() {
      const channel = new MessageChannel();
      worker.postMessage(channel.port2, [channel.port2]);
      return channel.port1;
    },
    migration: () => migration,
  };
}

/** The store as another thread sees it. Closing it lets go of the port; the store stays open. */
export function connectTelemetry(port: MessagePort): Telemetry & TelemetrySegments {
  const { call, close } = caller<TelemetryThreadFunctions>(port);
  return remote(call, async () => close());
}

function remote(call: TelemetryThreadFunctions, end: () => Promise<void>): Telemetry & TelemetrySegments {
  let closed: Promise<void> | null = null;
  const assertOpen = () => {
    if (closed) throw new Error('the telemetry store is closed');
  };
  return {
    async append(batch) {
      assertOpen();
      const packed = packBatch(batch);
      await call.append(withTransfer(packed, [packed.blobs]));
    },
    async truncateAfter(sequence) {
      assertOpen();
      await call.truncateAfter(sequence);
    },
    async query<Name extends QueryName>(name: Name, params: QueryParams[Name]) {
      assertOpen();
      const rows = await call.query(name, params).catch((error: Error) => {
        // Between threads, an error keeps only its name.
        throw error.name === 'Refusal' ? new SearchLimitExceeded('time') : error;
      });
      // The type of the rows is lost between threads.
      return unpackRows(rows) as QueryRows[Name][];
    },
    async identity() {
      assertOpen();
      return call.identity();
    },
    async adopt(storeId, appliedSequence) {
      assertOpen();
      await call.adopt(storeId, appliedSequence);
    },
    async writeSpanFile(of) {
      assertOpen();
      return call.writeSpanFile(of);
    },
    async commitSpanFile(file) {
      assertOpen();
      return call.commitSpanFile(file);
    },
    async decideTraces(of) {
      assertOpen();
      return call.decideTraces(of);
    },
    async unreadableSpans() {
      assertOpen();
      return call.unreadableSpans();
    },
    async space() {
      assertOpen();
      return call.space();
    },
    async reclaim() {
      assertOpen();
      return call.reclaim();
    },
    async changedSince(change) {
      assertOpen();
      return call.changedSince(change);
    },
    async addMark() {
      assertOpen();
      return call.addMark();
    },
    async hasMark(mark) {
      assertOpen();
      return call.hasMark(mark);
    },
    async writeSegments(table, span) {
      assertOpen();
      return call.writeSegments(table, span);
    },
    async readSegment(table, file) {
      assertOpen();
      await call.readSegment(table, file);
    },
    async linkSpanFiles() {
      assertOpen();
      return call.linkSpanFiles();
    },
    async checksum(table, span) {
      assertOpen();
      return call.checksum(table, span);
    },
    close() {
      closed ??= end();
      return closed;
    },
  };
}
