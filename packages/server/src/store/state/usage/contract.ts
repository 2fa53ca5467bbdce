import type { ProjectId } from '@seismo/protocol';

/** Bytes of envelopes, inflated, that were accepted from a client key on one UTC day (days since 1970-01-01). */
export interface DayUsage {
  projectId: ProjectId;
  /** 0: none, as in the journal. */
  keyId: number;
  day: number;
  bytes: number;
}

export interface UsageReads {
  /** From this day on, of all projects or one, ordered by project, day and key. */
  usageSince(day: number, projectId?: ProjectId): Promise<DayUsage[]>;
}

export interface UsageWrites {
  /** Adds to the stored usage and deletes everything older than `oldestDay`. */
  addUsage(usage: DayUsage[], oldestDay: number): Promise<void>;
}
