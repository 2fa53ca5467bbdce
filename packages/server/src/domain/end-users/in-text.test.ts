import { expect, test } from 'vitest';
import type { EndUserIdentifier } from './identifiers.ts';
import { isEnvelopeOf, redactedOf } from './in-text.ts';

const envelope = (text: string, clientAddress: string | null = null) => ({
  clientAddress,
  body: new TextEncoder().encode(text),
});

test.each<[EndUserIdentifier, string, boolean]>([
  [{ kind: 'email', value: 'ada@example.com' }, '{"user":{"email":"Ada@Example.com"}}', true],
  [{ kind: 'email', value: 'ada@example.com' }, '{"contact_email": "ada@example.com"}', true],
  [{ kind: 'email', value: 'ada@example.com' }, '{"email":"grada@example.com"}', false],
  [{ kind: 'email', value: 'ada@example.com' }, '{"email":"ada@exampleXcom"}', false],
  [{ kind: 'id', value: '7' }, '{"user":{"id":"7"}}', true],
  [{ kind: 'id', value: '7' }, '{"user":{"id": 7}}', true],
  [{ kind: 'id', value: '7' }, '{"did":"7"}', true],
  [{ kind: 'id', value: '7' }, '{"user":{"id":77}}', false],
  [{ kind: 'id', value: '7' }, '{"lineno":"7"}', false],
  [{ kind: 'id', value: 'a"b' }, String.raw`{"id":"a\"b"}`, true],
  [{ kind: 'username', value: 'ada' }, '{"username":"ada"}', true],
  [{ kind: 'username', value: 'ada' }, '{"name":"ada"}', false],
  [{ kind: 'ip', value: '203.0.113.7' }, '{"ip_address":"203.0.113.7"}', true],
  [{ kind: 'ip', value: '203.0.113.7' }, '{"ip_address":"203.0.113.77"}', false],
])('%j in %s: %j', (identifier, text, isFound) => {
  expect(isEnvelopeOf([identifier])(envelope(text))).toBe(isFound);
});

test('an address is also that of the client', () => {
  const isTheirs = isEnvelopeOf([{ kind: 'ip', value: '203.0.113.7' }]);
  expect(isTheirs(envelope('{}', '203.0.113.7'))).toBe(true);
  expect(isTheirs(envelope('{}', '203.0.113.70'))).toBe(false);
});

test('only email and IP addresses are replaced in texts that stay', () => {
  const redacted = redactedOf([
    { kind: 'email', value: 'ada@example.com' },
    { kind: 'ip', value: '203.0.113.7' },
    { kind: 'id', value: 'error' },
  ]);
  expect(redacted('error of ADA@example.com at 203.0.113.7')).toBe('error of [Filtered] at [Filtered]');
  for (const other of ['grada@example.com', '203.0.113.77']) expect(redacted(other)).toBe(other);
});
