import { expect, test } from 'vitest';
import { uniqueNames } from './group-names.ts';

test('groups are named by their values, and their names differ', () => {
  expect(uniqueNames([['db', null], ['db', ''], [500], ['500'], [['TypeError']], [[]]])).toEqual([
    'db, none',
    'db, ""',
    '500',
    '500 (4)',
    'TypeError',
    'none',
  ]);
});
