import { expect, test } from 'vitest';
import type {
  AccountMessage,
  AlertedIssue,
  AlertedMetric,
  AlertedRelease,
  AlertMessage,
  ReleaseIssues,
} from '../message.ts';
import { emailOf } from './email-text.ts';
import { issue, metric, metricsMessageOf, release, releaseIssues, releasesMessageOf } from './http-channels.fixture.ts';
import { oneLine } from './words.ts';

function messageOf(issues: AlertedIssue[], issueCount = issues.length): AlertMessage {
  return {
    id: 1,
    queuedAtMs: 0,
    about: 'issues',
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
Mute a rule for yourself: https://seismo.example/alerts?a=1&b=2&view=rules
Notification settings: https://seismo.example/settings/notifications
`);
  for (const part of [
    'Regressed after it was resolved · Rules “Crashes” and “On call”',
    'TypeError: cart is null',
    "Cannot read properties of null (reading 'items')",
    'checkout/total.ts in sum',
    'Level Error Events 12,345 Users 1 First seen 2026-11-27 22:14 UTC Release web@1.2.3',
    'View issue',
    'You receive this because the alert rules “Crashes” and “On call” send to this address. Manage alerts Mute a rule for yourself',
  ]) {
    expect(seen(html)).toContain(part);
  }
  expect(new Set(linksOf(html))).toEqual(
    new Set([
      'https://seismo.example/issues/7',
      'https://seismo.example/alerts?a=1&amp;b=2',
      'https://seismo.example/alerts?a=1&amp;b=2&amp;view=rules',
      'https://seismo.example/settings/notifications',
    ]),
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
    reasons: [{ trigger: 'new-issue' as const, condition: '', ruleNames: [`Rule of ${id}`] }],
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
    'https://seismo.example/alerts?a=1&amp;b=2&amp;view=rules',
    'https://seismo.example/settings/notifications',
  ]);
  const whole = emailOf(messageOf(issues));
  expect(whole.text + whole.html).not.toMatch(/more issue/);
  expect(emailOf(messageOf(issues, 3)).text).toContain('View 1 more issue: https://seismo.example/alerts');
  // Counts stay with their nouns at the end of a line.
  expect(html).toContain('12,345\u00A0events, 1\u00A0user<');
});

test('a message about one metric says its level, what was measured and why it came, in both forms', () => {
  const { subject, text, html } = emailOf(metricsMessageOf([metric]));
  expect(subject).toBe('[web] Critical: Events above 100 in 1 hour');
  expect(text).toBe(`Critical · Rule “Error spike”

Events above 100 in 1 hour

Value:        142 events in 1 hour
Since:        2026-11-27 21:50 UTC
Project:      web
Filter:       level:error release:web@1.2.3
Environments: production and staging

View alert: https://seismo.example/alerts/5

-- 
You receive this because the alert rule “Error spike” sends to this address.
Manage alerts: https://seismo.example/alerts
Mute a rule for yourself: https://seismo.example/alerts?view=rules
Notification settings: https://seismo.example/settings/notifications
`);
  for (const part of [
    'Critical · Rule “Error spike”',
    'Events above 100 in 1 hour',
    'Value 142 events in 1 hour Since 2026-11-27 21:50 UTC Project web Filter level:error release:web@1.2.3 Environments production and staging',
    'View alert',
    'You receive this because the alert rule “Error spike” sends to this address.',
  ]) {
    expect(seen(html)).toContain(part);
  }
  expect(html).toMatch(/<span class="fatal"[^>]*>Critical</);
  expect(new Set(linksOf(html))).toEqual(
    new Set([
      metric.url,
      'https://seismo.example/alerts',
      'https://seismo.example/alerts?view=rules',
      'https://seismo.example/settings/notifications',
    ]),
  );
});

test('a message about spans links to them, and their filter is no part of the markup', () => {
  const spansUrl = 'https://seismo.example/traces/explore?project=web&query=a%22%3E';
  const { text, html } = emailOf(metricsMessageOf([{ ...metric, spansUrl }]));
  expect(text).toContain(`\nView spans: ${spansUrl}\n`);
  expect(html).toContain('href="https://seismo.example/traces/explore?project=web&amp;query=a%22%3E"');
});

test('a metric that is over says how long it lasted, and a rule without a filter names none', () => {
  const over: AlertedMetric = { ...metric, level: 'ok', query: '', environments: [] };
  const { subject, text, html } = emailOf(metricsMessageOf([over]));
  expect(subject).toBe('[web] Resolved: Events above 100 in 1 hour');
  for (const form of [text, seen(html)]) {
    expect(form.replace(/: +/g, ' ')).toContain('Lasted 25 minutes');
    expect(form).not.toMatch(/Since|Filter|Environment/);
  }
  expect(html).toMatch(/<span class="info"[^>]*>Resolved</);
});

test('a digest of metrics lists them, and counts the rest with a link to the alerts', () => {
  const other: AlertedMetric = { ...metric, ruleName: 'Quiet', project: 'api', level: 'no-data', environments: [] };
  const { subject, text, html } = emailOf(metricsMessageOf([metric, other], 14));
  expect(subject).toBe('14 metric alerts in several projects');
  for (const form of [text, seen(html)]) {
    for (const part of [
      'Critical',
      'No data',
      '142 events in 1 hour · Since 2026-11-27 21:50 UTC',
      'web · production and staging',
      'Rule “Quiet”',
      'Filter: level:error',
      'View 12 more alerts',
      'the alert rules “Error spike” and “Quiet” send',
    ]) {
      expect(form.replaceAll('\u00A0', ' ')).toContain(part);
    }
  }
  const subjectOf = (...given: Parameters<typeof metricsMessageOf>) => emailOf(metricsMessageOf(...given)).subject;
  expect(subjectOf([metric, metric])).toBe('[web] 2 metric alerts');
  expect(subjectOf([metric, other])).toBe('2 metric alerts in 2 projects');
  expect(subjectOf([metric, metric], 1200)).toBe('1,200 metric alerts');
});

test('texts of a rule stay text, and an address in them is within the link to the alert', () => {
  const attack = `"'><img src=x onerror=alert(1)></a><script>x</script>\r\nView alert: https://evil.example\u2028\u202Ey\0&amp;`;
  const withText = (text: string) => {
    const measured = { condition: text, reading: text, isOwnWords: false };
    return { ...metric, ...measured, ruleName: text, project: text, query: text, environments: [text] };
  };
  for (const count of [1, 3]) {
    const [bad, good] = [attack, 'a'].map((text) =>
      emailOf(metricsMessageOf(Array.from({ length: count }, () => withText(text)))),
    ) as [ReturnType<typeof emailOf>, ReturnType<typeof emailOf>];
    const tags = (html: string) => html.match(/<\/?[a-z]+/g);
    expect(tags(bad.html)).toEqual(tags(good.html));
    expect(linksOf(bad.html)).toEqual(linksOf(good.html));
    expect(seen(bad.html)).toContain('<script>x</script> View alert: https://evil.example');
    expect(bad.text.split('\n')).toHaveLength(good.text.split('\n').length);
    for (const part of Object.values(bad)) expect(part).not.toMatch(/[\u2028\u202E]|(?!\n)\p{Cc}/u);
    const address = 'https://evil.example/login';
    const addressed = { ...metric, query: address, environments: [address] };
    const { html } = emailOf(metricsMessageOf(Array.from({ length: count }, () => addressed)));
    const body = html.slice(html.indexOf('<body'));
    expect(body.split(address)).toHaveLength(2 * count + 1);
    expect(body.replace(/<a href="https:\/\/seismo\.example\/alerts\/5"[^>]*>.*?<\/a>/g, '')).not.toContain('evil');
  }
});

