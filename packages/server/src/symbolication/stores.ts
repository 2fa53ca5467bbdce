import type { Blobs } from '#store/blobs/contract.ts';
import type { ArtifactReads } from '#store/state/contract.ts';

/** What is asked of the stores to find a map. */
export interface MapStores {
  state: Pick<
    ArtifactReads,
    | 'artifactsByDebugIds'
    | 'artifactsByUrls'
    | 'artifactsOfRelease'
    | 'artifactById'
    | 'listUploads'
    | 'newestUploadAtMs'
  >;
  blobs: Pick<Blobs, 'get'>;
}

/** A store did not answer: nobody's event is to blame, and the batch has to be tried again. */
export class StoreFailure extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'StoreFailure';
  }
}
