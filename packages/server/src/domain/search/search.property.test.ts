import fc from 'fast-check';
import { expect, test } from 'vitest';
import { all, any, not, SearchSyntaxError, type Filter, type Search, type Term } from './ast.ts';
import { parseSearch } from './parse.ts';
import { printSearch } from './print.ts';
import { cpuMs } from '../../testing/cpu.ts';

const isKey = (name: string) => ['is', 'level', 'release', 'has'].includes(name);
const nowhere = { from: 0, to: 0 };
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    'OR',
    'AND',
    'NOT',
    '(a',
    'a)',
    'a b',
    '"',
    '\\',
    '!',
    ':',
    'is:',
    'x:y',
    '[a]',
    '>',
    '=',
    '>=5',
    '*',
    '',
  ),
);
const pieces = fc
  .array(text, { minLength: 1, maxLength: 3 })
  .map((drawn) => drawn.filter((piece, index) => piece !== '' || index === 0 || index === drawn.length - 1));
const value = pieces.map((drawn) => ({ pieces: drawn, ...nowhere }));
const key = fc.oneof(
  fc.constantFrom('is', 'level', 'release', 'browser.name', 'Other', '_x').map((name) => ({ key: name, tag: false })),
  fc.string({ minLength: 1, maxLength: 8 }).map((name) => ({ key: name, tag: true })),
  fc.constantFrom('a]', '"', 'a**]', 'is').map((name) => ({ key: name, tag: true })),
);
const filter: fc.Arbitrary<Filter> = fc
  .tuple(key, fc.constantFrom('=', '>', '>=', '<', '<='), fc.array(value, { minLength: 1, maxLength: 4 }))
  .map(([named, operator, values]) => ({
    kind: 'filter',
    ...named,
    operator,
    values: operator === '=' ? values : values.slice(0, 1),
    ...nowhere,
  }));
const phrase = pieces
  .filter((drawn) => drawn.some((piece) => piece.trim() !== ''))
  .map((drawn): Term => ({ kind: 'words', pieces: drawn, phrase: true, ...nowhere }));
const word = fc
  .constantFrom('timeout', 'TypeError:', 'foo(bar)', 'a*b', '*a', 'x"y', 'orange', 'ANDroid', 'http://x/y', '-')
  .map((drawn): Term => ({ kind: 'words', pieces: drawn.split('*'), phrase: false, ...nowhere }));
const term = fc.oneof(filter, phrase, word);
const { search } = fc.letrec<{ search: Search }>((tie) => ({
  search: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'search' },
    term,
    fc.array(tie('search'), { minLength: 1, maxLength: 3 }).map((of) => all(of, nowhere)),
    fc.array(tie('search'), { minLength: 1, maxLength: 3 }).map((of) => any(of, nowhere)),
    tie('search').map((of) => not(of, nowhere)),
  ),
}));

/** Positions depend on the text; compare only the meaning. */
function withoutSpans(one: Search): unknown {
  return JSON.parse(JSON.stringify(one, (name, inner) => (name === 'from' || name === 'to' ? undefined : inner)));
}

test('a printed search parses to the same search', () => {
  fc.assert(
    fc.property(search, (one) => {
      const printed = printSearch(one);
      fc.pre(printed.length <= 1000);
      expect(withoutSpans(parseSearch(printed, isKey)), printed).toEqual(withoutSpans(one));
    }),
    { numRuns: 1000 },
  );
});

test('any text parses or has an error inside of it, and parsed text prints as the same search', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '!',
      '"',
      '[',
      ']',
      ',',
      ':',
      ' ',
      '(',
      ')',
      '\\',
      '*',
      '>',
      'is:',
      ' OR ',
      ' AND ',
      'NOT ',
      'tags[',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (drawn) => {
      const written = drawn.join('');
      let read: Search;
      try {
        read = parseSearch(written, isKey);
      } catch (error) {
        expect(error).toBeInstanceOf(SearchSyntaxError);
        const { from, to } = (error as SearchSyntaxError).problem;
        expect(from).toBeLessThan(to);
        expect(from).toBeLessThanOrEqual(written.length);
        return;
      }
      expect(withoutSpans(parseSearch(printSearch(read), isKey))).toEqual(withoutSpans(read));
    }),
    { numRuns: 3000 },
  );
});

test('hostile text costs no more than its length', () => {
  for (const hostile of ['!', '(', 'NOT ', '[', '"', 'a:[', '*', 'tags[', 'a OR ', '((((']) {
    const read = () => {
      try {
        parseSearch(hostile.repeat(1000).slice(0, 1000), isKey);
      } catch (error) {
        expect(error).toBeInstanceOf(SearchSyntaxError);
      }
    };
    expect(cpuMs(read)).toBeLessThan(200);
  }
});
