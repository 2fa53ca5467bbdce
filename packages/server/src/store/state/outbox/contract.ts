import type { EventId, IssueId, ProjectId, UserId } from '@seismo/protocol';
import type { SpikeKind } from '../spikes/contract.ts';
import type { ActivityFacts } from '../issues/contract.ts';

/**
 * The outbox records each event of the domain in the transaction that causes it. Readers follow it by ID: IDs grow in
 * commit order without gaps, so a reader that has read a row never misses an earlier one.
 *
 * A reader takes effect exactly once in one of two ways: it advances in the transaction that writes its effects, or its
 * effects are idempotent by row ID.
 */
export interface OutboxReads {
  /** Rows with a greater ID than `position`, oldest first. */
  outboxAfter(position: number, count: number): Promise<OutboxRow[]>;
  /** Ordered by name. */
  outboxReaders(): Promise<OutboxReader[]>;
}

export interface OutboxWrites {
  /** The rows get their IDs and times when the transaction ends. */
  publish(rows: OutboxFacts[]): void;
  /** Skips all IDs up to `id`: a store that was set back has lost those rows, but readers may know them. */
  continueOutboxAfter(id: number): Promise<void>;
  /** Registers a reader behind the newest row, unless it is registered. Returns its position. */
  addOutboxReader(name: string): Promise<number>;
  /**
   * Throws unless the reader is at `from`: another process has advanced it. Then deletes rows that every reader has
   * passed, at most `OUTBOX_TRIM_COUNT_MAX`.
   */
  advanceOutboxReader(name: string, from: number, to: number): Promise<void>;
  /** Its position no longer keeps rows. */
  removeOutboxReader(name: string): Promise<void>;
}

export interface OutboxReader {
  name: string;
  /** The ID of the last row that it has passed. */
  position: number;
  /** Rows after that. */
  behind: number;
  /** When the first of them was published. */
  behindSinceMs: number | null;
}

/** `atMs`: when it was published. */
export type OutboxRow = OutboxFacts & { id: number; atMs: number };
export type OutboxFacts = OutboxChange & {
  projectIds: ProjectId[];
  issueId: IssueId | null;
};

/** A new kind also needs its rows in `command/outbox.test.ts`. */
export type OutboxChange =
  | IssueChange
  | { kind: 'issue-deleted'; shortId: string }
  /** By the same batch that creates the issue, too. */
  | { kind: 'issue-first-seen-in'; environments: string[]; releases: string[] }
  /** The release is new to `projectIds`. */
  | { kind: 'release-created'; version: string }
  | { kind: 'deploy-added'; version: string; environment: string; deployId: number }
  /** Spike protection began to limit the project's events or spans. */
  | { kind: 'spike-started'; of: SpikeKind }
  /** It has limited none for `SPIKE_END_MS`. */
  | { kind: 'spike-ended'; of: SpikeKind; startedAtMs: number }
  | { kind: 'feedback-received'; feedbackId: EventId }
  /** A batch was applied: counts may have changed. */
  | { kind: 'projects-changed' };

/** Every entry of an issue's activity feed is also published, under these names. */
export const issueChangeKinds = {
  'first-seen': 'issue-created',
  regressed: 'issue-regressed',
  escalating: 'issue-escalating',
  unarchived: 'issue-unarchived',
  ongoing: 'issue-ongoing',
  resolved: 'issue-resolved',
  archived: 'issue-archived',
  unresolved: 'issue-reopened',
  assigned: 'issue-assigned',
  unassigned: 'issue-unassigned',
  priority: 'issue-priority-changed',
  merged: 'issue-merged',
  'merged-away': 'issue-merged-away',
  split: 'issue-split',
  'split-off': 'issue-split-off',
  'regrouped-to': 'issue-regrouped-to',
  'regrouped-from': 'issue-regrouped-from',
  undone: 'issue-change-undone',
  comment: 'issue-commented',
} as const satisfies Record<ActivityFacts['kind'], `issue-${string}`>;

/** A comment's text stays in the feed, where its author can edit and delete it. */
type IssueChange = ActivityFacts extends infer Facts
  ? Facts extends ActivityFacts
    ? Omit<Facts, 'kind' | 'text' | 'mentions' | 'editedAtMs'> & {
        kind: (typeof issueChangeKinds)[Facts['kind']];
        activityId: number;
        userId: UserId | null;
      }
    : never
  : never;
