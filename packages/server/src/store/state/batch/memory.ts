import { applyIssues } from '../issues/batch.memory.ts';
import type { IssueData } from '../issues/memory.ts';
import { applyFirstEvents, type ProjectData } from '../projects/memory.ts';
import { applyEnvironments, applyReleases, type ReleaseData } from '../releases/memory.ts';
import { applyTexts, type SearchData } from '../search/memory.ts';
import type { BatchReads, BatchWrites } from './contract.ts';

export interface BatchData {
  appliedSequence: number;
}

export function emptyBatch(): BatchData {
  return { appliedSequence: 0 };
}

export function batchReads(current: () => BatchData): BatchReads {
  return {
    appliedSequence: async () => current().appliedSequence,
  };
}

export function batchWrites(data: BatchData & IssueData & ProjectData & ReleaseData & SearchData): BatchWrites {
  return {
    async applyBatch(batch) {
      if (batch.sequence <= data.appliedSequence) throw new Error(`Batch ${batch.sequence} was applied already.`);
      // Releases first: which of two is older may decide about an issue.
      applyReleases(data, batch.releases);
      applyIssues(data, batch.issues, batch.atMs);
      applyEnvironments(data, batch.environments);
      applyFirstEvents(data, batch.firstEvents);
      applyTexts(data, batch.texts);
      data.appliedSequence = batch.sequence;
    },
  };
}
