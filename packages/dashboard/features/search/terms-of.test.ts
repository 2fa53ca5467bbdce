import { expect, test } from 'vitest';
import { termsOf, withTerm } from './terms-of.ts';

test.each([
  ['', []],
  ['is:unresolved', ['is:unresolved']],
  ['  is:unresolved   browser.name:Netscape ', ['is:unresolved', 'browser.name:Netscape']],
  ['!level:[error, fatal] "a basket" tags[a b]:"c d"', ['!level:[error, fatal]', '"a basket"', 'tags[a b]:"c d"']],
  ['times_seen:>=10 boom', ['times_seen:>=10', 'boom']],
])('the parts of %j are %j', (query, terms) => expect(termsOf(query)).toEqual(terms));

test.each(['a OR b', 'NOT is:resolved boom', 'level:error (a b)'])('%j is one part', (query) =>
  expect(termsOf(query)).toEqual([query]),
);

test.each([
  ['', 'plan:"team"'],
  [' level:error  boom', 'level:error boom plan:"team"'],
  ['level:error OR boom', '(level:error OR boom) plan:"team"'],
  ['(level:error OR boom) !(a b)', '(level:error OR boom) !(a b) plan:"team"'],
  ['a OR (b c)', '(a OR (b c)) plan:"team"'],
  ['boom plan:"team"', 'boom plan:"team"'],
])('a term is added to %j', (query, expected) => expect(withTerm(query, 'plan:"team"')).toBe(expected));
