import { limits } from '@seismo/protocol';
import { expect, test } from 'vitest';
import type { MetricCondition } from './conditions.ts';
import type { AlertLevel } from './levels.ts';
import { evaluationAfter, reportAfter, whyNotReported, type Evaluation, type Report } from './reports.ts';

const minute = 60_000;
const condition: MetricCondition = {
  kind: 'metric',
  metric: 'events',
  windowMs: 5 * minute,
  comparison: 'value',
  direction: 'above',
  critical: 10,
  warning: 5,
  resolve: null,
  firesWithoutData: false,
  reportsEnd: true,
  reminderMs: null,
};
const rule = { condition, repeatMs: 10 * minute };
const at = (level: AlertLevel, minutes: number): Evaluation => {
  return { untilMs: minutes * minute, level, openSinceMs: level === 'ok' ? null : minute, value: 1, before: null };
};
const reported = (level: AlertLevel, minutes: number, isSent = true, isReminder = false) => {
  return { level, isReminder, untilMs: minutes * minute, isSent, isAcknowledged: false };
};

test('an alert is open from the first bad window to the first good one', () => {
  const values = [6, 11, 6, 5];
  let last: Evaluation | null = null;
  const open = values.map((value, index) => {
    last = evaluationAfter(condition, last, { value, before: null, hasData: true }, (index + 1) * minute);
    return last.openSinceMs;
  });
  expect(open).toEqual([minute, minute, minute, null]);
});

test('what gets worse is reported, and what gets milder is not', () => {
  expect(reportAfter(rule, null, at('warning', 1), [])).toEqual({
    level: 'warning',
    isReminder: false,
    untilMs: minute,
  });
  expect(reportAfter(rule, at('warning', 1), at('critical', 2), [reported('warning', 1)])?.level).toBe('critical');
  expect(reportAfter(rule, at('critical', 1), at('warning', 2), [reported('critical', 1)])).toBeNull();
  expect(reportAfter(rule, at('ok', 1), at('ok', 2), [])).toBeNull();
});

test('the end is reported if the rule says so and the beginning was sent', () => {
  const ended = (given: typeof rule, isSent: boolean) =>
    reportAfter(given, at('critical', 1), at('ok', 2), [reported('critical', 1, isSent)])?.level;
  expect(ended(rule, true)).toBe('ok');
  expect(ended(rule, false)).toBeUndefined();
  expect(ended({ ...rule, condition: { ...condition, reportsEnd: false } }, true)).toBeUndefined();
});

test('what was held back is tried again after the time between two messages', () => {
  const tried = (minutes: number) =>
    reportAfter(rule, at('critical', 1), at('critical', minutes), [reported('critical', 1, false)]);
  expect(tried(10)).toBeNull();
  expect(tried(11)).toEqual({ level: 'critical', isReminder: false, untilMs: 11 * minute });
});

test('a reminder follows the last message after its own time', () => {
  const reminded = (minutes: number, reminderMs: number | null) =>
    reportAfter({ ...rule, condition: { ...condition, reminderMs } }, at('critical', 1), at('critical', minutes), [
      reported('critical', 1),
      reported('critical', 6, true, true),
    ])?.isReminder;
  expect([reminded(10, 5 * minute), reminded(11, 5 * minute), reminded(100, null)]).toEqual([
    undefined,
    true,
    undefined,
  ]);
});

test('the same or a milder level is not sent again so soon, a more severe one is', () => {
  const why = (level: AlertLevel, sent: Report[], isReminder = false) =>
    whyNotReported(10 * minute, { level, isReminder, untilMs: 20 * minute }, sent);
  expect(why('critical', [reported('critical', 11)])).toBe('repeated');
  expect(why('critical', [reported('critical', 10)])).toBeNull();
  expect(why('warning', [reported('critical', 19)])).toBe('repeated');
  expect(why('critical', [reported('warning', 19)])).toBeNull();
  expect(why('no-data', [reported('critical', 19)])).toBe('repeated');
  expect(why('critical', [reported('ok', 19), reported('critical', 19, true, true)])).toBeNull();
  expect(why('critical', [reported('critical', 19)], true)).toBeNull();
  expect(why('ok', [reported('critical', 19)])).toBeNull();
});

test('so many messages in a day are enough, without ends and reminders', () => {
  const sent = Array.from({ length: limits.ALERT_METRIC_FLAP_COUNT_MAX }, (_, index) => reported('critical', index));
  const day = limits.ALERT_FLAP_WINDOW_MS / minute;
  const why = (given: Report[], minutes: number) =>
    whyNotReported(minute, { level: 'critical', isReminder: false, untilMs: minutes * minute }, given);
  expect(why(sent, 100)).toBe('flapping');
  expect(why(sent, day)).toBeNull();
  expect(why(sent.slice(1), 100)).toBeNull();
  expect(why([...sent.slice(1), reported('ok', 20), reported('critical', 21, true, true)], 100)).toBeNull();
});
