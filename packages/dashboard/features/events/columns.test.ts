import type { EventHeadView } from '@seismo/server';
import { expect, test } from 'vitest';
import { columnName, columns, readColumns, valueIn } from './columns.ts';

const event = {
  environment: 'production',
  release: '',
  transaction: '/checkout',
  userKey: 'email:ann@acme.example',
  tags: { plan: 'team', environment: 'a tag' },
  attributes: { 'http.method': 'GET' },
} as unknown as EventHeadView;

test.each([
  ['environment', { key: 'environment', value: 'production' }],
  ['release', null],
  ['user', { key: 'user.email', value: 'ann@acme.example' }],
  ['transaction', { key: 'transaction', value: '/checkout' }],
  ['http.method', { key: 'http.method', value: 'GET' }],
  ['plan', { key: 'plan', value: 'team' }],
  ['browser.name', null],
  ['constructor', null],
])('the column %s has %j', (id, value) => expect(valueIn(event, id)).toEqual(value));

test('an event without a user has none', () => {
  for (const userKey of ['', 'ip:']) expect(valueIn({ ...event, userKey }, 'user')).toBeNull();
});

test('an account without a selection has the default columns, and one without columns has none', () => {
  expect(readColumns(null).map(columnName)).toEqual(['Environment', 'Release', 'User']);
  expect(readColumns([])).toEqual([]);
  expect(columnName('plan')).toBe('plan');
  expect(columns.map(({ id }) => columnName(id))).toEqual(columns.map(({ name }) => name));
});