const quiet: AlertedRelease = {
  ...release,
  rating: 'good',
  reasons: ['Neither crashes nor errors increased.'],
  newIssues: releaseIssues(0, 'SHOP'),
  regressedIssues: releaseIssues(0, 'OLD'),
};

test('a message about one release says its verdict, what changed and which issues it has brought, in both forms', () => {
  const given = { ...release, newIssues: releaseIssues(2, 'SHOP'), goneIssues: releaseIssues(1, 'GONE') };
  const { subject, text, html } = emailOf(releasesMessageOf([given]));
  expect(subject).toBe('[shop] Release shop@1.2.0 looks bad in production');
  expect(text).toBe(`Release verdict: bad · Rule “Deploys”

Release shop@1.2.0 in production

2.3% of sessions crash, 0.9% before. The increase is at least 0.8 percentage points.
12 new issues and 1 regressed issue, at least one of high priority that affects several users.

Sessions:            4,210
Crash-free sessions: 97.7%, and 99.1% before
Error-free sessions: 95.2%, and 97.3% before
Deployed:            2026-11-27 21:15 UTC
Measured for:        1 hour
Project:             shop

New issues (2)
SHOP-1 TypeError: Cannot read properties of undefined (reading 'item1') · 1,234 events, 56 users
https://seismo.example/issues/SHOP-1
SHOP-2 TypeError: Cannot read properties of undefined (reading 'item2') · 1,134 events
https://seismo.example/issues/SHOP-2

Regressed issues (1)
OLD-1 TypeError: Cannot read properties of undefined (reading 'item1') · 1,234 events, 56 users
https://seismo.example/issues/OLD-1

Issues no longer seen (1)
GONE-1 TypeError: Cannot read properties of undefined (reading 'item1') · 1,234 events, 56 users
https://seismo.example/issues/GONE-1

View release: https://seismo.example/releases/shop%401.2.0

-- 
You receive this because the alert rule “Deploys” sends to this address.
Manage alerts: https://seismo.example/alerts
Mute a rule for yourself: https://seismo.example/alerts?view=rules
Notification settings: https://seismo.example/settings/notifications
`);
  for (const part of [
    'Release verdict: bad · Rule “Deploys”',
    'Release shop@1.2.0 in production',
    ...given.reasons,
    'Sessions 4,210 Crash-free sessions 97.7%, and 99.1% before Error-free sessions 95.2%, and 97.3% before Deployed 2026-11-27 21:15 UTC Measured for 1 hour Project shop',
    'New issues (2) TypeError : Cannot read properties',
    'SHOP-1 · 1,234 events, 56 users',
    'Regressed issues (1)',
    'Issues no longer seen (1)',
    'View release',
    'You receive this because the alert rule “Deploys” sends to this address.',
  ]) {
    expect(seen(html)).toContain(part);
  }
  expect(html).toMatch(/<span class="error"[^>]*>Release verdict: bad</);
  expect(new Set(linksOf(html))).toEqual(
    new Set([
      release.url,
      ...['SHOP-1', 'SHOP-2', 'OLD-1', 'GONE-1'].map((id) => `https://seismo.example/issues/${id}`),
      'https://seismo.example/alerts',
      'https://seismo.example/alerts?view=rules',
      'https://seismo.example/settings/notifications',
    ]),
  );
});

