import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Worker, type MessagePort } from 'node:worker_threads';
import { endPause } from '#pipeline/commits.ts';
import type { SharedClock } from '#platform/clock.ts';
import { Refusal } from '#platform/refusal.ts';
import { threadEntry } from '#platform/threads/entry.ts';
import type { StoreLocations } from '#store/open.ts';
import type { State } from '#store/state/contract.ts';
import { segmentFolder } from '#store/telemetry/contract.ts';
import type { BackupThreadData, FromBackupThread } from './backup-thread.ts';
import type { BackupResult, Progress } from './format.ts';
import { recordBackup } from './open.ts';
import type { BackupRequest } from './write.ts';

export interface BackupDeps {
  stores: StoreLocations;
  telemetry: { port(): MessagePort };
  journal: { port(): MessagePort };
  /** Of the pipeline. */
  commits: SharedArrayBuffer;
  state: State;
  clock: Pick<SharedClock, 'memory' | 'now'>;
  /** The version of Seismo. */
  version: string;
}

export interface RunningBackup {
  /** The archive, written at the speed of the reader. Destroying it ends the backup. */
  bytes: Readable;
  /** Resolves when the backup is complete; rejects, as the bytes do, if it fails. */
  result: Promise<BackupResult>;
}

export interface Backups {
  /** Refused while another one runs. */
  start(request: BackupRequest): Promise<RunningBackup>;
  /** Of the backup that runs; `null` if none does. */
  progress(): Progress | null;
  /** Ends the backup that runs, and starts no other. */
  close(): Promise<void>;
}

const HEAP_MB_MAX = 512;

/** Backs up the stores of the running server, in a separate thread. */
export function createBackups({ stores, telemetry, journal, state, commits, clock, version }: BackupDeps): Backups {
  let running: { worker: Worker; fail(error: Error): Promise<void> } | null = null;
  let progress: Progress | null = null;
  let isClosed = false;

  async function end(worker: Worker): Promise<void> {
    await worker.terminate();
    if (running?.worker !== worker) return;
    endPause(commits);
    // The thread may have ended before it could remove them. What DuckDB still writes, the next backup removes.
    await rm(segmentFolder(stores.telemetryPath), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    [running, progress] = [null, null];
  }

  return {
    async start(request) {
      if (isClosed) throw new Refusal('unavailable', 'The server is stopping.');
      if (running) throw new Refusal('too-many', 'A backup is running already. Wait until it has ended.');
      const [telemetryPort, journalPort] = [telemetry.port(), journal.port()];
      const data = { stores, telemetryPort, journalPort, commits, clock: clock.memory, version, request };
      const worker = new Worker(threadEntry('backup-thread', import.meta.url), {
        name: 'backup',
        workerData: data satisfies BackupThreadData,
        transferList: [telemetryPort, journalPort],
        resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
      });
      const opened = Promise.withResolvers<Readable>();
      const ended = Promise.withResolvers<BackupResult>();
      const fail = async (error: Error) => {
        opened.reject(error);
        ended.reject(error);
        void opened.promise.then(
          (bytes) => bytes.destroy(error),
          () => {},
        );
        await end(worker);
      };
      running = { worker, fail };
      worker.on('error', fail);
      worker.on('message', (message: FromBackupThread) => {
        if (message.kind === 'open') {
          const bytes = Readable.fromWeb(message.bytes as Parameters<typeof Readable.fromWeb>[0]);
          bytes.once('error', fail);
          opened.resolve(bytes);
        } else if (message.kind === 'progress') {
          progress = message.progress;
        } else if (message.kind === 'failed') {
          void fail(message.isRefused ? new Refusal('invalid', message.error.message) : message.error);
        } else {
          void recordBackup(state, request, message.result).then(() => ended.resolve(message.result), fail);
        }
      });
      ended.promise.catch(() => {});
      const bytes = await opened.promise;
      const read = once(bytes, 'close').catch(() => {});
      const finish = async () => {
        const result = await ended.promise;
        await read;
        await end(worker);
        return result;
      };
      const result = finish();
      result.catch(() => {});
      return { bytes, result };
    },
    progress: () => progress,
    async close() {
      isClosed = true;
      await running?.fail(new Error('The server was stopped.'));
    },
  };
}
