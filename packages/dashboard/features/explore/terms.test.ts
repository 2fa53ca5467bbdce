import type { TableValue } from '@seismo/server';
import { expect, test } from 'vitest';
import { fieldTerms, queryWith, queryWithout } from './terms.ts';

test.each<[name: string, value: TableValue, term: string]>([
  ['span.op', 'db', 'span.op:"db"'],
  ['name', String.raw`a "b" * \ `, String.raw`name:"a \"b\" \* \\ "`],
  ['http.response.status_code', 500, 'http.response.status_code:"500"'],
  ['is_transaction', true, 'is_transaction:"true"'],
  ['span.duration', 1.5, 'span.duration:1.5ms'],
  ['service.name', null, '!has:"service.name"'],
  ['odd ]name', 'x', 'tags["odd ]name"]:"x"'],
  ['tags[rows,number]', 3, 'tags["rows,number"]:"3"'],
  ['tags[name]', null, '!has:"name"'],
  ['error.type', ['TypeError'], 'error.type:"TypeError"'],
  ['error.type', [], '!has:"error.type"'],
])('the term of %s %j is %s', (name, value, term) => expect(fieldTerms(name, value)).toEqual([term]));

test('an empty text is not a missing attribute', () => {
  const terms = fieldTerms('plan', '');
  expect(terms).toEqual(['has:"plan"', 'plan:""']);
  expect(fieldTerms('tags[plan]', '')).toEqual(['has:"plan"', 'tags["plan"]:""']);
  expect(queryWith('checkout', terms)).toBe('checkout has:"plan" plan:""');
  expect(queryWithout('', terms)).toBe('!(has:"plan" plan:"")');
});

test('a group is added to a search, or excluded from it', () => {
  const terms = ['span.op:"db"', '!has:"user"'];
  expect(queryWith('checkout', terms)).toBe('checkout span.op:"db" !has:"user"');
  expect(queryWith('a OR b', terms)).toBe('(a OR b) span.op:"db" !has:"user"');
  expect(queryWithout('checkout', terms)).toBe('checkout !(span.op:"db" !has:"user")');
  expect(queryWithout('', ['span.op:"db"'])).toBe('!span.op:"db"');
  expect(queryWithout('', ['!has:"user"'])).toBe('has:"user"');
  expect(queryWithout('checkout', [])).toBe('checkout');
});
