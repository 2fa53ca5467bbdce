import type { DeliveryView } from '@seismo/server';
import { expect, test } from 'vitest';
import { stepsOf } from './steps.ts';

const alert = { release: null, happenedAtMs: 1000, decidedAtMs: 1200, isAtWindowEnd: false, isResolved: false };
const attempt = (number: number, startedAtMs: number, endedAtMs: number | null, answer = '') => ({
  number,
  startedAtMs,
  endedAtMs,
  answer,
});
const stepTexts = (change: Partial<DeliveryView>) =>
  stepsOf(alert, {
    id: 1,
    to: { name: 'Ada', detail: 'ada@shop.test' },
    isEscalation: false,
    status: 'sent',
    queuedAtMs: 1200,
    dueAtMs: 1200,
    endedAtMs: null,
    attempts: [],
    ...change,
  }).map(({ text, detail, after }) => [after, text, detail].filter(Boolean).join(' '));

test('a message that was sent has each step with its time', () => {
  expect(stepTexts({ attempts: [attempt(1, 1250, 2400, '250 OK')], endedAtMs: 2400 })).toEqual([
    '+0.0 s The issue changed.',
    '+0.2 s The rule fired.',
    '+0.2 s Queued.',
    '+0.3 s Attempt 1 started.',
    '+1.4 s Sent. 250 OK',
  ]);
});

test('an alert about numbers begins with the end of the time range, one about a release with its measurement', () => {
  const delivery = { id: 1, to: { name: '#web', detail: 'Slack' }, isEscalation: false, status: 'sent' as const };
  const times = { queuedAtMs: 1200, dueAtMs: 1200, endedAtMs: null, attempts: [] };
  const steps = stepsOf({ ...alert, isAtWindowEnd: true }, { ...delivery, ...times });
  expect(steps.map(({ text }) => text)).toEqual(['The time range ended.', 'The rule fired.', 'Queued.']);
  const release = { version: '1.2.0', environment: '', rating: 'bad' as const, reasons: [] };
  const measured = stepsOf({ ...alert, release, isAtWindowEnd: true }, { ...delivery, ...times });
  expect(measured[0]!.text).toBe('The release was measured.');
});

test('a message that waits has the answers so far and the time of the next attempt', () => {
  const attempts = [attempt(1, 1300, 1400, '451 Later'), attempt(2, 16_400, null)];
  expect(stepTexts({ status: 'queued', attempts, dueAtMs: 3_601_000 }).slice(3)).toEqual([
    '+0.3 s Attempt 1 started.',
    '+0.4 s Attempt 1 failed. 451 Later',
    '+15 s Attempt 2 started.',
    '+15 s Attempt 2 was cut short: the server stopped.',
    '+1 h Next attempt.',
  ]);
  expect(stepTexts({ status: 'sending', attempts }).at(-1)).toBe('+15 s Attempt 2 started.');
});

test('a message that waited already takes in the alert, and may be canceled', () => {
  expect(stepTexts({ status: 'canceled', queuedAtMs: 900, endedAtMs: 121_000 }).slice(2)).toEqual([
    '+0.2 s Added to a waiting message.',
    '+2 min Canceled.',
  ]);
  const attempts = [attempt(1, 1300, 1400, 'There is nothing to report any more.')];
  expect(stepTexts({ status: 'canceled', attempts, endedAtMs: 1400 }).slice(4)).toEqual([
    '+0.4 s Canceled. There is nothing to report any more.',
  ]);
});

test('an escalation says why it was sent', () => {
  expect(stepTexts({ isEscalation: true, queuedAtMs: 61_200 })).toEqual([
    '+0.0 s The issue changed.',
    '+0.2 s The rule fired.',
    '+1 min It was not acknowledged in time.',
    '+1 min Queued.',
  ]);
});

test('an alert about a resolved issue begins with that', () => {
  const delivery = { id: 1, to: { name: 'Ada', detail: '' }, isEscalation: false, status: 'sent' as const };
  const times = { queuedAtMs: 1200, dueAtMs: 1200, endedAtMs: null, attempts: [] };
  const [first, second] = stepsOf({ ...alert, isResolved: true }, { ...delivery, ...times });
  expect([first!.text, second!.text]).toEqual(['The issue was resolved.', 'The rule reports it.']);
});
