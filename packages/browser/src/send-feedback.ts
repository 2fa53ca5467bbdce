import { captureEvent } from './capture.ts';
import type { Event, EventHint } from './event.ts';

export interface Feedback {
  message: string;
  name?: string;
  email?: string;
  url?: string;
  /** The origin of the form: `widget` or `api`. */
  source?: string;
  /** The ID of the related event, for example `lastEventId()`. */
  associatedEventId?: string;
  tags?: Record<string, string>;
}

export const feedbackEvent = ({
  message,
  name,
  email,
  url = globalThis.location?.href,
  source = 'api',
  associatedEventId,
  tags,
}: Feedback): Event => ({
  type: 'feedback',
  level: 'info',
  contexts: {
    feedback: { message, name, contact_email: email, url, source, associated_event_id: associatedEventId },
  },
  ...(tags && { tags }),
});

/** Sends feedback. Screenshots are `hint.attachments`. */
export const captureFeedback = (feedback: Feedback, hint?: EventHint): string =>
  captureEvent(feedbackEvent(feedback), hint);

/** The same, and resolves to whether it arrived. */
export function sendFeedback(feedback: Feedback, hint?: EventHint): Promise<string> {
  return new Promise((resolve, reject) => {
    const failed = (status = 0): void =>
      reject(new Error(status === 403 ? 'Feedback from this site is not accepted.' : 'Could not send the feedback.'));
    const timer = setTimeout(failed, FEEDBACK_TIMEOUT_MS);
    const id = captureFeedback(feedback, {
      ...hint,
      answered(sent) {
        void Promise.resolve(sent).then((status = 0) => {
          clearTimeout(timer);
          if (status >= 200 && status < 300) resolve(id);
          else failed(status);
        });
      },
    });
  });
}

const FEEDBACK_TIMEOUT_MS = 30_000;