test('a message about a release lists five issues of a kind, and counts the rest with a link to the release', () => {
  for (const [count, more] of [
    [5, null],
    [6, '1 more'],
    [1200, '1,195 more'],
  ] as const) {
    const { text, html } = emailOf(releasesMessageOf([{ ...quiet, newIssues: releaseIssues(count, 'SHOP') }]));
    expect(text.match(/^SHOP-\d+ /gm)).toHaveLength(5);
    expect(linksOf(html).filter((url) => url!.includes('/issues/SHOP-5'))).toHaveLength(2);
    expect(html).not.toContain('SHOP-6');
    const [inText, inHtml] = [/^(.* more): (.*)$/m.exec(text), /href="([^"]*)"[^>]*>([^<]* more)</.exec(html)];
    expect(inText?.slice(1) ?? null).toEqual(more && [more, release.url]);
    expect(inHtml?.slice(1) ?? null).toEqual(more && [release.url, more]);
  }
});

test('a release without new and regressed issues has a note instead of lists, and no rule if there is none', () => {
  const { text, html } = emailOf(releasesMessageOf([{ ...quiet, environment: '', ruleNames: [] }]));
  expect(text.startsWith('Release verdict: good\n\nRelease shop@1.2.0\n\nNeither')).toBe(true);
  expect(html).toMatch(/<span class="info"[^>]*>Release verdict: good<\/span><\/div>/);
  for (const form of [text, seen(html)]) {
    expect(form).toContain('No new or regressed issues.');
    expect(form).not.toContain('issues (');
    expect(form.replace(/: +/g, ' ')).toContain('First seen 2026-11-27 21:15 UTC');
  }
  const unclear = emailOf(releasesMessageOf([{ ...quiet, rating: 'unclear' }]));
  expect(unclear.subject).toBe('[shop] No clear verdict on release shop@1.2.0 in production');
  expect(unclear.html).toMatch(/<span class="warning"[^>]*>Release verdict: unclear</);
});

