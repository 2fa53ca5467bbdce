import { expect, test } from 'vitest';
import { columns, readColumns } from './columns.ts';

test('columns appear in their order, unknown ones are left out, and the last one stays', () => {
  expect(readColumns(null)).toEqual(['trend', 'events', 'users', 'seen']);
  expect(readColumns(['users', 'nonsense', 'trend'])).toEqual(['trend', 'users', 'seen']);
  expect(readColumns([''])).toEqual(['seen']);
  expect(readColumns(columns.map(({ id }) => id))).toHaveLength(columns.length);
});
