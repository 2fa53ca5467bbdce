import { expect, test } from 'vitest';
import { termsOf } from './terms-of.ts';

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
