import { randomBytes } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredEvent } from '@seismo/protocol';
import { decodeBody, encodeBody } from './body.ts';

const storedWith = (extra: unknown) =>
  ({ event: { extra }, title: 'Error: no', culprit: 'pay' }) as unknown as StoredEvent;

test('a body is read back unchanged after any earlier body', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue({ noUnicodeString: false }), { minLength: 1 }), async (values) => {
      const events = values.map((value) => JSON.parse(JSON.stringify(storedWith(value))) as StoredEvent);
      const bodies = events.map(encodeBody);
      expect(await Promise.all(bodies.map(decodeBody))).toEqual(events);
    }),
  );
});

test('bodies of all sizes are read back: with context, at its limit and beyond it', async () => {
  for (const kilobytes of [0, 60, 190, 192, 255, 256, 257, 1000]) {
    const noise = storedWith(randomBytes((kilobytes * 1024 * 3) / 4).toString('base64'));
    expect(await decodeBody(encodeBody(noise)), `${kilobytes} KB of noise`).toEqual(noise);
    const accents = storedWith('é漢'.repeat(kilobytes * 100));
    expect(await decodeBody(encodeBody(accents)), `${kilobytes} KB of accents`).toEqual(accents);
  }
});

test('a body has its own buffer', () => {
  const first = encodeBody(storedWith('first'));
  const copy = first.slice();
  encodeBody(storedWith('second'));
  expect(first).toEqual(copy);
  expect(first.buffer.byteLength).toBe(first.byteLength);
});

test('bodies of versions without a dictionary are read', async () => {
  const stored = storedWith({ cart: 3 });
  expect(await decodeBody(new Uint8Array(zstdCompressSync(JSON.stringify(stored))))).toEqual(stored);
});

test('a body that dictionary 1 made once is read for ever', async () => {
  const body = Buffer.from('ASi1L/0hAUINAQAzgQMdxnKpSepAiHV+M2uBWAT8iE1GYm19tBwBk0rpYRc=', 'base64');
  expect(await decodeBody(body)).toEqual(storedWith({ cart: 3 }));
});

test('a body with a missing dictionary is an error', async () => {
  await expect(decodeBody(Uint8Array.of(39, 0x28, 0xb5, 0x2f, 0xfd))).rejects.toThrow('newer Seismo (dictionary 39)');
});
