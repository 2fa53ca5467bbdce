import { expect, test } from 'vitest';
import type { WeekMessage } from '../message.ts';
import { emailOf } from './email-text.ts';

const daysOf = (events: number[], dates = [16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`)) =>
  events.map((count, index) => ({ date: dates[index]!, events: count }));

const week: WeekMessage = {
  about: 'week',
  id: 1,
  queuedAtMs: 0,
  alertsUrl: 'https://seismo.example/alerts',
  issuesUrl: 'https://seismo.example/issues',
  organization: 'Acme',
  timeZone: 'Europe/Berlin',
  days: daysOf([180, 95, 310, 0, 242, 1, 406]),
  events: 1234,
  eventsBefore: 1100,
  users: 321,
  newIssues: 5,
  regressedIssues: 1,
  resolvedIssues: 3,
  unresolvedIssues: 1042,
  crashFreeSessions: 0.99999,
  crashFreeSessionsBefore: 0.985,
  issues: [
    {
      shortId: 'WEB-1A',
      title: 'TypeError',
      detail: 'cart is null',
      project: 'Shop',
      url: 'https://seismo.example/issues/WEB-1A',
      events: 812,
      users: 1,
      isNew: true,
      isRegressed: true,
    },
    {
      shortId: 'API-2',
      title: 'Slow',
      detail: '',
      project: 'API',
      url: 'https://seismo.example/issues/API-2',
      events: 1,
      users: 0,
      isNew: false,
      isRegressed: false,
    },
  ],
  projects: [
    { name: 'Shop', url: 'https://seismo.example/issues?project=shop', events: 1200, eventsBefore: 1100 },
    { name: 'API', url: 'https://seismo.example/issues?project=api', events: 34, eventsBefore: 0 },
  ],
  projectCount: 2,
  isOfTeams: true,
};

/** What a reader sees. */
function seen(html: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return html
    .slice(html.indexOf('<body'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name]!)
    .replace(/\s+/g, ' ');
}

const linksOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);

test('a weekly report has a summary, a chart, counts, issues, projects and what is counted, in both forms', () => {
  const { subject, text, html } = emailOf(week);
  expect(subject).toBe('Weekly report: 1,234 events, 5 new issues (16–22 Nov)');
  expect(text).toBe(`16–22 Nov 2026 · Acme

1,234 events, 5 new issues
+12% · 1,100 events in the week before

Events per day
Mon 16  ███████████               180
Tue 17  ██████                    95
Wed 18  ███████████████████       310
Thu 19                            0
Fri 20  ███████████████           242
Sat 21  █                         1
Sun 22  ████████████████████████  406

Affected users:       321
New issues:           5
Regressed issues:     1
Resolved issues:      3
Unresolved now:       1,042
Crash-free sessions:  99.99% (98.5% in the week before)

Issues with the most events

TypeError
cart is null
New · Regressed · WEB-1A · Shop · 812 events, 1 user
https://seismo.example/issues/WEB-1A

Slow
API-2 · API · 1 event
https://seismo.example/issues/API-2

Projects
Shop · 1,200 events · +9.1%
API · 34 events · new

View issues: https://seismo.example/issues

This report counts the stored error events of your teams’ projects by the time they happened, on days in Europe/Berlin. A user counts once. Resolved issues were resolved in this week and still are.

-- 
You receive this because the weekly report is on in your notification settings.
Notification settings: https://seismo.example/settings/notifications
`);
  for (const part of [
    '16–22 Nov 2026 · Acme 1,234 events, 5 new issues +12% · 1,100 events in the week before Events per day',
    'Mon 16 180 Tue 17 95 Wed 18 310 Thu 19 0 Fri 20 242 Sat 21 1 Sun 22 406',
    'Affected users 321 New issues 5 Regressed issues 1 Resolved issues 3 Unresolved now 1,042 Crash-free sessions 99.99% (98.5% in the week before)',
    'TypeError cart is null New · Regressed · WEB-1A · Shop · 812 events, 1 user Slow API-2 · API · 1 event',
    'Projects Shop 1,200 +9.1% API 34 new View issues This report counts',
    'on in your notification settings. Notification settings',
  ]) {
    expect(seen(html)).toContain(part);
  }
  expect(new Set(linksOf(html))).toEqual(
    new Set([
      'https://seismo.example/issues',
      'https://seismo.example/issues/WEB-1A',
      'https://seismo.example/issues/API-2',
      'https://seismo.example/issues?project=shop',
      'https://seismo.example/issues?project=api',
      'https://seismo.example/settings/notifications',
    ]),
  );
});

test('the chart is a table of colored cells, with a bar for every day that had events', () => {
  const { html } = emailOf(week);
  const bars = [...html.matchAll(/<td class="bar" width="(\d+)%" height="12" bgcolor="#00686b"/g)];
  expect(bars.map(([, percent]) => Number(percent))).toEqual([44, 23, 76, 60, 1, 100]);
  expect(html).toMatch(/@media \(prefers-color-scheme: dark\) \{[^@]*\.bar \{ background-color: #6acec8 !important \}/);
  expect(html).not.toMatch(/<img|<svg|url\(|display: ?(flex|grid)|position:/);
  // Every row has as many cells as the others of its table, which programs without CSS need.
  expect(html.match(/<table/g)).toHaveLength(html.match(/<\/table>/g)!.length);
});

test.each([
  [1100, 1100, '±0%'],
  [0, 1100, '−100%'],
  [1099, 1100, '<0.1%'],
  [1101, 1100, '<0.1%'],
  [1033, 1100, '−6.1%'],
  [1210, 1100, '+10%'],
  [10, 1, '+900%'],
  [11, 1, '>999%'],
])('%i events after %i are a change of %s', (events, eventsBefore, change) => {
  const { text } = emailOf({ ...week, events, eventsBefore });
  expect(text.split('\n')[3]).toBe(`${change} · ${eventsBefore === 1 ? '1 event' : '1,100 events'} in the week before`);
});

test('a first week, a week without events and a single issue are said plainly', () => {
  const first = emailOf({ ...week, eventsBefore: 0, newIssues: 1, isOfTeams: false });
  expect(first.subject).toBe('Weekly report: 1,234 events, 1 new issue (16–22 Nov)');
  for (const form of [first.text, seen(first.html)]) {
    expect(form).toContain('No events in the week before');
    expect(form).toContain('of all projects by the time');
  }
  const nothing = { crashFreeSessions: null, crashFreeSessionsBefore: null, issues: [] };
  const silent = emailOf({ ...week, ...nothing, days: daysOf([0, 0, 0, 0, 0, 0, 0]), events: 0, newIssues: 0 });
  expect(silent.subject).toBe('Weekly report: 0 events, 0 new issues (16–22 Nov)');
  for (const form of [silent.text, seen(silent.html)]) {
    expect(form).not.toMatch(/Crash-free|Issues with|NaN|█/);
    expect(form).toMatch(/Sun 22 +0/);
  }
  expect(silent.html).not.toContain('class="bar"');
  expect(emailOf({ ...week, crashFreeSessions: 1, crashFreeSessionsBefore: null }).text).toContain(
    'Crash-free sessions:  100%\n',
  );
});

test('the dates name both months if there are two', () => {
  const dates = ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03'];
  const { subject, text } = emailOf({ ...week, days: daysOf([1, 2, 3, 4, 5, 6, 7], dates) });
  expect(subject).toBe('Weekly report: 1,234 events, 5 new issues (28 Dec–3 Jan)');
  expect(text).toMatch(/^28 Dec–3 Jan 2027 · Acme\n/);
  expect(text).toMatch(/Mon 28 .*\n(.*\n){5}Sun 3 /);
  const autumn = ['2026-08-31', '2026-09-01', '2026-09-02', '2026-09-03', '2026-09-04', '2026-09-05', '2026-09-06'];
  expect(emailOf({ ...week, days: daysOf([1, 2, 3, 4, 5, 6, 7], autumn) }).subject).toContain('(31 Aug–6 Sep)');
});

test('projects that are not listed are counted', () => {
  for (const { projectCount, note } of [
    { projectCount: 3, note: 'And 1 more project' },
    { projectCount: 1202, note: 'And 1,200 more projects' },
  ]) {
    const { text, html } = emailOf({ ...week, projectCount });
    expect(text).toContain(`API · 34 events · new\n${note}\n`);
    expect(seen(html)).toContain(note);
  }
});

test('texts from outside stay text: no markup, no lines of their own, no marks of direction', () => {
  const withText = (text: string): WeekMessage => ({
    ...week,
    organization: text,
    issues: week.issues.map((issue) => ({ ...issue, shortId: text, title: text, detail: text, project: text })),
    projects: week.projects.map((project) => ({ ...project, name: text })),
  });
  const attack = `"'><img src=x onerror=alert(1)></a></td></table><script>x</script>\r\nView issues: https://evil.example\u2028\u202Etxt\u2066\0\x1B[31m&amp;`;
  const [bad, good] = [emailOf(withText(attack)), emailOf(withText('a'))];
  const tags = (html: string) => html.match(/<\/?[a-z]+/g);
  expect(tags(bad.html)).toEqual(tags(good.html));
  expect(linksOf(bad.html)).toEqual(linksOf(good.html));
  expect(bad.subject).toBe(good.subject);
  expect(bad.text.split('\n')).toHaveLength(good.text.split('\n').length);
  expect(seen(bad.html)).toContain('<script>x</script> View issues: https://evil.example');
  for (const part of Object.values(bad)) {
    expect(part).not.toMatch(/[\u061C\u200E\u200F\u2028\u202A-\u202E\u2066-\u2069]|(?!\n)\p{Cc}/u);
  }
});

