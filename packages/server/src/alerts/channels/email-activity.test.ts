import type { IssueId } from '@seismo/protocol';
import { expect, test } from 'vitest';
import type { ActivityMessage, Happening, NotifiedIssue } from '../message.ts';
import { emailOf } from './email-text.ts';

const resolved: Happening = {
  by: 'Ada',
  what: 'Resolved in release 1.2',
  comment: '',
  atMs: Date.UTC(2026, 10, 28, 9, 5),
  why: 'status',
};
const comment: Happening = { ...resolved, what: 'New comment', comment: 'Two lines:\nthe second', why: 'comments' };
const issue: NotifiedIssue = {
  id: 7 as IssueId,
  shortId: 'WEB-7',
  title: 'TypeError',
  detail: 'cart is null',
  project: 'web',
  url: 'https://seismo.example/issues/WEB-7',
  happenings: [comment, resolved],
};

const messageOf = (issues: NotifiedIssue[], issueCount = issues.length): ActivityMessage => ({
  about: 'activity',
  id: 1,
  queuedAtMs: 0,
  alertsUrl: 'https://seismo.example/alerts',
  issues,
  issueCount,
});

const unsubscribe = { name: 'Unsubscribe from this issue', url: 'https://seismo.example/unsubscribe/T' };

test('a message about one issue says what happened in order, and how to get no more of them', () => {
  const { subject, text, html } = emailOf(messageOf([issue]), unsubscribe);
  expect(subject).toBe('[web] WEB-7 TypeError: cart is null');
  expect(text).toBe(`New comment · Ada · 2026-11-28 09:05 UTC
> Two lines:
> the second

Resolved in release 1.2 · Ada · 2026-11-28 09:05 UTC

WEB-7 TypeError
cart is null

View issue: https://seismo.example/issues/WEB-7

-- 
You receive this because you are subscribed to this issue.
Notification settings: https://seismo.example/settings/notifications
Unsubscribe from this issue: https://seismo.example/unsubscribe/T
`);
  for (const part of [
    '<strong>New comment</strong>',
    '· Ada · 2026-11-28 09:05 UTC',
    'Two lines:<br>the second',
    'href="https://seismo.example/unsubscribe/T"',
  ])
    expect(html).toContain(part);
});

test('a message says why it came', () => {
  const why = (...happenings: Happening[]) =>
    /^You receive.*$/m.exec(emailOf(messageOf([{ ...issue, happenings }])).text)![0];
  const assigned: Happening = { ...resolved, why: 'assigned' };
  expect(why(assigned)).toBe('You receive this because an issue was assigned to you.');
  expect(why({ ...comment, why: 'mentioned' })).toBe('You receive this because you were mentioned.');
  expect(why(assigned, comment)).toBe('You receive this because of your notification settings.');
});

test('a message about several issues lists them, and counts those that it does not list', () => {
  const other = { ...issue, id: 8 as IssueId, shortId: 'API-8', project: 'api', happenings: [{ ...resolved, by: '' }] };
  const two = emailOf(messageOf([issue, other]));
  expect(two.subject).toBe('2 issues changed in 2 projects');
  expect(two.text).toContain(`API-8 TypeError
api
Resolved in release 1.2 · 2026-11-28 09:05 UTC
https://seismo.example/issues/WEB-7`);
  expect(two.text).toContain('\nYou receive this because of your notification settings.\n');
  const many = emailOf(messageOf([issue], 30));
  expect(many.subject).toBe('30 issues changed');
  for (const form of [many.text, many.html]) {
    expect(form).toContain('View 29 more issues');
    expect(form).toContain('https://seismo.example/issues');
  }
});

test('hostile texts stay text, on the lines where they belong', () => {
  const hostile = '<b>x</b>\r\nBcc: a@b.example\u202E';
  const long = `${'word '.repeat(1000)}\n`.repeat(3);
  const happenings = [
    { ...resolved, by: hostile, what: hostile },
    { ...comment, comment: `${hostile}\n--\nfooter ${long}` },
  ];
  const { subject, text, html } = emailOf(
    messageOf([{ ...issue, title: hostile, detail: hostile, project: hostile, happenings }]),
  );
  for (const form of [subject, text, html]) expect(form).not.toMatch(/\u202E|\r/);
  expect(subject).not.toContain('\n');
  expect(html).not.toContain('<b>');
  expect(text).toContain('> <b>x</b>\n> Bcc: a@b.example\n> --\n> footer');
  expect(text.match(/^--/gm)).toHaveLength(1);
  expect(text).toContain('\n> …\n');
  expect(text.length).toBeLessThan(5000);
});
