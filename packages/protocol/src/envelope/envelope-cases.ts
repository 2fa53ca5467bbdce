import fc from 'fast-check';
import { itemCategories, itemKindOf } from '../items/kinds.ts';
import { readEventId } from '../ids.ts';
import type { EnvelopeHeader, EnvelopeItem } from './envelope.ts';

/** Generators of envelopes for the tests of reading and writing. */
const text = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength });
const bytes = fc.uint8Array({ maxLength: 200 });

export const headers: fc.Arbitrary<EnvelopeHeader> = fc.record({
  eventId: fc.option(fc.stringMatching(/^[0-9a-f]{32}$/).map((hex) => readEventId(hex)!)),
  dsn: fc.option(text(200)),
  sentAtMs: fc.option(fc.integer({ min: 0, max: Date.UTC(2100, 0) })),
  sdk: fc.option(fc.record({ name: text(40), version: text(20), inferIp: fc.option(text(10)) })),
  sampleRate: fc.option(fc.double({ min: 1e-6, max: 1, noNaN: true })),
});

export const items: fc.Arbitrary<EnvelopeItem> = fc
  .record({
    type: fc.oneof(fc.constantFrom(...Object.keys(itemCategories)), text(20)),
    filename: fc.option(text(50)),
    contentType: fc.option(text(50)),
    attachmentType: fc.option(text(50)),
    count: fc.integer({ min: 1, max: 1000 }),
    payload: bytes,
  })
  .map(({ count, ...item }) => {
    const kind = itemKindOf(item.type);
    return { ...item, kind, itemCount: ['span', 'log', 'trace_metric'].includes(kind) ? count : 1 };
  });
