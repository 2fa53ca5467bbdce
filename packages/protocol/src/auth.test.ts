import { expect, test } from 'vitest';
import { readAuthHeader, readAuthQuery } from './auth.ts';

test.each([
  'Sentry sentry_key=abc_1, sentry_version=7, sentry_timestamp=1764.5, sentry_client=sentry-cli/x86_64',
  'sentry sentry_key=abc_1',
  'SENTRY sentry_version=7,sentry_key=abc_1',
  'Sentry  sentry_key="abc_1" , sentry_secret=x',
  'sentry_version=7,sentry_key=abc_1',
  'DSN https://abc_1@errors.example.org/1',
  'dsn http://abc_1:secret@host/path/1',
])('the key is found in %s', (header) => {
  expect(readAuthHeader(header)).toBe('abc_1');
});

test.each([
  '',
  'Bearer sentry_key=abc',
  'Basic YTpi',
  'Sentry',
  'Sentry sentry_key=',
  'Sentry sentry_key=../../x',
  `Sentry sentry_key=${'a'.repeat(65)}`,
  'DSN nonsense',
  `Sentry ${' '.repeat(100_000)}`,
])('no key is found in %j', (header) => {
  expect(readAuthHeader(header)).toBeNull();
});

test('the key is found in a query in any order', () => {
  expect(readAuthQuery('sentry_version=7&sentry_key=abc&sentry_client=sentry.javascript.node%2F11.12.0')).toBe('abc');
  expect(readAuthQuery('sentry_key=abc')).toBe('abc');
  expect(readAuthQuery('o=450&p=1187&r=us&hsts=0')).toBeNull();
  expect(readAuthQuery('not_sentry_key=abc')).toBeNull();
  expect(readAuthQuery('sentry_key=a%2Fb')).toBeNull();
});
