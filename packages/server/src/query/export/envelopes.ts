import { buffer } from 'node:stream/consumers';
import { limits, writeEnvelope, type EventId, type ItemDraft, type ProjectId } from '@seismo/protocol';
import { streamAttachment } from '#store/blobs/attachment-bytes.ts';
import { decodeBody } from '#store/bodies/body.ts';
import type { Feedback, Project } from '#store/state/contract.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { QueryDeps } from '../deps.ts';
import { eventsOf, feedbackOf, sessionsOf } from './project-records.ts';

/**
 * What SDKs would send for the stored data: an envelope for each event, with its attachments, for each feedback, and for
 * each state of a session. Events and feedback keep their IDs and times, so that sending them again adds nothing.
 */
export async function* envelopesOf(deps: QueryDeps, project: Project): AsyncGenerator<Uint8Array> {
  for await (const { eventId, body } of eventsOf(deps, project)) {
    const { event } = await decodeBody(body);
    yield* envelopesWith(itemOf('event', event), eventId, await attachmentItems(deps, project.id, eventId));
  }
  for await (const feedback of feedbackOf(deps, project)) {
    const eventId = feedback.feedbackId;
    const attachments = await attachmentItems(deps, project.id, eventId);
    yield* envelopesWith(itemOf('feedback', feedbackEvent(feedback)), eventId, attachments);
  }
  for await (const session of sessionsOf(deps, project)) {
    yield writeEnvelope({}, [
      session.sessionId === '' ? itemOf('sessions', aggregateOf(session)) : itemOf('session', sessionOf(session)),
    ]);
  }
}

/** One envelope, or if it would be too large, one for each item. */
function* envelopesWith(item: ItemDraft, eventId: EventId, attachments: ItemDraft[]): Generator<Uint8Array> {
  const items = [item, ...attachments];
  const bytes = items.reduce((sum, { payload }) => sum + payload.byteLength, 0);
  const isSmall = bytes < limits.BODY_INFLATED_BYTES_MAX - limits.ENVELOPE_HEADER_BYTES_MAX;
  if (isSmall) yield writeEnvelope({ eventId }, items);
  else for (const each of items) yield writeEnvelope({ eventId }, [each]);
}

function itemOf(type: string, payload: object): ItemDraft {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  return { type, payload: bytes, filename: null, contentType: 'application/json', attachmentType: null };
}

/** Those whose content is stored. */
async function attachmentItems(
  { telemetry, blobs }: QueryDeps,
  projectId: ProjectId,
  eventId: EventId,
): Promise<ItemDraft[]> {
  const items: ItemDraft[] = [];
  const attachments = await telemetry.query('attachmentsOfEvent', { projectId, eventId });
  for (const { filename, contentType, attachmentType, bytes, blobKey } of attachments) {
    const stream = await streamAttachment(blobs, { blobKey, bytes });
    if (stream)
      items.push({ type: 'attachment', payload: await buffer(stream), filename, contentType, attachmentType });
  }
  return items;
}

function feedbackEvent(feedback: Feedback): object {
  const { feedbackId, atMs, message, name, email, url, source, eventId, environment, release, digest, tags } = feedback;
  return {
    event_id: feedbackId,
    timestamp: atMs / 1000,
    ...(environment && { environment }),
    ...(release && { release }),
    ...userOf(feedback.userKey),
    tags,
    contexts: {
      feedback: {
        message,
        ...(name && { name }),
        ...(email && { contact_email: email }),
        ...(url && { url }),
        ...(source && { source }),
        ...(eventId && { associated_event_id: eventId }),
        ...(feedback.replayId && { replay_id: feedback.replayId }),
      },
      ...(digest && { nextjs: { digest } }),
      ...(feedback.traceId && { trace: { trace_id: feedback.traceId, span_id: feedback.traceId.slice(16) } }),
    },
  };
}

/** The user of a user key. */
function userOf(userKey: string): object {
  const at = userKey.indexOf(':');
  const kind = userKey.slice(0, at);
  return userKey === '' ? {} : { user: { [kind === 'ip' ? 'ip_address' : kind]: userKey.slice(at + 1) } };
}

type Session = QueryRows['sessionsAfter'];

function sessionOf({ sessionId, startedAtMs, errored, crashed, abnormal, ...session }: Session): object {
  const status = crashed > 0 ? 'crashed' : abnormal > 0 ? 'abnormal' : 'exited';
  const started = new Date(startedAtMs).toISOString();
  return { sid: sessionId, init: true, started, status, errors: errored, ...ofUser(session) };
}

function aggregateOf({ startedAtMs, exited, errored, crashed, abnormal, ...session }: Session): object {
  const { did, attrs } = ofUser(session);
  const started = new Date(startedAtMs).toISOString();
  return { aggregates: [{ started, ...(did && { did }), exited, errored, crashed, abnormal }], attrs };
}

/** Sessions name their user by an ID, or by the address. */
function ofUser({ userKey, release, environment }: Pick<Session, 'userKey' | 'release' | 'environment'>) {
  const value = userKey.slice(userKey.indexOf(':') + 1);
  const isAddress = userKey.startsWith('ip:');
  return {
    ...(value !== '' && !isAddress && { did: value }),
    attrs: { release, environment, ...(isAddress && { ip_address: value }) },
  };
}
