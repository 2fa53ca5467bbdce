import { expect, test } from 'vitest';
import { rawParamsOf } from './raw-params.ts';
import { readIssueFilter } from './search-params.ts';

test('parameters of a URL are kept, everything else is left out', () => {
  expect(rawParamsOf({ query: 'is:new', project: ['a', 7, null, 'b'], range: 14, sort: { a: 1 } })).toEqual({
    query: 'is:new',
    project: ['a', 'b'],
  });
});

test.each([undefined, null, 7, 'query', [], [['query']], { query: 7 }, { project: {} }, { query: { slice: 1 } }])(
  'a list can be read from any value: %j',
  (given) => expect(readIssueFilter(rawParamsOf(given)).query).toBe('is:unresolved'),
);
