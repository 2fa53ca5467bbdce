import type { ProjectOfRow } from '../projects/views.ts';
import type { TimeRange } from '../range.ts';
import type { FeedbackStatus, Feedback, IssueStatus } from '#store/state/contract.ts';
import type { IssueId, Level } from '@seismo/protocol';
import type { AttachmentView } from '../events/views.ts';

export type { FeedbackStatus };
export { feedbackStatuses } from '#store/state/feedback/contract.ts';

export interface FeedbackFilter {
  projects: string[];
  environments: string[];
  /** `null`: of all time. */
  range: TimeRange | null;
  /** Words that are all in the message; `''` for any message. */
  text: string;
  /** Only feedback about this issue, in its project. */
  issue: string | null;
  status: FeedbackStatus | null;
  cursor: string | null;
  count: number;
}

export interface FeedbackPage {
  feedback: FeedbackView[];
  next: string | null;
  /** Counts for every status, not only the listed one. */
  counts: Record<FeedbackStatus, number>;
}

export interface FeedbackView extends Omit<
  Feedback,
  'projectId' | 'issueId' | 'statusUserId' | 'eventHash' | 'digestHash'
> {
  project: ProjectOfRow;
  /** The name of the user who set its status. */
  statusBy: string | null;
  issue: { id: IssueId; shortId: string; title: string; status: IssueStatus; level: Level } | null;
  /** Whether the event it names is stored. */
  eventIsStored: boolean;
}

export interface FeedbackDetail extends FeedbackView {
  /** Of the feedback itself: screenshots. */
  attachments: AttachmentView[];
}
