import { limits, readSpanId, type EventId, type EventPayload, type Grouping, type StoredEvent } from '@seismo/protocol';
import { encodeBody } from '#store/bodies/body.ts';
import { coverageOf } from '#symbolication/coverage.ts';
import { digestOf, knownDigestOf } from '#domain/error-digest/redacted.ts';
import { handledOf } from '#domain/normalize/exceptions.ts';
import { culpritOf, headlineOf } from '#domain/normalize/headline.ts';
import { traceIdOf } from '#domain/normalize/trace-id.ts';
import { userKeyOf } from '#domain/normalize/user.ts';
import type { IssueSeed, SearchText } from '#store/state/contract.ts';
import type { EventRow } from '#store/telemetry/contract.ts';
import type { EventItem } from '../event-item.ts';

/** An event that needs only its issue to be stored. */
export interface PreparedEvent {
  seed: IssueSeed;
  row: Omit<EventRow, 'issueId'>;
  texts: SearchText[];
  /** The digest of an event with the full error; `null` without a digest or with nothing else. */
  knownDigest: string | null;
  /** The event is grouped by its digest alone. */
  digestOnly: boolean;
}

interface GroupedEvent extends EventItem {
  eventId: EventId;
  payload: EventPayload;
  grouping: Grouping;
  title: string | null;
  earlierHash: string | null;
  searchTexts: SearchText[];
}

/**
 * Creates the event's row and issue facts, and counts it toward the spike limit. The rest of the item is released: a
 * megabyte of JSON may take more than twenty in memory, and a batch has many.
 */
export const encodeEvent = (work: GroupedEvent): PreparedEvent => {
  const { origin, payload, grouping } = work;
  const headline = work.title === null ? headlineOf(payload) : { title: work.title, type: work.title, value: '' };
  const culprit = culpritOf(payload);
  const handled = handledOf(payload.exception?.values ?? []) ?? null;
  const stored: StoredEvent = { event: payload, grouping, title: headline.title, culprit };
  const atMs = Math.round(payload.timestamp * 1000);
  const { organizationId, projectId } = origin;
  const prepared: PreparedEvent = {
    texts: work.searchTexts,
    knownDigest: knownDigestOf(payload),
    digestOnly: grouping.method === 'digest',
    seed: {
      organizationId,
      projectId,
      hash: grouping.hash,
      groupingVersion: grouping.version,
      earlierHash: work.earlierHash,
      level: payload.level,
      type: headline.type,
      value: headline.value,
      culprit,
      platform: payload.platform,
      handled,
      firstSeenAtMs: atMs,
    },
    row: {
      organizationId,
      projectId,
      hash: grouping.hash,
      eventId: work.eventId,
      atMs,
      receivedAtMs: origin.receivedAtMs,
      level: payload.level,
      platform: payload.platform,
      environment: payload.environment ?? '',
      release: payload.release ?? '',
      dist: payload.dist ?? '',
      transaction: payload.transaction ?? '',
      userKey: userKeyOf(payload.user),
      handled,
      title: headline.title,
      culprit,
      traceId: traceIdOf(payload.contexts),
      digest: digestOf(payload) ?? '',
      tags: payload.tags,
      attributes: attributesOf(payload),
      maps: coverageOf(payload),
      body: encodeBody(stored),
    },
  };
  work.spike.count(projectId, origin.receivedAtMs, 1);
  return prepared;
};

/** Fields that Sentry can search by although they are no tags. */
function attributesOf({ user, request, contexts, sdk, exception }: EventPayload): Record<string, string> {
  const attributes: Record<string, string> = {};
  const add = (name: string, value: unknown): void => {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text !== '') attributes[name] = text.slice(0, limits.TAG_VALUE_CHARS_MAX);
  };
  // Stored only for messages, because nearly all events are errors.
  if (!exception) add('event.type', 'default');
  add('error.type', exception?.values.at(-1)?.type);
  add('user.email', user?.email);
  add('user.username', user?.username);
  add('user.ip', user?.ip_address);
  add('http.method', request?.method);
  add('sdk.name', sdk?.name);
  add('sdk.version', sdk?.version);
  add('http.status_code', contexts['response']?.['status_code']);
  add('trace.span', readSpanId(contexts['trace']?.['span_id']));
  add('action.id', contexts['nextjs']?.['action_id']);
  return attributes;
}
