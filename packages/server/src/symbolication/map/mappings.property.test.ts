import { encodedMappings, traceSegment, TraceMap, type SourceMapSegment } from '@jridgewell/trace-mapping';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../testing/cpu.ts';
import { MappingsError, readMappings } from './mappings.ts';

const number = fc.integer({ min: 0, max: 300 });
const segment: fc.Arbitrary<SourceMapSegment> = fc.oneof(
  fc.tuple(number),
  fc.tuple(number, number, number, number),
  fc.tuple(number, number, number, number, number),
);
/** Columns differ, since readers do not agree on which of several segments at one place counts. */
const line = fc.uniqueArray(segment, { selector: ([column]) => column, maxLength: 400 });
const lines = fc.array(line, { maxLength: 5 });

const noNames = { version: 3 as const, names: [], sources: [] };
const read = (mappings: string) => readMappings(Buffer.from(mappings), 1_000_000);

test('finds the same positions as the bundlers’ own reader, in any order, near and far from its index', () => {
  fc.assert(
    fc.property(
      lines,
      fc.boolean(),
      fc.array(fc.tuple(fc.nat(5), fc.nat(310)), { maxLength: 40 }),
      (mappings, inOrder, places) => {
        if (inOrder) for (const each of mappings) each.sort(([one], [other]) => one - other);
        const encoded = encodedMappings(new TraceMap({ ...noNames, mappings: mappings.map((each) => [...each]) }));
        const ours = read(encoded);
        const theirs = new TraceMap({ ...noNames, mappings: encoded });
        for (const [at, column] of places) {
          const found = traceSegment(theirs, at, column);
          const expected =
            found && found.length > 1
              ? { source: found[1], line: found[2], column: found[3], name: found[4] ?? -1 }
              : null;
          expect(ours.find(at, column)).toEqual(expected);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('any text is read or refused, and lookups end', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'A C D g I z + / , ; , ; é'.split(' ')), maxLength: 300 });
  fc.assert(
    fc.property(letters, fc.nat(20), fc.nat(100), (text, at, column) => {
      try {
        read(text).find(at, column);
      } catch (error) {
        expect(error).toBeInstanceOf(MappingsError);
      }
    }),
  );
});

test('a long run of empty lines or of nothing is skipped, not walked', () => {
  const mappings = read(`AAAA${';'.repeat(5_000_000)}AACA`);
  expect(mappings.find(5_000_000, 9)).toMatchObject({ line: 1 });
  const looking = cpuMs(() => {
    for (let look = 0; look < 1000; look++) mappings.find(5_000_000, 9);
  });
  expect(looking).toBeLessThan(500);
});

test('a line of a million segments out of order is refused rather than sorted', () => {
  expect(() => read(`${'CAAA,'.repeat(400_000)}DAAA,${'CAAA,'.repeat(400_000)}`)).toThrow(MappingsError);
});
