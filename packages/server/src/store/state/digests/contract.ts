import type { ProjectId } from '@seismo/protocol';

/**
 * Which error of a project a digest stands for: the first that came with it. Events that know no more than the digest are
 * grouped by a hash of it, which is one of the hashes of that error's issue; see docs/decisions/0015-digest-bridge.md.
 */
export interface DigestReads {
  /** Of these hashes of digests, those that have an error, in the order of the hashes. */
  digestErrors(projectId: ProjectId, digestHashes: string[]): Promise<DigestError[]>;
}

export interface DigestWrites {
  /**
   * Says which error a digest stands for; one that has an error keeps it. A hash that no event came with yet leads to the
   * issue of its error from now on. One that has an issue of its own waits to be moved. Hashes of errors are known.
   */
  claimDigests(projectId: ProjectId, claims: DigestClaim[]): Promise<void>;
  /** It waits no longer. */
  settleDigest(projectId: ProjectId, digestHash: string): Promise<void>;
}

export interface DigestClaim {
  digestHash: string;
  errorHash: string;
  groupingVersion: string;
}

export interface DigestError {
  digestHash: string;
  errorHash: string;
  /** Events came before the error's, and are still in an issue of their own. */
  waits: boolean;
}
