import { ReadableStream } from 'node:stream/web';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { connectJournal } from '#journal/open-threaded.ts';
import { pauseCommits } from '#pipeline/commits.ts';
import { sharedClock } from '#platform/clock.ts';
import { openDiskBlobs } from '#store/blobs/disk.ts';
import { openStateSource, type StoreLocations } from '#store/open.ts';
import { connectTelemetry } from '#store/telemetry/open-threaded.ts';
import { createArchive } from './archive.ts';
import type { BackupResult, Progress } from './format.ts';
import { writeBackup, type BackupRequest } from './write.ts';

/** One backup beside a running server, in a thread that ends with it. */
export interface BackupThreadData {
  stores: StoreLocations;
  telemetryPort: MessagePort;
  journalPort: MessagePort;
  commits: SharedArrayBuffer;
  clock: SharedArrayBuffer;
  request: BackupRequest;
}

export type FromBackupThread =
  | { kind: 'bytes'; bytes: ReadableStream<Uint8Array<ArrayBuffer>> }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'ended'; result: BackupResult };

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
  pause: <T>(run: () => Promise<T>) => pauseCommits(data.commits, run),
};
const archive = createArchive(clock.now());

/** Small copies: a view would be cloned with everything under it. */
async function* chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const bytes of archive.bytes) {
    for (let at = 0; at < bytes.byteLength; at += CHUNK_BYTES)
      yield new Uint8Array(bytes.subarray(at, at + CHUNK_BYTES));
  }
}

const CHUNK_BYTES = 256 * 1024;

const bytes = ReadableStream.from(chunks());
post({ kind: 'bytes', bytes }, [bytes]);
try {
  const result = await writeBackup(sources, data.request, archive, (progress) => post({ kind: 'progress', progress }));
  post({ kind: 'ended', result });
} catch (error) {
  archive.destroy(error as Error);
}
await sources.state.close();
// Until the owner ends this thread.
parentPort!.ref();
