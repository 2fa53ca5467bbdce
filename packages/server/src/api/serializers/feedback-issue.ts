import type { FeedbackDetail, FeedbackStatus, FeedbackView } from '#query/feedback/views.ts';
import { attachmentShape } from './event.ts';
import { subscriptionShape } from './issue-status.ts';
import { permalinkOf } from './permalink.ts';

/**
 * Feedback for Sentry's tools: an issue of the category `feedback` with one event. Its IDs differ from those of issues:
 * issue numbers have fewer digits, and the number in a short ID never starts with 0.
 */
const ID_OFFSET = 1_000_000_000_000_000;

/** The feedback that an ID or a short ID of this form names; `null` for every other name. */
export function feedbackIdOf(name: string): number | null {
  const [, number] = /^.+-0(\d{1,15})$/.exec(name) ?? [];
  if (number !== undefined) return Number(number);
  return /^1\d{15}$/.test(name) ? Number(name) - ID_OFFSET : null;
}

const statuses: Record<FeedbackStatus, { status: string; substatus: string }> = {
  open: { status: 'unresolved', substatus: 'ongoing' },
  done: { status: 'resolved', substatus: '' },
  spam: { status: 'ignored', substatus: 'archived_forever' },
};

export function feedbackIssueShape(view: FeedbackView, publicUrl: string) {
  const { id, name, email, message, source, eventId, userKey, release, project } = view;
  const { status, substatus } = statuses[view.status];
  const seen = new Date(view.atMs).toISOString();
  return {
    id: String(ID_OFFSET + id),
    shortId: `${project.slug.toUpperCase()}-0${id}`,
    title: 'User Feedback',
    culprit: view.url,
    permalink: permalinkOf(publicUrl, project.organization, ID_OFFSET + id),
    level: 'info',
    status,
    substatus: substatus || null,
    statusDetails: {},
    isUnhandled: false,
    firstSeen: seen,
    lastSeen: seen,
    count: '1',
    userCount: userKey === '' ? 0 : 1,
    project: { id: String(project.id), slug: project.slug, name: project.name, platform: project.platform },
    platform: project.platform,
    metadata: {
      title: 'User Feedback',
      value: message,
      message,
      name: name || null,
      contact_email: email || null,
      source: source || null,
      associated_event_id: eventId,
    },
    type: 'generic',
    issueType: 'feedback',
    issueCategory: 'feedback',
    lastRelease: release === '' ? null : { version: release },
    logger: null,
    isPublic: false,
    annotations: [],
    assignedTo: null,
    priority: null,
    isBookmarked: false,
    ...subscriptionShape(null),
    numComments: 0,
    shareId: null,
  };
}

/** Its one event. */
export function feedbackEventShape(view: FeedbackDetail) {
  const { project } = view;
  const { id, feedbackId, message, name, email, url, source, eventId, tags, attachments, environment, release } = view;
  const at = new Date(view.atMs).toISOString();
  return {
    id: feedbackId,
    eventID: feedbackId,
    groupID: String(ID_OFFSET + id),
    projectID: String(project.id),
    type: 'generic',
    title: 'User Feedback',
    message,
    culprit: url,
    location: null,
    level: 'info',
    platform: project.platform,
    logger: null,
    dist: null,
    release: release === '' ? null : { version: release },
    environment: environment || null,
    dateCreated: at,
    dateReceived: at,
    entries: [],
    tags: Object.entries(tags).map(([key, value]) => ({ key, value })),
    user:
      name || email ? { id: null, name: name || null, email: email || null, username: null, ip_address: null } : null,
    contexts: {
      feedback: { message, name, contact_email: email, url, source, associated_event_id: eventId },
    },
    context: {},
    packages: {},
    sdk: null,
    metadata: { title: 'User Feedback', value: message },
    fingerprints: [],
    errors: [],
    attachments: attachments.map((attachment) => attachmentShape(attachment, feedbackId)),
    _meta: {},
    occurrence: null,
    nextEventID: null,
    previousEventID: null,
  };
}
