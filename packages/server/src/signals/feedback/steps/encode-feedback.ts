import { limits, readEventId, type EventId, type EventPayload } from '@seismo/protocol';
import { digestHash } from '#domain/error-digest/join.ts';
import { digestOf } from '#domain/error-digest/redacted.ts';
import { traceIdOf } from '#domain/normalize/trace-id.ts';
import { userKeyOf } from '#domain/normalize/user.ts';
import type { Item } from '#pipeline/steps.ts';
import type { FeedbackFacts } from '#store/state/contract.ts';

/** Makes the facts for the state store. The signed-in user is the author unless the feedback names another. */
export const encodeFeedback = (work: Item & { eventId: EventId; payload: EventPayload }): FeedbackFacts => {
  const { payload } = work;
  const { user } = payload;
  const digest = digestOf(payload) ?? '';
  return {
    projectId: work.origin.projectId,
    feedbackId: work.eventId,
    atMs: Math.round(payload.timestamp * 1000),
    message: textOf(payload, 'message'),
    name: textOf(payload, 'name') || (user?.name ?? user?.username ?? ''),
    email: textOf(payload, 'contact_email') || (user?.email ?? ''),
    url: textOf(payload, 'url') || (payload.request?.url ?? ''),
    source: textOf(payload, 'source') || 'api',
    eventId: readEventId(textOf(payload, 'associated_event_id')),
    eventHash: null,
    digest,
    digestHash: digest === '' ? null : digestHash(digest),
    // Normalization fills in `production`, which fits events but not reports of older SDKs.
    environment: work.item.kind === 'user_report' ? '' : (payload.environment ?? ''),
    release: payload.release ?? '',
    userKey: userKeyOf(user),
    traceId: traceIdOf(payload.contexts),
    replayId: readEventId(textOf(payload, 'replay_id')) ?? '',
    tags: Object.fromEntries(
      Object.entries(payload.tags)
        .filter(([key]) => !hasOwnPlace.has(key))
        .slice(0, limits.FEEDBACK_TAG_COUNT_MAX),
    ),
  };
};

const hasOwnPlace = new Set(['environment', 'release', 'level', 'user', 'url', 'digest']);

function textOf({ contexts }: EventPayload, key: string): string {
  const text = contexts['feedback']![key];
  return typeof text === 'string' ? text : '';
}