test('an address in a text is within a link of the report', () => {
  const address = 'https://evil.example/login';
  const { html } = emailOf({
    ...week,
    organization: address,
    issues: week.issues.map((issue) => ({
      ...issue,
      shortId: address,
      title: address,
      detail: address,
      project: address,
    })),
    projects: week.projects.map((project) => ({ ...project, name: address })),
  });
  const body = html.slice(html.indexOf('<body'));
  // Of the organization, of four texts of two issues, and of two projects.
  expect(body.split(address)).toHaveLength(1 + 1 + 8 + 2);
  expect(body.replace(/<a href="https:\/\/seismo\.example\/issues[^"]*"[^>]*>.*?<\/a>/g, '')).not.toContain('evil');
});

test('long texts are cut, and texts without any have a name', () => {
  const long = 'ab😀'.repeat(100_000);
  const issue = week.issues[0]!;
  const { text, html } = emailOf({
    ...week,
    organization: long,
    issues: Array.from({ length: 5 }, () => ({ ...issue, shortId: long, title: long, detail: long, project: long })),
    projects: Array.from({ length: 5 }, () => ({ ...week.projects[0]!, name: long })),
  });
  expect(text.length).toBeLessThan(6000);
  // Gmail cuts messages at 102 KiB.
  expect(Buffer.byteLength(html)).toBeLessThan(40_000);
  expect(text.isWellFormed()).toBe(true);
  const unnamed = emailOf({
    ...week,
    issues: [{ ...issue, title: '\u202E' }],
    projects: [{ ...week.projects[0]!, name: ' ' }],
  });
  for (const form of [unnamed.text, seen(unnamed.html)]) {
    expect(form).toContain('(no title)');
    expect(form).toContain('(no name)');
  }
});
