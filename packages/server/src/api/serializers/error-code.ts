import type { ErrorCodeView, LinkedEventView } from '#query/events/views.ts';
import { statusShape } from './issue-status.ts';

export function errorCodeShape({ code, digest, events, more, issues, otherTraceEvents }: ErrorCodeView) {
  return {
    code,
    digest,
    issues: issues.map(({ title, project, shortId, firstSeenAtMs, lastSeenAtMs, events: count, users, ...state }) => ({
      title,
      project,
      shortId,
      ...statusShape({ ...state, archive: null }),
      count,
      userCount: users,
      firstSeen: new Date(firstSeenAtMs).toISOString(),
      lastSeen: new Date(lastSeenAtMs).toISOString(),
    })),
    events: events.map(linkedEventShape),
    moreEvents: more,
    eventsOfSameTraces: otherTraceEvents.map(linkedEventShape),
  };
}

function linkedEventShape({ atMs, userKey, open, ...event }: LinkedEventView) {
  return {
    ...event,
    dateCreated: new Date(atMs).toISOString(),
    user: userKey || null,
    eventID: open?.eventId ?? null,
    issue: open?.shortId ?? null,
  };
}
