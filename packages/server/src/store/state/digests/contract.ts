import type { ProjectId } from '@seismo/protocol';

/**
 * Maps each digest of a project to the first error that had it. Events that have only the digest are grouped by a hash
 * of it, which is one of the hashes of that error's issue; see docs/decisions/0015-digest-bridge.md.
 */
export interface DigestReads {
  /** Of these hashes of digests, those that have an error, in the order of the hashes. */
  digestErrors(projectId: ProjectId, digestHashes: string[]): Promise<DigestError[]>;
}

export interface DigestWrites {
  /**
   * Assigns errors to digests; the first assignment stays. A digest hash without events leads to the issue of the error
   * from now on. If it has an issue of its own, its events wait to be moved. The hashes of the errors must exist.
   */
  claimDigests(projectId: ProjectId, claims: DigestClaim[]): Promise<void>;
  /** Clears `pending`. */
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
  /** Earlier events with this digest are still in an issue of their own. */
  pending: boolean;
}
