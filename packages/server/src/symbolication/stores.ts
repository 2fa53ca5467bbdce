import type { Blobs } from '#store/blobs/contract.ts';
import type { ArtifactReads } from '#store/state/contract.ts';

/** The store functions to find a map. */
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
