import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packRows, unpackRows } from './packed-rows.ts';

test('rows of any content and number arrive unchanged', () => {
  const numbers = fc.record({ issueId: fc.integer(), events: fc.maxSafeInteger() });
  const mixed = fc.record({ issueId: fc.integer(), at: fc.option(fc.integer()), text: fc.string() });
  fc.assert(
    fc.property(fc.oneof(fc.array(numbers), fc.array(mixed)), fc.integer({ min: 1, max: 300 }), (some, times) => {
      const rows: object[] = Array.from({ length: times }, () => some).flat();
      expect(unpackRows(structuredClone(packRows(rows)))).toEqual(rows);
    }),
  );
});

test('many numbers travel as columns', () => {
  expect(Array.isArray(packRows(Array.from({ length: 1000 }, (_, issueId) => ({ issueId }))))).toBe(false);
});
