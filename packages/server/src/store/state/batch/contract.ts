import type { ProjectId } from '@seismo/protocol';
import type { LanePosition } from '#platform/lanes.ts';
import type { IssueFacts } from '../issues/contract.ts';
import type { FirstEvent } from '../projects/contract.ts';
import type { IssueTexts } from '../search/contract.ts';
import type { Environment, ReleaseFacts } from '../releases/contract.ts';

export interface BatchReads {
  /** The sequence of the batch that was applied last: how many journal entries are applied. 0 at first. */
  appliedSequence(): Promise<number>;
  lanePositions(): Promise<LanePosition[]>;
}

export interface BatchWrites {
  /**
   * Adds a batch's facts to issues, releases and environments, publishes the changes, and records `sequence` and the
   * positions of its lanes as applied, all in one transaction. Other lanes do not move. Throws if a batch after `after`
   * was applied, if a position is not greater than the last one, or if an issue is unknown or occurs twice. Throws
   * `LeaseLost` if the store no longer has the batches through `after`.
   */
  applyBatch(batch: StateBatch): Promise<void>;
}

export const nothingApplied: Omit<StateBatch, 'sequence' | 'atMs'> = {
  after: 0,
  positions: [],
  projectIds: [],
  issues: [],
  releases: [],
  environments: [],
  firstEvents: [],
  texts: [],
};

export interface StateBatch {
  /** The sequence of the batch before it. */
  after: number;
  sequence: number;
  positions: LanePosition[];
  atMs: number;
  /** Issues whose counts may have changed. */
  projectIds: ProjectId[];
  issues: IssueFacts[];
  releases: ReleaseFacts[];
  environments: Environment[];
  firstEvents: FirstEvent[];
  texts: IssueTexts[];
}
