import { expect, test } from 'vitest';
import { readSearch } from './compile-search.ts';
import { facetOf } from './facet.ts';
import { printSearch } from './print.ts';

const level = { key: 'level', tag: false };

test.each([
  ['', '', [], 'level:error'],
  ['level:warning boom', 'boom', ['warning'], 'level:error boom'],
  ['is:new level:[error,fatal] boom', 'is:new boom', ['error', 'fatal'], 'is:new level:error boom'],
  ['level:error level:fatal', '', ['error', 'fatal'], 'level:error'],
  // What not every match has to have stays.
  ['a OR level:error', 'a OR level:error', [], '(a OR level:error) level:error'],
  ['!level:error', '!level:error', [], '!level:error level:error'],
  ['level:err*', 'level:err*', [], 'level:err* level:error'],
])('the search %j has the rest %j, the levels %j, and becomes %j', (text, others, selected, changed) => {
  const facet = facetOf(readSearch(text), level);
  expect(printSearch(facet.others)).toBe(others);
  expect(facet.selected).toEqual(selected);
  expect(facet.selecting(['error'])).toBe(changed);
  expect(facet.selecting([])).toBe(others);
});

test.each([
  ['', '!level:error'],
  ['boom', 'boom !level:error'],
  ['level:error boom', 'boom !level:error'],
  ['level:[error,fatal]', 'level:fatal !level:error'],
  ['a OR b', '(a OR b) !level:error'],
])('the search %j without errors is %j', (text, changed) => {
  expect(facetOf(readSearch(text), level).excluding('error')).toBe(changed);
});

test('several values are one term', () => {
  expect(facetOf(readSearch('boom'), level).selecting(['error', 'fatal'])).toBe('boom level:[error,fatal]');
});

test('values are written so that they are read back as themselves', () => {
  for (const value of ['a b', 'a*', '"', '[x,y]', '>5', 'a\\b', '(', 'OR']) {
    const plan = { key: 'my tag', tag: true };
    const facet = facetOf(readSearch(facetOf(readSearch('boom'), plan).selecting([value])), plan);
    expect(facet.selected).toEqual([value]);
    expect(facet.selecting([])).toBe('boom');
  }
});

test('a key has several names, and a tag with the name of a key is none of them', () => {
  expect(facetOf(readSearch('platform.name:node'), { key: 'platform', tag: false }).selected).toEqual(['node']);
  expect(facetOf(readSearch('tags[level]:x'), level).selected).toEqual([]);
});
