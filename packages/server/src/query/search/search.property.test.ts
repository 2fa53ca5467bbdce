import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearch } from './parse.ts';
import { printSearch, UnreadableSearch, type Search, type Term } from './syntax.ts';

const keys = ['is', 'level', 'release'];
const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom('OR', 'AND', '(a', 'a b', '"', '\\', '!', ':', 'is:', 'x:y', '[a]', 'TypeError:'),
);
const term: fc.Arbitrary<Term> = fc.oneof(
  fc.record({
    kind: fc.constant('filter' as const),
    negated: fc.boolean(),
    key: fc.constantFrom(...keys, 'browser.name', 'Other'),
    values: fc.array(text, { minLength: 1, maxLength: 4 }),
    offset: fc.constant(0),
  }),
  fc.record({ kind: fc.constant('text' as const), negated: fc.boolean(), text, offset: fc.constant(0) }),
);
const search: fc.Arbitrary<Search> = fc.record({ terms: fc.array(term, { maxLength: 6 }) });

function withoutOffsets({ terms }: Search): Search {
  return { terms: terms.map((one) => ({ ...one, offset: 0 })) };
}

test('what is printed reads back as the same search', () => {
  fc.assert(
    fc.property(search, (one) => {
      expect(withoutOffsets(parseSearch(printSearch(one), keys))).toEqual(one);
    }),
    { numRuns: 500 },
  );
});

test('any text is read or has a problem inside of it, never anything else', () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom('!', '"', '[', ']', ',', ':', ' ', '(', '\\', 'is:', 'OR'));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const written = pieces.join('');
      try {
        const { terms } = parseSearch(written, keys);
        for (const { offset } of terms) expect(offset).toBeLessThan(written.length);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableSearch);
        expect((error as UnreadableSearch).problem.offset).toBeLessThanOrEqual(written.length);
      }
    }),
    { numRuns: 1000 },
  );
});
