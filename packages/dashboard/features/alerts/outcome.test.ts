import type { DeliveryView } from '@seismo/server';
import { expect, test } from 'vitest';
import { isUnderWay, outcomeOf, suppressionText } from './outcome.ts';

const delivery = (status: DeliveryView['status'], attempts = 0): DeliveryView => ({
  id: 1,
  isEscalation: false,
  to: { name: 'Ada', detail: 'ada@shop.test' },
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
const fired = { ruleId: 1, ruleName: 'Regression', when: 'A regression', owner: null, suppressed: null };
const textOf = (...deliveries: DeliveryView[]) => outcomeOf({ matches: [fired], deliveries }).text;

test('the outcome of an alert is the worst of its messages', () => {
  expect(textOf(delivery('sent'), delivery('sent'))).toBe('Sent to 2 recipients');
  expect(textOf({ ...delivery('sent'), to: { name: '#web', detail: 'Slack' } })).toBe('Sent to 1 recipient');
  expect(textOf(delivery('sent'), delivery('queued'))).toBe('Queued');
  expect(textOf(delivery('sent'), delivery('queued', 1))).toBe('Trying again');
  expect(textOf(delivery('sent'), delivery('sending', 1), delivery('failed'))).toBe('Failed');
  expect(textOf(delivery('failed'), delivery('failed'))).toBe('2 failed');
});

test('an alert without a message says why', () => {
  const repeated = { ...fired, suppressed: 'repeated' as const };
  expect(outcomeOf({ matches: [repeated], deliveries: [] }).text).toBe('Not sent: repeated');
  const nowhere = { ...fired, suppressed: 'no-recipient' as const };
  expect(outcomeOf({ matches: [nowhere], deliveries: [] }).text).toBe('Not sent: no recipient');
  expect(suppressionText('no-recipient', { metric: null })).toContain('muted');
  expect(textOf(delivery('canceled'))).toBe('Not sent');
});

test('the reason names the issue or the metric, and no time that a rule can change', () => {
  const metric = {
    level: 'critical',
    isReminder: false,
    condition: '',
    reading: '',
    openSinceMs: 0,
    spansPath: null,
  } as const;
  expect(suppressionText('repeated', { metric: null })).toBe(
    'The same rule sent a message about this issue shortly before.',
  );
  expect(suppressionText('flapping', { metric: null })).toContain('two messages about this issue within 24 hours');
  expect(suppressionText('repeated', { metric })).toContain('about this metric');
  expect(suppressionText('flapping', { metric })).toContain('10 messages about this metric within 24 hours');
});

test('a message is under way unless it is sent much later', () => {
  const queued = delivery('queued');
  expect(isUnderWay([queued], 0)).toBe(true);
  expect(isUnderWay([{ ...queued, dueAtMs: 90_000 }], 0)).toBe(false);
  expect(isUnderWay([delivery('sent'), delivery('failed')], 0)).toBe(false);
});
