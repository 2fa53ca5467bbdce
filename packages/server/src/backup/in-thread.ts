import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Worker, type MessagePort } from 'node:worker_threads';
import { endPause } from '#pipeline/commits.ts';
import type { SharedClock } from '#platform/clock.ts';
import { Refusal } from '#platform/refusal.ts';
import { threadEntry } from '#platform/threads/entry.ts';
import type { StoreLocations } from '#store/open.ts';
import type { BackupThreadData, FromBackupThread } from './backup-thread.ts';
import type { BackupResult, Progress } from './format.ts';
import type { BackupRequest } from './write.ts';

export interface BackupDeps {
  stores: StoreLocations;
  telemetry: { port(): MessagePort };
  journal: { port(): MessagePort };
  /** Of the pipeline. */
  commits: SharedArrayBuffer;
  clock: Pick<SharedClock, 'memory'>;
}

export interface RunningBackup {
  /** The archive, written at the speed of the reader. Destroying it ends the backup. */
  bytes: Readable;
  /** Resolves when all bytes are written. Never, if the backup fails: then the bytes end with the error. */
  result: Promise<BackupResult>;
}

export interface Backups {
  /** Refused while another one runs. */
  start(request: BackupRequest): Promise<RunningBackup>;
  /** Of the backup that runs; `null` if none does. */
  progress(): Progress | null;
  /** Ends the backup that runs. */
  close(): Promise<void>;
}

const HEAP_MB_MAX = 192;

/** Backs up the stores of the running server, in a separate thread. */
export function createBackups({ stores, telemetry, journal, commits, clock }: BackupDeps): Backups {
  let running: Worker | null = null;
  let progress: Progress | null = null;

  async function end(worker: Worker): Promise<void> {
    await worker.terminate();
    if (running !== worker) return;
    endPause(commits);
    [running, progress] = [null, null];
  }

  return {
    async start(request) {
      if (running) throw new Refusal('too-many', 'A backup is running already. Wait until it has ended.');
      const [telemetryPort, journalPort] = [telemetry.port(), journal.port()];
      const data = { stores, telemetryPort, journalPort, commits, clock: clock.memory, request };
      const worker = new Worker(threadEntry('backup-thread', import.meta.url), {
        name: 'backup',
        workerData: data satisfies BackupThreadData,
        transferList: [telemetryPort, journalPort],
        resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
      });
      running = worker;
      try {
        const [message] = (await once(worker, 'message')) as [FromBackupThread];
        if (message.kind !== 'bytes') throw new Error('The backup thread sent no bytes.');
        const bytes = Readable.fromWeb(message.bytes as Parameters<typeof Readable.fromWeb>[0]);
        const { promise: result, resolve } = Promise.withResolvers<BackupResult>();
        worker.on('message', (later: FromBackupThread) => {
          if (later.kind === 'progress') progress = later.progress;
          if (later.kind === 'ended') resolve(later.result);
        });
        worker.on('error', (error) => bytes.destroy(error));
        bytes.once('error', () => void end(worker));
        bytes.once('close', () => void result.then(() => end(worker)));
        return { bytes, result };
      } catch (error) {
        await end(worker);
        throw error;
      }
    },
    progress: () => progress,
    async close() {
      if (running) await end(running);
    },
  };
}
