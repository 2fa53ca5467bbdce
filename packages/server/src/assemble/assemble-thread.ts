import { parentPort, workerData } from 'node:worker_threads';
import { openDiskBlobs } from '#store/blobs/disk.ts';
import type { ArtifactFacts } from '#store/state/contract.ts';
import { BundleProblem } from './contract.ts';
import { readBundle, type BundleToRead } from './read-bundle.ts';

/** One bundle in a thread of its own, which ends with it: inflating and hashing must not delay answers to browsers. */
export interface AssembleThreadData {
  blobsPath: string;
  bundle: BundleToRead;
}

export type FromAssembleThread = { kind: 'read'; files: ArtifactFacts[] } | { kind: 'refused'; detail: string };

const { blobsPath, bundle } = workerData as AssembleThreadData;
const post = (message: FromAssembleThread) => parentPort!.postMessage(message);
const blobs = await openDiskBlobs(blobsPath);
try {
  post({ kind: 'read', files: await readBundle(blobs, bundle) });
} catch (error) {
  if (!(error instanceof BundleProblem)) throw error;
  post({ kind: 'refused', detail: error.message });
} finally {
  await blobs.close();
}
