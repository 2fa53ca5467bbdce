import { Worker } from 'node:worker_threads';
import { threadEntry } from '#platform/threads/entry.ts';
import type { ArtifactFacts } from '#store/state/contract.ts';
import type { AssembleThreadData, FromAssembleThread } from './assemble-thread.ts';
import { BundleProblem } from './contract.ts';
import type { BundleToRead } from './read-bundle.ts';

const HEAP_MB_MAX = 192;

/** Runs `readBundle` in a separate thread, so that a bundle cannot block or crash the server. */
export function readBundleInThread(blobsPath: string, bundle: BundleToRead): Promise<ArtifactFacts[]> {
  const worker = new Worker(threadEntry('assemble-thread', import.meta.url), {
    name: 'assemble',
    workerData: { blobsPath, bundle } satisfies AssembleThreadData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  });
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromAssembleThread) => {
      if (message.kind === 'read') resolve(message.files);
      else reject(new BundleProblem(message.detail));
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread that read a bundle ended with ${code}`)));
  });
}
