import type { EventId, IssueId, ProjectId } from '@seismo/protocol';
import type { UploadKey } from '../artifacts/contract.ts';

/**
 * Uploads that came after events they could have helped. One repair per upload: asking again, because a file was added or
 * the same bundle came once more, begins it anew.
 */
export interface ReprocessReads {
  reprocessTaskById(id: number): Promise<ReprocessTask | null>;
  /** Open tasks in the order of their first request. */
  openReprocessTasks(): Promise<ReprocessTask[]>;
  /** Those that had or may have something to do: the one asked last first, at most `count`. */
  reprocessTasksOf(projectId: ProjectId, count: number): Promise<ReprocessTask[]>;
}

export interface ReprocessWrites {
  /** In the transaction that makes the upload visible, so that neither is there without the other. */
  requestReprocessing(uploads: UploadKey[], requestedAtMs: number): Promise<RequestedReprocess[]>;
  updateReprocessTask(id: number, progress: ReprocessProgress): Promise<void>;
  /** What issues are called, where the event that said so is still their newest one. */
  updateHeadlines(headlines: IssueHeadline[]): Promise<void>;
}

export interface RequestedReprocess {
  id: number;
  projectId: ProjectId;
  /** Counts the requests: work for an earlier round is obsolete. */
  round: number;
}

export interface ReprocessProgress {
  /** Events to look at, counted when it began; `null` before. */
  total: number | null;
  /** Of those, how many were looked at. */
  done: number;
  /** Of those, how many have frames that are mapped now and were not. */
  mapped: number;
  /** The event that was looked at last. */
  before: { atMs: number; eventId: EventId } | null;
  endedAtMs: number | null;
}

export interface ReprocessTask extends UploadKey, RequestedReprocess, ReprocessProgress {
  requestedAtMs: number;
}

export interface IssueHeadline {
  issueId: IssueId;
  /** Of the event. */
  atMs: number;
  type: string;
  value: string;
  culprit: string;
}
