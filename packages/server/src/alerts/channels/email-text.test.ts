import { expect, test } from 'vitest';
import type { AlertedIssue, AlertMessage } from '../message.ts';
import { emailOf, oneLine } from './email-text.ts';

const issue: AlertedIssue = {
  id: 7,
  shortId: 'WEB-1A',
  title: 'TypeError: cart is null',
  detail: "Cannot read properties of null (reading 'items')",
  culprit: 'checkout/total.ts in sum',
  level: 'error',
  project: 'web',
  url: 'https://seismo.example/issues/7',
  reasons: [{ trigger: 'regression', ruleNames: ['Crashes', 'On call'] }],
  eventCount: 12_345,
  userCount: 1,
  firstSeenAtMs: Date.UTC(2026, 10, 27, 22, 14, 59),
  lastSeenAtMs: Date.UTC(2026, 10, 27, 22, 15),
  release: 'web@1.2.3',
  isFlapping: false,
};

function messageOf(issues: AlertedIssue[], issueCount = issues.length): AlertMessage {
  return {
    id: 1,
    queuedAtMs: 0,
    isTest: false,
    issues,
    issueCount,
    alertsUrl: 'https://seismo.example/alerts?a=1&b=2',
  };
}

/** What a reader sees. */
function seen(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return body
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name]!)
    .replace(/\s+/g, ' ');
}

const linksOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);

test('a message about one issue says why it came and what is known, in both forms', () => {
  const { subject, text, html } = emailOf(messageOf([issue]));
  expect(subject).toBe("[web] WEB-1A TypeError: cart is null: Cannot read properties of null (reading 'items')");
  expect(text).toBe(`Regressed after it was resolved · Rules “Crashes” and “On call”

TypeError: cart is null

Cannot read properties of null (reading 'items')

in checkout/total.ts in sum

Project:    web
Issue:      WEB-1A
Level:      Error
Events:     12,345
Users:      1
First seen: 2026-11-27 22:14 UTC
Release:    web@1.2.3

View issue: https://seismo.example/issues/7

-- 
You receive this because the alert rules “Crashes” and “On call” send to this address.
Manage alerts: https://seismo.example/alerts?a=1&b=2
`);
  for (const part of [
    'Regressed after it was resolved · Rules “Crashes” and “On call”',
    'TypeError: cart is null',
    "Cannot read properties of null (reading 'items')",
    'checkout/total.ts in sum',
    'Level Error Events 12,345 Users 1 First seen 2026-11-27 22:14 UTC Release web@1.2.3',
    'View issue',
    'You receive this because the alert rules “Crashes” and “On call” send to this address.',
  ]) {
    expect(seen(html)).toContain(part);
  }
  expect(new Set(linksOf(html))).toEqual(
    new Set(['https://seismo.example/issues/7', 'https://seismo.example/alerts?a=1&amp;b=2']),
  );
});

test('unknown facts are left out, and a flapping issue has a note', () => {
  const note = 'This issue keeps coming back. Seismo sends no more messages about it for 24 hours.';
  const known = emailOf(messageOf([issue]));
  const unknown = emailOf(
    messageOf([{ ...issue, release: '', detail: '', culprit: '', isFlapping: true, reasons: [] }]),
  );
  for (const each of ['text', 'html'] as const) {
    expect(known[each]).not.toContain(note);
    expect(known[each]).toContain('Release');
    expect(unknown[each]).toContain(note);
    expect(unknown[each]).not.toContain('Release');
    expect(unknown[each]).toContain('because an alert rule sends to this address');
  }
  expect(unknown.text).not.toMatch(/\n\n\n|^in /m);
});

test('the subject is the same for every message about an issue, and counts the issues of others', () => {
  const other = { ...issue, id: 8, shortId: 'API-2', project: 'api' };
  const later = { ...issue, reasons: [], eventCount: 99_999, lastSeenAtMs: 0, isFlapping: true };
  const subject = (...given: Parameters<typeof messageOf>) => emailOf(messageOf(...given)).subject;
  expect(subject([later])).toBe(subject([issue]));
  expect(subject([issue, issue])).toBe('[web] 2 issues need attention');
  expect(subject([issue, other, issue])).toBe('3 issues in 2 projects');
  // Nothing is known of the projects of the rest.
  expect(subject([issue, issue], 1200)).toBe('1,200 issues need attention');
  expect(subject([issue, other], 12)).toBe('12 issues in several projects');
});

