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
  /** Words that are all in the message; `''`: whatever it says. */
  text: string;
  /** Only what is about this issue; its project is the project then. */
  issue: string | null;
  status: FeedbackStatus | null;
  cursor: string | null;
  count: number;
}

export interface FeedbackPage {
  feedback: FeedbackView[];
  next: string | null;
  /** In each status, whichever of them is listed. */
  counts: Record<FeedbackStatus, number>;
}

export interface FeedbackView extends Omit<
  Feedback,
  'projectId' | 'issueId' | 'statusBy' | 'eventHash' | 'digestHash'
> {
  project: ProjectOfRow;
  /** Who gave it its status, by name. */
  statusBy: string | null;
  issue: { id: IssueId; shortId: string; title: string; status: IssueStatus; level: Level } | null;
  /** Whether the event that it names came. */
  eventIsStored: boolean;
}

export interface FeedbackDetail extends FeedbackView {
  /** Of the feedback itself: screenshots. */
  attachments: AttachmentView[];
}
