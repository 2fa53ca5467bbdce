import type { FeedbackDetail, FeedbackView } from '#query/feedback/views.ts';
import { permalinkOf } from './permalink.ts';

/** Feedback about an issue, as Sentry's user reports. Without an event, it is itself the event. */
export function userReportShape({ id, name, email, message, eventId, feedbackId, userKey, atMs }: FeedbackView) {
  const event = eventId ?? feedbackId;
  const user = { username: null, email: email || null, name: name || null, ipAddress: null, avatarUrl: null };
  return {
    id: String(id),
    eventID: event,
    name: name || null,
    email: email || null,
    comments: message,
    dateCreated: new Date(atMs).toISOString(),
    user: userKey === '' ? null : { id: userKey, ...user },
    event: { id: event, eventID: event },
  };
}

export function feedbackShape(
  view: FeedbackView & Partial<Pick<FeedbackDetail, 'attachments'>>,
  publicUrl: string,
  organization: string,
) {
  const { id, name, email, message, issue, eventId, feedbackId, status, url, source, tags, attachments } = view;
  return {
    id: String(id),
    eventID: eventId,
    feedbackID: feedbackId,
    name,
    email,
    comments: message,
    dateCreated: new Date(view.atMs).toISOString(),
    permalink: `${publicUrl}/feedback/${id}`,
    user: view.userKey === '' ? null : { id: view.userKey, name, email },
    event: eventId === null ? null : { id: eventId, eventID: eventId },
    issue: issue && {
      id: String(issue.id),
      shortId: issue.shortId,
      title: issue.title,
      permalink: permalinkOf(publicUrl, organization, issue.id),
    },
    project: view.project,
    status,
    url,
    source,
    environment: view.environment,
    release: view.release,
    digest: view.digest,
    tags: Object.entries(tags).map(([key, value]) => ({ key, value })),
    ...(attachments && { attachments }),
  };
}
