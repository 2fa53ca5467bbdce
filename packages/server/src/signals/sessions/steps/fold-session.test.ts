import { expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { Ended } from '#pipeline/steps.ts';
import { itemOf } from '../../../testing/items.ts';
import type { SessionFacts } from '../rows.ts';
import { foldSession } from './fold-session.ts';

const receivedAtMs = Date.parse('2026-11-21T10:00:00Z');

/** The sessions, and the number of records with each outcome. */
function fold(raw: object) {
  const item = itemOf('sessions', new Uint8Array());
  const origin = { ...item.origin, receivedAtMs, clientAddress: '203.0.113.7' };
  const folded = foldSession({ ...item, origin, raw, clockSkewMs: 0 });
  const { records } = item;
  const sessions: SessionFacts[] = folded instanceof Ended ? [] : folded;
  records.endRest(folded instanceof Ended ? folded.disposition : { outcome: 'stored', reason: '' });
  const outcomes = records.ended.map(({ disposition: { outcome, reason }, quantity }) => [outcome, reason, quantity]);
  return { sessions, outcomes };
}

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
  expect(fold(single).sessions).toEqual([
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
  expect(fold({ ...single, did: 'u-1' }).sessions[0]?.userKey).toBe('id:u-1');
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
  expect(fold({ ...single, status, errors }).sessions[0]).toMatchObject({ ...none, [counted]: 1 });
});

test('aggregates are rows without an ID; each empty, malformed or excess one has its own outcome', () => {
  const minute = { started: '2026-11-21T09:59:00.000Z', exited: 15, errored: 2, crashed: 1, abnormal: -3 };
  const many = Array.from({ length: limits.SESSION_AGGREGATE_COUNT_MAX + 50 }, () => minute);
  const { sessions, outcomes } = fold({ aggregates: [{ exited: 0 }, 7, ...many], attrs: { release: 'r' } });
  expect(sessions).toHaveLength(limits.SESSION_AGGREGATE_COUNT_MAX - 2);
  expect(sessions[0]).toMatchObject({
    sessionId: '',
    environment: 'production',
    exited: 15,
    errored: 2,
    crashed: 1,
    abnormal: 0,
  });
  expect(outcomes).toEqual([
    ['too-large', 'count', 52],
    ['invalid', 'shape', 2],
    ['stored', '', limits.SESSION_AGGREGATE_COUNT_MAX - 2],
  ]);
});

test.each([
  [1, { ...single, attrs: {} }],
  [1, { ...single, sid: '../../etc' }],
  [1, { aggregates: 'x' }],
  [1, { aggregates: [] }],
  [5, { aggregates: [{}, {}, {}, {}, {}], attrs: { release: 'r' } }],
  [2, { aggregates: [{ exited: 1 }, { exited: 1 }] }],
])('%i records cannot be counted without a release, an ID or a count', (count, raw) => {
  expect(fold(raw)).toEqual({ sessions: [], outcomes: [['invalid', 'shape', count]] });
});

test('a start that cannot be true becomes the time of arrival', () => {
  expect(fold({ ...single, started: '1999-01-01T00:00:00Z' }).sessions[0]?.startedAtMs).toBe(receivedAtMs);
});
