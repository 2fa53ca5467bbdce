import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EnvelopeError, type Envelope, type EnvelopeItem } from './envelope.ts';
import { headers, items } from './envelope-cases.ts';
import { readEnvelope } from './read.ts';
import { writeEnvelope } from './write.ts';

/** Payloads as plain arrays, so that a view and a copy compare by content. */
const plain = (list: readonly EnvelopeItem[]) => list.map((item) => ({ ...item, payload: [...item.payload] }));

function readOrFault(bytes: Uint8Array): Envelope | EnvelopeError {
  try {
    return readEnvelope(bytes);
  } catch (error) {
    if (error instanceof EnvelopeError) return error;
    throw error;
  }
}

test('written envelopes read back the same', () => {
  fc.assert(
    fc.property(headers, fc.array(items, { maxLength: 6 }), (header, list) => {
      const envelope = readEnvelope(writeEnvelope(header, list));
      expect(envelope.header).toEqual(header);
      expect(plain(envelope.items)).toEqual(plain(list));
      expect(envelope.broken).toBeNull();
    }),
  );
});

test('an envelope truncated at any byte keeps the complete items and is marked as broken', () => {
  fc.assert(
    fc.property(headers, fc.array(items, { minLength: 1, maxLength: 3 }), (header, list) => {
      const whole = writeEnvelope(header, list);
      const headerEnd = whole.indexOf(0x0a);
      for (let cut = 0; cut < whole.length; cut++) {
        const envelope = readOrFault(whole.subarray(0, cut));
        if (cut < headerEnd) {
          expect(envelope).toBeInstanceOf(EnvelopeError);
          continue;
        }
        if (envelope instanceof EnvelopeError) throw envelope;
        expect(plain(envelope.items)).toEqual(plain(list.slice(0, envelope.items.length)));
        // A cut between two items cannot be detected: the result is a complete, smaller envelope.
        const used = writeEnvelope(header, envelope.items).length;
        const spare = envelope.items.at(-1)?.payload.length === 0 ? 2 : 1;
        const atBoundary = cut <= used && cut >= used - spare;
        expect(envelope.broken === null).toBe(atBoundary);
      }
    }),
    { numRuns: 30 },
  );
});

test('junk is read as something or refused with an EnvelopeError, and every payload lies inside it', () => {
  const junk = fc.oneof(
    fc.uint8Array({ maxLength: 2000 }),
    fc
      .tuple(headers, fc.array(items, { maxLength: 4 }), fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 }))))
      .map(([header, list, changes]) => {
        const bytes = writeEnvelope(header, list);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        return bytes;
      }),
  );
  fc.assert(
    fc.property(junk, (bytes) => {
      const envelope = readOrFault(bytes);
      if (envelope instanceof EnvelopeError) return;
      let at = 0;
      for (const { payload } of envelope.items) {
        expect(payload.buffer).toBe(bytes.buffer);
        expect(payload.byteOffset).toBeGreaterThanOrEqual(at);
        at = payload.byteOffset + payload.length;
        expect(at).toBeLessThanOrEqual(bytes.byteOffset + bytes.length);
      }
    }),
    { numRuns: 500 },
  );
});
