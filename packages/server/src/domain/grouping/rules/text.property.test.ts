import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFingerprintRules, printFingerprintRules } from './fingerprint-text.ts';
import { parseStackRules, printStackRules } from './stack-text.ts';
import { stackKeys } from './syntax.ts';
import type { FingerprintRule, Matcher, MatcherKey, StackRule, Template } from './syntax.ts';

const words = fc.string({
  unit: fc.constantFrom(
    'a',
    'B',
    '*',
    '?',
    ' ',
    '"',
    '\\',
    'n',
    '\n',
    '\t',
    '#',
    '[',
    ']',
    '|',
    '-',
    '>',
    ':',
    '!',
    ',',
    '=',
    'ö',
    '😀',
    '{',
  ),
  minLength: 1,
  maxLength: 8,
});
const matcherOf = (keys: readonly MatcherKey[]): fc.Arbitrary<Matcher> =>
  fc.record({ key: fc.constantFrom(...keys), pattern: words, negated: fc.boolean() });
const eventKeys: MatcherKey[] = [
  ...stackKeys,
  'message',
  'logger',
  'level',
  'sdk',
  'release',
  'transaction',
  'tags.a-b',
];
const variable = fc
  .constantFrom('error.type', 'transaction', 'tags.plan', 'stack.function')
  .map((name) => ({ variable: name }));
// Adjacent texts merge, and a text that contains a variable becomes that variable.
const text = words.filter((word) => !word.includes('{'));
const template: fc.Arbitrary<Template> = fc.oneof(
  fc.constant<Template>([{ variable: 'default' }]),
  fc.tuple(text, variable, text),
  fc.tuple(variable),
  fc.tuple(text),
);
const unplaced = { line: 0, text: '' };
const fingerprintRule: fc.Arbitrary<FingerprintRule> = fc.record({
  line: fc.constant(0),
  text: fc.constant(''),
  matchers: fc.array(matcherOf(eventKeys), { minLength: 1, maxLength: 4 }),
  fingerprint: fc.array(template, { minLength: 1, maxLength: 4 }),
  title: fc.option(fc.tuple(text, variable)),
});
const stackRule: fc.Arbitrary<StackRule> = fc.record({
  line: fc.constant(0),
  text: fc.constant(''),
  caller: fc.option(matcherOf(stackKeys)),
  matchers: fc.array(matcherOf(stackKeys), { minLength: 1, maxLength: 4 }),
  callee: fc.option(matcherOf(stackKeys)),
  actions: fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant('mark' as const),
        range: fc.constantFrom('up' as const, 'down' as const, null),
        on: fc.boolean(),
        target: fc.constantFrom('app' as const, 'group' as const),
      }),
      fc.record({
        kind: fc.constant('count' as const),
        name: fc.constantFrom('max-frames' as const, 'min-frames' as const),
        count: fc.nat(999),
      }),
    ),
    { minLength: 1, maxLength: 3 },
  ),
});

test('fingerprint rules that are printed and read are the same', () => {
  fc.assert(
    fc.property(fc.array(fingerprintRule, { maxLength: 5 }), (rules) => {
      const { rules: read, problems } = parseFingerprintRules(printFingerprintRules(rules));
      expect(problems).toEqual([]);
      expect(read.map((rule) => ({ ...rule, ...unplaced }))).toEqual(rules);
    }),
  );
});

test('stack-trace rules that are printed and read are the same', () => {
  fc.assert(
    fc.property(fc.array(stackRule, { maxLength: 5 }), (rules) => {
      const { rules: read, problems } = parseStackRules(printStackRules(rules));
      expect(problems).toEqual([]);
      expect(read.map((rule) => ({ ...rule, ...unplaced }))).toEqual(rules);
    }),
  );
});

test('every text is either parsed or has a problem on an existing line', () => {
  const junk = fc.string({
    unit: fc.constantFrom(
      'a',
      'app',
      ':',
      '*',
      ' ',
      '"',
      '\\',
      '->',
      '[',
      ']',
      '|',
      '-',
      '+',
      '^',
      '{{',
      '}}',
      '\n',
      '#',
      '!',
      '=',
      'message:',
      'title="',
    ),
    maxLength: 60,
  });
  fc.assert(
    fc.property(junk, (written) => {
      const lines = written.split('\n');
      for (const { problems } of [parseFingerprintRules(written), parseStackRules(written)]) {
        for (const { line, column, length } of problems) {
          expect(lines[line - 1]).toBeDefined();
          expect(column).toBeGreaterThanOrEqual(1);
          expect(column).toBeLessThanOrEqual(lines[line - 1]!.length + 1);
          expect(length).toBeGreaterThanOrEqual(1);
        }
      }
    }),
    { numRuns: 2000 },
  );
});
