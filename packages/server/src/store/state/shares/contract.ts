import type { EventId, IssueId, UserId } from '@seismo/protocol';

export interface ShareReads {
  /** By the SHA-256 of the link's secret; expired links are not found. */
  shareByHash(hash: string, nowMs: number): Promise<Share | null>;
  /** Of the issue and of all that was merged into it, the newest first; without those that have expired. */
  listShares(issueId: IssueId, nowMs: number): Promise<Share[]>;
}

export interface ShareWrites {
  /** Adds a link and deletes expired ones. */
  createShare(share: Omit<Share, 'id' | 'lastOpenedAtMs'> & { hash: string }): Promise<number>;
  touchShare(id: number, atMs: number): Promise<void>;
  deleteShare(id: number): Promise<void>;
}

/** A public link to one event of an issue, with personal data removed. */
export interface Share {
  id: number;
  issueId: IssueId;
  eventId: EventId;
  /** `null`: the command line. */
  userId: UserId | null;
  createdAtMs: number;
  expiresAtMs: number;
  lastOpenedAtMs: number | null;
}
