import type { EnvelopeHeader, EnvelopeItem } from './envelope.ts';

/** The fields of an item that writing needs; any `EnvelopeItem` fits. */
export type ItemDraft = Pick<EnvelopeItem, 'type' | 'payload'> & Partial<EnvelopeItem>;

/**
 * Writes bytes that `readEnvelope` reads back as the same header and items. Every item gets a `length`, so payloads may
 * contain anything.
 */
export function writeEnvelope(header: Partial<EnvelopeHeader>, items: readonly ItemDraft[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [line(headerFields(header))];
  for (const item of items) parts.push(line(itemFields(item)), item.payload, newline);
  return joined(parts);
}

function headerFields({ eventId, dsn, sentAtMs, sdk, sampleRate }: Partial<EnvelopeHeader>): object {
  return {
    ...(eventId && { event_id: eventId }),
    ...(dsn !== null && dsn !== undefined && { dsn }),
    ...(sentAtMs !== null && sentAtMs !== undefined && { sent_at: new Date(sentAtMs).toISOString() }),
    ...(sdk && {
      sdk: {
        name: sdk.name,
        version: sdk.version,
        ...(sdk.inferIp !== null && { settings: { infer_ip: sdk.inferIp } }),
      },
    }),
    ...(typeof sampleRate === 'number' && { trace: { sample_rate: String(sampleRate) } }),
  };
}

function itemFields(item: ItemDraft): object {
  return {
    type: item.type,
    length: item.payload.length,
    ...(item.filename !== null && { filename: item.filename }),
    ...(item.contentType !== null && { content_type: item.contentType }),
    ...(item.attachmentType !== null && { attachment_type: item.attachmentType }),
    ...(item.itemCount !== undefined && item.itemCount !== 1 && { item_count: item.itemCount }),
  };
}

const utf8 = new TextEncoder();
const newline = Uint8Array.of(0x0a);

function line(fields: object): Uint8Array {
  return utf8.encode(`${JSON.stringify(fields)}\n`);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
