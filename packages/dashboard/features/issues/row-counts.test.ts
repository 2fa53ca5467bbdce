import { expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { readRowCount, rowCounts } from './row-counts.ts';

test('a page has as many rows as were chosen, as long as they are offered', () => {
  expect([null, 50, 100, 200, 75, Number.NaN].map(readRowCount)).toEqual([50, 50, 100, 200, 50, 50]);
});

test('none is offered that the server does not send', () => {
  expect(Math.max(...rowCounts)).toBeLessThanOrEqual(limits.ISSUE_PAGE_COUNT_MAX);
});
