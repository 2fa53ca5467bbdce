import { expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { readSession } from './rows.ts';

const receivedAtMs = Date.parse('2026-11-21T10:00:00Z');
const context = { receivedAtMs, clockSkewMs: 0, clientAddress: '203.0.113.7', userAddress: 'keep' as const };
const single = {
  sid: 'E410667F-0751-4D2C-A6D3-853481F6FFC1',
  init: true,
  started: '2026-11-21T09:59:00.000Z',
  status: 'ok',
  errors: 0,
  attrs: { release: 'shop@1', environment: 'staging', ip_address: '{{auto}}' },
};
const none = { exited: 0, errored: 0, crashed: 0, abnormal: 0 };

test('a session is one row with its ID, start and user', () => {
  expect(readSession(single, context)).toEqual([
    {
      release: 'shop@1',
      environment: 'staging',
      sessionId: 'e410667f07514d2ca6d3853481f6ffc1',
      userKey: 'ip:203.0.113.7',
      startedAtMs: receivedAtMs - 60_000,
      ...none,
      exited: 1,
    },
  ]);
  expect(readSession({ ...single, did: 'u-1' }, context)[0]?.userKey).toBe('id:u-1');
});

test.each([
  ['ok', 0, 'exited'],
  ['ok', 1, 'errored'],
  ['exited', 0, 'exited'],
  ['exited', 2, 'errored'],
  ['errored', 0, 'errored'],
  ['crashed', 1, 'crashed'],
  ['unhandled', 1, 'crashed'],
  ['abnormal', 0, 'abnormal'],
  [{}, 'x', 'exited'],
])('status %j with %j errors counts as %s', (status, errors, counted) => {
  expect(readSession({ ...single, status, errors }, context)[0]).toMatchObject({ ...none, [counted]: 1 });
});

test('aggregates are rows without an ID; empty and excess ones are left out', () => {
  const minute = { started: '2026-11-21T09:59:00.000Z', exited: 15, errored: 2, crashed: 1, abnormal: -3 };
  const many = Array.from({ length: limits.SESSION_AGGREGATE_COUNT_MAX + 50 }, () => minute);
  const rows = readSession({ aggregates: [{ exited: 0 }, 7, ...many], attrs: { release: 'r' } }, context);
  expect(rows).toHaveLength(limits.SESSION_AGGREGATE_COUNT_MAX - 1);
  expect(rows[0]).toMatchObject({
    sessionId: '',
    environment: 'production',
    exited: 15,
    errored: 2,
    crashed: 1,
    abnormal: 0,
  });
});

test('without a release, an ID or an object there is nothing to count', () => {
  for (const raw of [null, [], { ...single, attrs: {} }, { ...single, sid: '../../etc' }, { aggregates: 'x' }]) {
    expect(readSession(raw, context)).toEqual([]);
  }
});

test('a start that cannot be true becomes the time of arrival', () => {
  expect(readSession({ ...single, started: '1999-01-01T00:00:00Z' }, context)[0]?.startedAtMs).toBe(receivedAtMs);
});