test('a digest lists its issues, and counts the rest with a link to the alerts', () => {
  const issues = [1, 2].map((id) => ({
    ...issue,
    shortId: `WEB-${id}`,
    title: `Broken ${id}`,
    url: `https://seismo.example/issues/${id}`,
    isFlapping: id === 2,
    reasons: [{ trigger: 'new-issue' as const, ruleNames: [`Rule of ${id}`] }],
  }));
  const { text, html } = emailOf(messageOf(issues, 14));
  for (const form of [text, seen(html)]) {
    for (const part of [
      'WEB-1',
      'Broken 1',
      'WEB-2',
      'Broken 2',
      'A new issue',
      '12,345 events, 1 user',
      "Cannot read properties of null (reading 'items')",
      'View 12 more issues',
    ]) {
      expect(form).toContain(part);
    }
    expect(form).toContain('the alert rules “Rule of 1” and “Rule of 2” send');
    expect(form.match(/keeps coming back/g)).toHaveLength(1);
  }
  expect(linksOf(html)).toEqual([
    'https://seismo.example/issues/1',
    'https://seismo.example/issues/1',
    'https://seismo.example/issues/2',
    'https://seismo.example/issues/2',
    'https://seismo.example/alerts?a=1&amp;b=2',
    'https://seismo.example/alerts?a=1&amp;b=2',
  ]);
  const whole = emailOf(messageOf(issues));
  expect(whole.text + whole.html).not.toMatch(/more issue/);
  expect(emailOf(messageOf(issues, 3)).text).toContain('View 1 more issue: https://seismo.example/alerts');
  // Counts stay with their nouns at the end of a line.
  expect(html).toContain('12,345\u00A0events, 1\u00A0user<');
});

test('a test message has no issues and says what it is', () => {
  const { subject, text, html } = emailOf({ ...messageOf([], 0), isTest: true });
  expect(subject).toBe('Test message from Seismo');
  for (const form of [text, seen(html)]) expect(form).toContain('This is a test.');
});

test('texts from outside stay text: no markup, no lines of their own, no marks of direction', () => {
  const attack = `"'><img src=x onerror=alert(1)></a><script>x</script><!channel>\r\nView issue: https://evil.example\u2028\u202Etxt\u2066\u2069\u200E\u200F\u061C\0\x1B[31m&amp;`;
  const hostile: AlertedIssue = {
    ...issue,
    shortId: attack,
    title: attack,
    detail: attack,
    culprit: attack,
    project: attack,
    release: attack,
    reasons: [{ trigger: 'new-issue', ruleNames: [attack] }],
  };
  const harmless = { ...issue, reasons: [{ trigger: 'new-issue' as const, ruleNames: ['a'] }] };
  for (const issues of [1, 3].map((count) => (one: AlertedIssue) => Array.from({ length: count }, () => one))) {
    const [bad, good] = [emailOf(messageOf(issues(hostile))), emailOf(messageOf(issues(harmless)))];
    const tags = (html: string) => html.match(/<\/?[a-z]+/g);
    expect(tags(bad.html)).toEqual(tags(good.html));
    expect(linksOf(bad.html)).toEqual(linksOf(good.html));
    expect(seen(bad.html)).toContain('<script>x</script><!channel> View issue: https://evil.example');
    expect(bad.text.split('\n')).toHaveLength(good.text.split('\n').length);
    for (const part of Object.values(bad)) {
      expect(part).not.toMatch(/[\u061C\u200E\u200F\u2028\u202A-\u202E\u2066-\u2069]|(?!\n)\p{Cc}/u);
    }
    expect(bad.subject).not.toContain('\n');
  }
});

test('an address in a text of an event is within the link to the issue', () => {
  const address = 'https://evil.example/login';
  const hostile = { ...issue, title: address, detail: address, culprit: address, release: address };
  for (const [issues, count] of [
    [[hostile], 4],
    [[hostile, hostile], 4],
  ] as const) {
    const { html } = emailOf(messageOf([...issues]));
    const body = html.slice(html.indexOf('<body'));
    expect(body.split(address)).toHaveLength(count + 1);
    expect(body.replace(/<a href="https:\/\/seismo\.example\/issues\/7"[^>]*>.*?<\/a>/g, '')).not.toContain('evil');
  }
});

test('long texts are cut, however long', () => {
  const long = 'ab😀'.repeat(3_000_000);
  const { subject, text, html } = emailOf(
    messageOf([
      { ...issue, title: long, detail: long, culprit: long, project: long, release: long, shortId: long },
      { ...issue, reasons: [{ trigger: 'new-issue', ruleNames: Array.from({ length: 50 }, () => long) }] },
    ]),
  );
  expect(subject.length).toBeLessThanOrEqual(200);
  expect(text.length).toBeLessThan(5000);
  expect(html.length).toBeLessThan(20_000);
  const single = emailOf(messageOf([{ ...issue, title: long, detail: long }]));
  const longest = Math.max(...single.text.split('\n').map(({ length }) => length));
  expect(longest).toBeGreaterThan(990);
  expect(longest).toBeLessThanOrEqual(1000);
  expect(single.subject.length).toBe(200);
});

test('a cut does not split a character', () => {
  expect(oneLine('ab😀cd', 4)).toBe('ab…');
  expect(oneLine('ab😀cd', 5)).toBe('ab😀…');
  expect(oneLine('ab😀cd', 6)).toBe('ab😀cd');
  expect(oneLine('a\ud800b', 9)).toBe('a\ufffdb');
  expect(oneLine(' \t a \r\n b ', 9)).toBe('a b');
});
