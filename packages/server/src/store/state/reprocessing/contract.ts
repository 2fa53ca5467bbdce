import type { EventId, IssueId, ProjectId } from '@seismo/protocol';
import type { UploadKey } from '../artifacts/contract.ts';

/**
 * Reprocessing of events that are older than an upload that could map them. One task per upload: a new request, after a
 * file was added or the bundle was uploaded again, restarts it.
 */
export interface ReprocessReads {
  reprocessTaskById(id: number): Promise<ReprocessTask | null>;
  /** Open tasks in the order of their first request. */
  openReprocessTasks(): Promise<ReprocessTask[]>;
  /** Tasks that have or may have work, last requested first, at most `count`. */
  reprocessTasksOf(projectId: ProjectId, count: number): Promise<ReprocessTask[]>;
}

export interface ReprocessWrites {
  /** In the transaction that makes the upload visible, so that neither is there without the other. */
  requestReprocessing(uploads: UploadKey[], requestedAtMs: number): Promise<RequestedReprocess[]>;
  updateReprocessTask(id: number, progress: ReprocessProgress): Promise<void>;
  /** Updates issue headlines if the event they come from is still the newest. */
  updateHeadlines(headlines: IssueHeadline[]): Promise<void>;
}

export interface RequestedReprocess {
  id: number;
  projectId: ProjectId;
  /** Counts the requests: work for an earlier round is obsolete. */
  round: number;
}

export interface ReprocessProgress {
  /** Events to process, counted at the start; `null` before. */
  total: number | null;
  /** Events processed so far. */
  done: number;
  /** Of those, how many have frames that are mapped now and were not. */
  mapped: number;
  /** The last processed event. */
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
