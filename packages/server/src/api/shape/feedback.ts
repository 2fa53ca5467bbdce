import type { FeedbackDetail, FeedbackView } from '#query/feedback/views.ts';

export function feedbackShape(view: FeedbackView & Partial<Pick<FeedbackDetail, 'attachments'>>, publicUrl: string) {
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
      permalink: `${publicUrl}/issues/${issue.shortId}`,
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
