import type { EventId, IssueId, ProjectId, UserId } from '@seismo/protocol';
import type { JournalEntry, OperationKind } from './contract.ts';

/** A user's change of grouping. Issues and events belong to the entry's project. */
export type RegroupTask = { id: string; by: UserId | null; atMs: number } & (
  | { operation: 'merge'; targetId: IssueId; sourceIds: IssueId[] }
  | { operation: 'split'; issueId: IssueId; hashes: string[] }
  /** With the hashes that the events had when they were selected. */
  | { operation: 'split-events'; issueId: IssueId; events: { eventId: EventId; hash: string }[] }
  /** Moves events by their source maps from one hash to another; `ownHash` becomes the issue's own hash. */
  | {
      operation: 'regroup-by-source-map';
      issueId: IssueId;
      groups: { from: string; to: string; events: number }[];
      ownHash: string | null;
    }
  /** Events that knew only the digest of an error move to the issue of that error. */
  | { operation: 'join-digest'; digest: string; digestHash: string; errorHash: string }
  | { operation: 'undo'; of: string }
);

/** A permanent deletion: an issue with its events, an attachment, or (`null`) the entry's whole project. */
export type DeleteTask =
  | { issueId: IssueId | null }
  | { attachment: { eventId: EventId; blobKey: string; filename: string } };

export function taskEntry(kind: OperationKind, projectId: ProjectId, receivedAtMs: number, task: object): JournalEntry {
  return {
    kind,
    projectId,
    keyId: 0,
    receivedAtMs,
    clientAddress: null,
    userAgent: null,
    body: new TextEncoder().encode(JSON.stringify(task)),
    limitedCategories: [],
    replayOf: null,
  };
}
