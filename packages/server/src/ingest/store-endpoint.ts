import { limits, parseJson, readEventId, writeEnvelope, type EventId } from '@seismo/protocol';
import type { MemoryBudget } from './body-memory.ts';
import type { Inflater } from './inflate.ts';
import { IngestRefusal } from './refuse.ts';

/**
 * Wraps the body of the legacy store endpoint into an envelope: one event as JSON, or as base64 of zlib of JSON, which
 * the raven clients sent (getsentry/relay `endpoints/store.rs`, read 2026-11). An event without an ID gets one, also in
 * its payload, so that the sender can find it.
 */
export async function wrapStoreBody(
  body: Uint8Array,
  budget: MemoryBudget,
  inflater: Inflater,
  newEventId: () => EventId,
): Promise<Uint8Array> {
  // A valid event in base64 is never larger.
  if (body.length > 2 * limits.EVENT_BYTES_MAX) throw new IngestRefusal('item-too-large', { records: { event: 1 } });
  const json = startsLikeJson(body) ? body : await inflateBase64(body, budget, inflater);
  if (json.length > limits.EVENT_BYTES_MAX) throw new IngestRefusal('item-too-large', { records: { event: 1 } });
  const parsed = parseJson(json);
  if (!parsed.ok) {
    throw new IngestRefusal('not-an-event', {
      records: { event: 1 },
      disposition: { outcome: 'invalid', reason: parsed.why },
    });
  }
  const event = parsed.value;
  if (typeof event !== 'object' || event === null || Array.isArray(event)) {
    throw new IngestRefusal('not-an-event', {
      records: { event: 1 },
      disposition: { outcome: 'invalid', reason: 'shape' },
    });
  }
  const type = Object.hasOwn(event, 'type') && event['type'] === 'transaction' ? 'transaction' : 'event';
  const given = Object.hasOwn(event, 'event_id') ? (event['event_id'] ?? null) : null;
  const eventId = given === null ? newEventId() : readEventId(given);
  if (eventId === null) throw new IngestRefusal('invalid-event-id', { records: { event: 1 } });
  const payload = given === null ? withEventId(json, eventId, Object.keys(event).length > 0) : json;
  budget.reserve(payload.length);
  return writeEnvelope({ eventId }, [{ type, payload }]);
}

function startsLikeJson(body: Uint8Array): boolean {
  const first = body.find((byte) => byte > 0x20);
  if (first === undefined) throw new IngestRefusal('empty', { records: { event: 1 } });
  return !/[A-Za-z0-9+/]/.test(String.fromCharCode(first));
}

async function inflateBase64(body: Uint8Array, budget: MemoryBudget, inflater: Inflater): Promise<Uint8Array> {
  const compressed = Buffer.from(Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1'), 'base64');
  budget.reserve(compressed.length);
  try {
    return await inflater.whole(compressed, 'deflate', budget);
  } catch (error) {
    const isUnreadable = error instanceof IngestRefusal && error.disposition?.outcome === 'invalid';
    throw isUnreadable ? new IngestRefusal('not-an-event', { records: { event: 1 } }) : error;
  }
}

/** Written into the bytes before the last brace: of two equal keys JSON takes the last, and the rest stays as received. */
function withEventId(json: Uint8Array, eventId: EventId, hasFields: boolean): Uint8Array {
  const field = Buffer.from(`${hasFields ? ',' : ''}"event_id":"${eventId}"}`);
  const end = json.lastIndexOf(0x7d);
  const whole = new Uint8Array(end + field.length);
  whole.set(json.subarray(0, end));
  whole.set(field, end);
  return whole;
}