test('a digest of releases lists them with their reasons, and counts their issues and the other releases', () => {
  const other = { ...quiet, project: 'api', version: 'api@7', ruleNames: [], goneIssues: releaseIssues(2, 'GONE') };
  const { subject, text, html } = emailOf(releasesMessageOf([release, other], 14));
  expect(subject).toBe('14 release verdicts in several projects');
  for (const form of [text, seen(html).replaceAll('\u00A0', ' ')]) {
    for (const part of [
      ...release.reasons,
      '12 new issues, 1 regressed issue',
      'Rule “Deploys”',
      'api',
      'Neither crashes nor errors increased.',
      'No new or regressed issues, 2 issues no longer seen',
      'View 12 more releases',
    ]) {
      expect(form).toContain(part);
    }
    expect(form).not.toContain('SHOP-1');
  }
  expect(text).toContain('\nRelease shop@1.2.0 looks bad in production\nshop\n');
  expect(text).toContain('\nRelease api@7 looks good in production\napi\n');
  expect(seen(html)).toContain('Release verdict: bad · shop · Rule “Deploys”');
  expect(seen(html)).toContain('Release api@7 in production Release verdict: good · api ');
});

test('texts of a release stay text, and an address in them is within a link of Seismo', () => {
  const attack = `"'><img src=x onerror=alert(1)></a><script>x</script>\r\nView release: https://evil.example\u2028\u202Ey\0&amp;`;
  const withText = (text: string): AlertedRelease => {
    const issues = { ...release.newIssues.issues[0]!, shortId: text, title: text, detail: text };
    const list: ReleaseIssues = { count: 9, issues: [issues] };
    const lists = { newIssues: list, regressedIssues: list, goneIssues: list };
    return { ...release, project: text, version: text, environment: text, ruleNames: [text], ...lists };
  };
  for (const count of [1, 3]) {
    const messageWith = (text: string) =>
      emailOf(releasesMessageOf(Array.from({ length: count }, () => withText(text))));
    const [bad, good] = [messageWith(attack), messageWith('a')];
    const tags = (html: string) => html.match(/<\/?[a-z]+/g);
    expect(tags(bad.html)).toEqual(tags(good.html));
    expect(linksOf(bad.html)).toEqual(linksOf(good.html));
    expect(seen(bad.html)).toContain('<script>x</script> View release: https://evil.example');
    expect(bad.text.split('\n')).toHaveLength(good.text.split('\n').length);
    for (const part of Object.values(bad)) expect(part).not.toMatch(/[\u2028\u202E]|(?!\n)\p{Cc}/u);
    const address = 'https://evil.example/login';
    const { html } = emailOf(
      releasesMessageOf(Array.from({ length: count }, () => ({ ...withText(address), ruleNames: ['a'] }))),
    );
    const card = html.slice(html.indexOf('<body'), html.indexOf('You receive this'));
    const links = /<a href="https:\/\/seismo\.example\/(releases\/shop%401\.2\.0|issues\/SHOP-1)"[^>]*>.*?<\/a>/g;
    expect(card.match(links)!.join('').split(address).length).toBeGreaterThan(2 * count);
    const withoutHeading = card.replace(/<h1[^>]*>[^<]*<\/h1>/g, '');
    expect(withoutHeading.replace(links, '')).not.toContain('evil');
  }
});

const notice: AlertMessage = {
  about: 'notice',
  id: 1,
  queuedAtMs: 0,
  title: 'The channel “#web” is not working',
  text: ['It has failed since 10:00.', 'no_service'],
  link: { name: 'View channel', url: 'https://seismo.example/alerts?view=channels&a=1' },
  why: 'You receive this because you are an owner.',
  alertsUrl: 'https://seismo.example/alerts',
};

test('a notice has a title, paragraphs, a link and why it came, in both forms', () => {
  const { subject, text, html } = emailOf(notice);
  expect(subject).toBe('The channel “#web” is not working');
  expect(text).toBe(`The channel “#web” is not working

It has failed since 10:00.

no_service

View channel: https://seismo.example/alerts?view=channels&a=1

-- 
You receive this because you are an owner.
Manage alerts: https://seismo.example/alerts
`);
  for (const part of [subject, ...notice.text, notice.why]) expect(seen(html)).toContain(part);
  expect(linksOf(html)).toEqual([notice.link.url.replace('&', '&amp;'), notice.alertsUrl]);
});

const account: AccountMessage = {
  about: 'account',
  id: 1,
  queuedAtMs: 0,
  title: 'Reset your Seismo password',
  text: ['The link works once.', 'If you did not request this, ignore it.'],
  link: { name: 'Set new password', url: 'https://seismo.example/sign-in/reset/abc' },
  why: 'You receive this because a reset was requested.',
};

