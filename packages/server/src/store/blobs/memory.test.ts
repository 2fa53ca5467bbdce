import { describe, test } from 'vitest';
import { blobsConformance } from './blobs.conformance.ts';
import { openMemoryBlobs } from './memory.ts';

describe('the memory blob store', () => {
  for (const [promise, check] of Object.entries(blobsConformance))
    test(promise, () => check(async () => openMemoryBlobs()));
});
