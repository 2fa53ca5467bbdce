import { ReadableStream } from 'node:stream/web';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { connectJournal } from '#journal/open-threaded.ts';
import { pauseCommits } from '#pipeline/commits.ts';
import { sharedClock } from '#platform/clock.ts';
import { Refusal } from '#platform/refusal.ts';
import { openDiskBlobs } from '#store/blobs/disk.ts';
import { openStateSource, type StoreLocations } from '#store/open.ts';
import { connectTelemetry } from '#store/telemetry/open-threaded.ts';
import type { BackupResult, Progress } from './format.ts';
import { openBackup } from './open.ts';
import type { BackupRequest } from './write.ts';

/** One backup beside a running server, in a thread that ends with it. */
export interface BackupThreadData {
  stores: StoreLocations;
  telemetryPort: MessagePort;
  journalPort: MessagePort;
  commits: SharedArrayBuffer;
  clock: SharedArrayBuffer;
  version: string;
  request: BackupRequest;
}

export type FromBackupThread =
  | { kind: 'open'; bytes: ReadableStream<Uint8Array<ArrayBuffer>> }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'ended'; result: BackupResult }
  | { kind: 'failed'; error: Error; isRefused: boolean };

const CHUNK_BYTES = 256 * 1024;

const data = workerData as BackupThreadData;
const post = (message: FromBackupThread, moved: ReadableStream[] = []) => parentPort!.postMessage(message, moved);
const clock = sharedClock(data.clock);
const sources = {
  state: await openStateSource(data.stores),
  telemetry: connectTelemetry(data.telemetryPort),
  telemetryPath: data.stores.telemetryPath,
  journal: connectJournal(data.journalPort),
  blobs: await openDiskBlobs(data.stores.blobsPath),
  clock,
  seismo: data.version,
  pause: <T>(run: () => Promise<T>) => pauseCommits(data.commits, run),
};
try {
  const backup = await openBackup(sources, data.request);
  const bytes = ReadableStream.from(chunks(backup.bytes));
  post({ kind: 'open', bytes }, [bytes]);
  const result = await backup.run((progress) => post({ kind: 'progress', progress }));
  post({ kind: 'ended', result });
} catch (error) {
  post({ kind: 'failed', error: error as Error, isRefused: error instanceof Refusal });
}
await sources.state.close();
// Until the owner ends this thread.
parentPort!.ref();

/** Small copies: a view would be cloned with everything under it. */
async function* chunks(archive: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const bytes of archive) {
    for (let at = 0; at < bytes.byteLength; at += CHUNK_BYTES)
      yield new Uint8Array(bytes.subarray(at, at + CHUNK_BYTES));
  }
}
