import { limits, readEventId, type EventPayload } from '@seismo/protocol';
import { digestHash } from '#domain/error-digest/join.ts';
import { digestOf } from '#domain/error-digest/redacted.ts';
import { traceIdOf } from '#domain/normalize/trace-id.ts';
import { userKeyOf } from '#domain/normalize/user.ts';
import type { Step } from '#pipeline/work.ts';

/** Turns the feedback into what the state store keeps. Who was signed in is who says it, unless they say otherwise. */
export const encodeFeedback: Step = (work) => {
  const payload = work.payload!;
  const { user } = payload;
  const digest = digestOf(payload) ?? '';
  work.feedback = {
    projectId: work.origin.projectId,
    feedbackId: work.eventId!,
    atMs: Math.round(payload.timestamp * 1000),
    message: said(payload, 'message'),
    name: said(payload, 'name') || (user?.name ?? user?.username ?? ''),
    email: said(payload, 'contact_email') || (user?.email ?? ''),
    url: said(payload, 'url') || (payload.request?.url ?? ''),
    source: said(payload, 'source') || 'api',
    eventId: readEventId(said(payload, 'associated_event_id')),
    eventHash: null,
    digest,
    digestHash: digest === '' ? null : digestHash(digest),
    // Normalization says `production` for whoever says nothing, which is an event's way, and not that of an older report.
    environment: work.item.kind === 'user_report' ? '' : (payload.environment ?? ''),
    release: payload.release ?? '',
    userKey: userKeyOf(user),
    traceId: traceIdOf(payload.contexts),
    replayId: readEventId(said(payload, 'replay_id')) ?? '',
    tags: Object.fromEntries(
      Object.entries(payload.tags)
        .filter(([key]) => !hasOwnPlace.has(key))
        .slice(0, limits.FEEDBACK_TAG_COUNT_MAX),
    ),
  };
  return null;
};

const hasOwnPlace = new Set(['environment', 'release', 'level', 'user', 'url', 'digest']);

function said({ contexts }: EventPayload, key: string): string {
  const text = contexts['feedback']![key];
  return typeof text === 'string' ? text : '';
}
