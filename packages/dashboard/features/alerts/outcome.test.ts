import type { DeliveryView } from '@seismo/server';
import { expect, test } from 'vitest';
import { isUnderWay, outcomeOf } from './outcome.ts';

const delivery = (status: DeliveryView['status'], attempts = 0): DeliveryView => ({
  id: 1,
  to: { name: 'Ada', email: 'ada@shop.test' },
  status,
  queuedAtMs: 0,
  dueAtMs: 0,
  endedAtMs: null,
  attempts: Array.from({ length: attempts }, (_, index) => ({
    number: index + 1,
    startedAtMs: 0,
    endedAtMs: 1,
    answer: '451 Try again later',
  })),
});
const fired = { ruleName: 'Regression', when: 'A regression', suppressed: null };
const textOf = (...deliveries: DeliveryView[]) => outcomeOf({ matches: [fired], deliveries }).text;

test('the outcome of an alert is the worst of its messages', () => {
  expect(textOf(delivery('sent'), delivery('sent'))).toBe('Sent to 2 people');
  expect(textOf(delivery('sent'), delivery('queued'))).toBe('Queued');
  expect(textOf(delivery('sent'), delivery('queued', 1))).toBe('Trying again');
  expect(textOf(delivery('sent'), delivery('sending', 1), delivery('failed'))).toBe('Failed');
  expect(textOf(delivery('failed'), delivery('failed'))).toBe('2 failed');
});

test('an alert without a message says why', () => {
  const repeated = { ...fired, suppressed: 'repeated' as const };
  expect(outcomeOf({ matches: [repeated], deliveries: [] }).text).toBe('Not sent: repeated');
  expect(textOf(delivery('canceled'))).toBe('Not sent');
});

test('a message is under way unless it is sent much later', () => {
  const queued = delivery('queued');
  expect(isUnderWay([queued], 0)).toBe(true);
  expect(isUnderWay([{ ...queued, dueAtMs: 90_000 }], 0)).toBe(false);
  expect(isUnderWay([delivery('sent'), delivery('failed')], 0)).toBe(false);
});
