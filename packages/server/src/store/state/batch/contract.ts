import type { ProjectId } from '@seismo/protocol';
import type { IssueFacts } from '../issues/contract.ts';
import type { FirstEvent } from '../projects/contract.ts';
import type { IssueTexts } from '../search/contract.ts';
import type { Environment, ReleaseFacts } from '../releases/contract.ts';

export interface BatchReads {
  /** The journal sequence through which everything has been applied; 0 at first. */
  appliedSequence(): Promise<number>;
}

export interface BatchWrites {
  /**
   * Adds a batch's facts to issues, releases and environments, publishes what that changed, and records `sequence` as
   * applied, all in one transaction.
   * Throws for a sequence that is not greater than the one applied last, and for an issue that is unknown or named twice.
   */
  applyBatch(batch: StateBatch): Promise<void>;
}

export const nothingApplied: Omit<StateBatch, 'sequence' | 'atMs'> = {
  projectIds: [],
  issues: [],
  releases: [],
  environments: [],
  firstEvents: [],
  texts: [],
};

export interface StateBatch {
  sequence: number;
  atMs: number;
  /** Whose counts may have changed. */
  projectIds: ProjectId[];
  issues: IssueFacts[];
  releases: ReleaseFacts[];
  environments: Environment[];
  firstEvents: FirstEvent[];
  texts: IssueTexts[];
}
