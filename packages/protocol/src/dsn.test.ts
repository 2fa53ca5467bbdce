import { expect, test } from 'vitest';
import { dsnAt, formatDsn, parseDsn, readProjectId } from './dsn.ts';
import type { ProjectId } from './ids.ts';

test('a DSN is read into its parts and written back the same', () => {
  for (const dsn of [
    'http://abc@localhost:8300/42',
    'https://a_1@errors.example.org/1',
    'https://k@host/some/prefix/42',
    'http://k@[2001:db8::1]:8300/7',
  ]) {
    expect(formatDsn(parseDsn(dsn)!)).toBe(dsn);
  }
  expect(parseDsn('https://k@host/some/prefix/42')).toEqual({
    protocol: 'https',
    publicKey: 'k',
    host: 'host',
    port: null,
    path: 'some/prefix',
    projectId: 42,
  });
});

test('the project ID is cut to its leading digits, secrets and queries are let go', () => {
  expect(parseDsn('https://k:secret@host/42abc')!.projectId).toBe(42);
  expect(parseDsn('https://k@host/p/42/?x=1')).toMatchObject({ projectId: 42, path: 'p' });
});

test('a DSN that SDKs refuse is invalid', () => {
  for (const text of [
    '',
    'http://host/1',
    'http://a-b@host/1',
    'http://k@host/',
    'http://k@host/abc',
    'http://k@host/0',
    'http://k@host/99999999999999999999',
    'ftp://k@host/1',
    'http://k@ho st/1',
    `http://k@host/${'a/'.repeat(5000)}1`,
  ]) {
    expect(parseDsn(text), text.slice(0, 60)).toBeNull();
  }
});

test('the DSN of a project follows the public address of the server', () => {
  expect(dsnAt('http://127.0.0.1:8300', 'k', 3 as ProjectId)).toBe('http://k@127.0.0.1:8300/3');
  expect(dsnAt('https://example.org/errors/', 'k', 3 as ProjectId)).toBe('https://k@example.org/errors/3');
});

test('a project ID is a positive whole number that fits', () => {
  expect(['1', '007', '0', '', '-1', '1.5', '9'.repeat(17)].map(readProjectId)).toEqual([
    1,
    7,
    null,
    null,
    null,
    null,
    null,
  ]);
});