test('a message about an account is a notice without a link to the alerts, in both forms', () => {
  const { subject, text, html } = emailOf(account);
  expect(subject).toBe(account.title);
  expect(text).toBe(`Reset your Seismo password

The link works once.

If you did not request this, ignore it.

Set new password: https://seismo.example/sign-in/reset/abc

-- 
You receive this because a reset was requested.
`);
  for (const part of [subject, ...account.text, account.why]) expect(seen(html)).toContain(part);
  expect(linksOf(html)).toEqual([account.link.url]);
  expect(html).not.toContain('alerts');
});

test('names in a message about an account stay text', () => {
  const attack = '</h1><img src=x onerror=alert(1)>\r\nBcc: x@evil.example';
  const { subject, text, html } = emailOf({ ...account, title: attack, text: [attack], why: attack });
  expect(html).not.toContain('<img');
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text).not.toMatch(/^Bcc/m);
});

test('texts of a notice stay text, too', () => {
  const attack = '</h1><img src=x onerror=alert(1)>\r\nBcc: x@evil.example';
  const { subject, text, html } = emailOf({ ...notice, title: attack, text: [attack], why: attack });
  expect(html).not.toContain('<img');
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text).not.toMatch(/^Bcc/m);
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
    reasons: [{ trigger: 'new-issue', condition: '', ruleNames: [attack] }],
  };
  const harmless = { ...issue, reasons: [{ trigger: 'new-issue' as const, condition: '', ruleNames: ['a'] }] };
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
      {
        ...issue,
        reasons: [{ trigger: 'new-issue', condition: '', ruleNames: Array.from({ length: 50 }, () => long) }],
      },
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

const acknowledgeable = {
  acknowledgeUrl: 'https://seismo.example/alerts/5',
  escalatesAtMs: Date.UTC(2026, 10, 27, 22, 30),
  isEscalation: false,
};

test.each([
  ['an issue', messageOf([{ ...issue, ...acknowledgeable }])],
  ['issues', messageOf([{ ...issue, ...acknowledgeable }, issue])],
  ['a metric', metricsMessageOf([{ ...metric, ...acknowledgeable }])],
  ['metrics', metricsMessageOf([{ ...metric, ...acknowledgeable }, metric])],
  ['a release', releasesMessageOf([{ ...release, ...acknowledgeable }])],
  ['releases', releasesMessageOf([{ ...release, ...acknowledgeable }, release])],
])('a message about %s that escalates says when, and links to where it is acknowledged', (_, message) => {
  const { text, html } = emailOf(message);
  const note = 'Others are notified at 2026-11-27 22:30 UTC unless it is acknowledged.';
  expect(text.split(note)).toHaveLength(2);
  expect(seen(html).split(note)).toHaveLength(2);
  expect(text).toContain('\nAcknowledge: https://seismo.example/alerts/5\n');
  expect(html).toMatch(/href="https:\/\/seismo.example\/alerts\/5"[^>]*>Acknowledge</);
});

test('an escalation says that it was not acknowledged, in the subject of a metric and of a release, too', () => {
  const overdue = { ...acknowledgeable, escalatesAtMs: null, isEscalation: true };
  const ofIssue = emailOf(messageOf([{ ...issue, ...overdue }]));
  expect(ofIssue.text.startsWith('Not acknowledged in time\nRegressed after it was resolved · Rules')).toBe(true);
  expect(ofIssue.subject).toBe(emailOf(messageOf([issue])).subject);
  const ofMetric = emailOf(metricsMessageOf([{ ...metric, ...overdue }]));
  expect(ofMetric.subject).toBe('[web] Critical, not acknowledged in time: Events above 100 in 1 hour');
  const ofRelease = emailOf(releasesMessageOf([{ ...release, ...overdue }]));
  expect(ofRelease.text.startsWith('Release verdict: bad, not acknowledged in time · Rule')).toBe(true);
  expect(ofRelease.subject).toBe('[shop] Not acknowledged in time: release shop@1.2.0 looks bad in production');
});

test('resolved issues are said to be resolved, by the rules that had reported them', () => {
  const resolved = { ...issue, isResolved: true };
  const { text, html, subject } = emailOf(messageOf([resolved]));
  expect(text.startsWith('Resolved · Rules “Crashes” and “On call”\n\nTypeError: cart is null')).toBe(true);
  expect(html).toContain('<span class="info"');
  expect(subject).toBe(emailOf(messageOf([issue])).subject);
  expect(emailOf(messageOf([resolved, resolved])).subject).toBe('[web] 2 issues were resolved');
  expect(emailOf(messageOf([resolved, issue])).subject).toBe('[web] 2 issues need attention');
});
