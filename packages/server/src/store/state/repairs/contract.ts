import type { EventId, IssueId, ProjectId } from '@seismo/protocol';
import type { UploadKey } from '../artifacts/contract.ts';

/**
 * Uploads that came after events they could have helped. One repair per upload: asking again, because a file was added or
 * the same bundle came once more, begins it anew.
 */
export interface RepairReads {
  repairById(id: number): Promise<Repair | null>;
  /** Those that did not end, in the order in which they were asked for first. */
  openRepairs(): Promise<Repair[]>;
  /** Those that had or may have something to do: the one asked last first, at most `count`. */
  repairsOf(projectId: ProjectId, count: number): Promise<Repair[]>;
}

export interface RepairWrites {
  /** In the transaction that makes the upload visible, so that neither is there without the other. */
  askRepairs(uploads: UploadKey[], askedAtMs: number): Promise<AskedRepair[]>;
  updateRepair(id: number, progress: RepairProgress): Promise<void>;
  /** What issues are called, where the event that said so is still their newest one. */
  renameIssues(headlines: IssueHeadline[]): Promise<void>;
}

export interface AskedRepair {
  id: number;
  projectId: ProjectId;
  /** Counts how often it was asked for: what was begun for an earlier time is over. */
  round: number;
}

export interface RepairProgress {
  /** Events to look at, counted when it began; `null` before. */
  total: number | null;
  /** Of those, how many were looked at. */
  done: number;
  /** Of those, how many have frames that are mapped now and were not. */
  mended: number;
  /** The event that was looked at last. */
  before: { atMs: number; eventId: EventId } | null;
  endedAtMs: number | null;
}

export interface Repair extends UploadKey, AskedRepair, RepairProgress {
  askedAtMs: number;
}

export interface IssueHeadline {
  issueId: IssueId;
  /** Of the event. */
  atMs: number;
  type: string;
  value: string;
  culprit: string;
}
