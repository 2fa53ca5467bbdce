import type { Level } from '@seismo/protocol';
import type { WeekIssue, WeekMessage, WeekProject } from '../message.ts';
import {
  breaking,
  buttonHtml,
  entryHtml,
  headingHtml,
  levelHtml,
  light,
  linkHtml,
  markup,
  mono,
  mutedHtml,
  sans,
  sectionHtml,
  table,
  type EmailParts,
  type Html,
} from './email-html.ts';
import { charsMax, counted, oneLine, type Fact } from './words.ts';

/** The weekly report. The chart is a table: mail programs block images, and most know no SVG. */
export function weekParts(given: WeekMessage): EmailParts {
  const week = printable(given);
  return {
    subject: `Weekly report: ${summaryOf(week)} (${datesOf(week)})`,
    text: weekText(week),
    content: weekHtml(week),
    why: 'You receive this because the weekly report is on in your notification settings.',
  };
}

function printable(week: WeekMessage): WeekMessage {
  return {
    ...week,
    organization: oneLine(week.organization, charsMax.name),
    issues: week.issues.map((issue) => ({
      ...issue,
      shortId: oneLine(issue.shortId, charsMax.name),
      title: oneLine(issue.title, charsMax.title) || '(no title)',
      detail: oneLine(issue.detail, charsMax.listedDetail),
      project: oneLine(issue.project, charsMax.name),
    })),
    projects: week.projects.map((project) => ({
      ...project,
      name: oneLine(project.name, charsMax.name) || '(no name)',
    })),
  };
}

// ─── Words ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function summaryOf({ events, newIssues }: WeekMessage): string {
  return `${counted(events, 'event')}, ${counted(newIssues, 'new issue')}`;
}

/** "16–22 Nov", or "28 Sep–4 Oct" across months. */
function datesOf({ days }: WeekMessage): string {
  const [first, last] = [days[0]!.date, days.at(-1)!.date];
  const isInMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${dayOf(first)}${isInMonth ? '' : ` ${monthOf(first)}`}–${dayOf(last)} ${monthOf(last)}`;
}

/** With the year of its last day. */
function datesWithYear(week: WeekMessage): string {
  return `${datesOf(week)} ${week.days.at(-1)!.date.slice(0, 4)}`;
}

const dayOf = (date: string): string => part(date, { day: 'numeric' });
const monthOf = (date: string): string => part(date, { month: 'short' });
const weekdayOf = (date: string): string => part(date, { weekday: 'short' });

function part(date: string, wanted: Intl.DateTimeFormatOptions): string {
  return new Date(date).toLocaleDateString('en-US', { ...wanted, timeZone: 'UTC' });
}

interface Compared {
  events: number;
  eventsBefore: number;
}

/** "+12%", "−3.4%", "±0%", "<0.1%", ">999%", or "new" if there were none before. */
function changeOf({ events, eventsBefore }: Compared): string {
  if (events === eventsBefore) return '±0%';
  if (eventsBefore === 0) return 'new';
  const percent = (100 * Math.abs(events - eventsBefore)) / eventsBefore;
  if (percent >= 1000) return '>999%';
  if (percent < 0.1) return '<0.1%';
  const digits = percent < 10 ? 1 : 0;
  const rounded = percent.toLocaleString('en-US', { maximumFractionDigits: digits });
  return `${events > eventsBefore ? '+' : '−'}${rounded}%`;
}

function comparisonOf({ events, eventsBefore }: Compared): string {
  const before = `${counted(eventsBefore, 'event')} in the week before`;
  return events !== eventsBefore && eventsBefore === 0
    ? 'No events in the week before'
    : `${changeOf({ events, eventsBefore })} · ${before}`;
}

function factsOf(week: WeekMessage): Fact[] {
  const { crashFreeSessions, crashFreeSessionsBefore } = week;
  const before = crashFreeSessionsBefore === null ? '' : ` (${percentOf(crashFreeSessionsBefore)} in the week before)`;
  return [
    ['Affected users', numeral(week.users)],
    ['New issues', numeral(week.newIssues)],
    ['Regressed issues', numeral(week.regressedIssues)],
    ['Resolved issues', numeral(week.resolvedIssues)],
    ['Unresolved now', numeral(week.unresolvedIssues)],
    ...(crashFreeSessions === null
      ? []
      : [['Crash-free sessions', `${percentOf(crashFreeSessions)}${before}`] as const]),
  ];
}

const numeral = (count: number): string => count.toLocaleString('en-US');

/** Never rounded up: 100% is without a crash. */
function percentOf(share: number): string {
  const value = 100 * share;
  const digits = value >= 99 && value < 100 ? 100 : 10;
  return `${Math.floor(value * digits + 1e-6) / digits}%`;
}

function issueFacts({ shortId, project, events, users }: WeekIssue): string {
  const counts = [counted(events, 'event'), ...(users > 0 ? [counted(users, 'user')] : [])].join(', ');
  return [shortId, project, counts].join(' · ');
}

const badgesOf = ({ isNew, isRegressed }: WeekIssue): { text: string; level: Level }[] => [
  ...(isNew ? [{ text: 'New', level: 'warning' as const }] : []),
  ...(isRegressed ? [{ text: 'Regressed', level: 'error' as const }] : []),
];

function countingNotes({ isOfTeams, timeZone }: WeekMessage): string {
  const projects = isOfTeams ? 'your teams’ projects' : 'all projects';
  return [
    `This report counts the stored error events of ${projects} by the time they happened, on days in ${oneLine(timeZone, charsMax.name)}.`,
    'A user counts once. Resolved issues were resolved in this week and still are.',
  ].join(' ');
}

// ─── Plain text ────────────────────────────────────────────────────────────────────────────────────────────────────

function weekText(week: WeekMessage): string {
  const blocks = [
    `${datesWithYear(week)} · ${week.organization}`,
    `${summaryOf(week)}\n${comparisonOf(week)}`,
    `Events per day\n${aligned(barsOf(week).map(({ day, count, share }) => [day, '█'.repeat(Math.ceil(share * BAR_CHARS)), count]))}`,
    aligned(factsOf(week).map(([name, value]) => [`${name}:`, value])),
    ...(week.issues.length === 0 ? [] : [ISSUES_HEADING, ...week.issues.map(issueText)]),
    ['Projects', ...week.projects.map(projectText), ...moreProjects(week)].join('\n'),
    `View issues: ${week.issuesUrl}`,
    countingNotes(week),
  ];
  return blocks.join('\n\n');
}

const ISSUES_HEADING = 'Issues with the most events';
const BAR_CHARS = 24;

/** Columns, each as wide as its longest text; counts at the end of a row need none. */
function aligned(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? [];
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function issueText(issue: WeekIssue): string {
  const badges = badgesOf(issue).map(({ text }) => text);
  return [issue.title, issue.detail, [...badges, issueFacts(issue)].join(' · '), issue.url]
    .filter((line) => line !== '')
    .join('\n');
}

function projectText(project: WeekProject): string {
  return `${project.name} · ${counted(project.events, 'event')} · ${changeOf(project)}`;
}

/** None if the report lists all projects with events. */
function moreProjects({ projectCount, projects }: WeekMessage): string[] {
  const count = projectCount - projects.length;
  return count > 0 ? [`And ${counted(count, 'more project')}`] : [];
}

interface Bar {
  day: string;
  count: string;
  /** Of the day with the most events. */
  share: number;
}

function barsOf({ days }: WeekMessage): Bar[] {
  const most = Math.max(1, ...days.map(({ events }) => events));
  return days.map((day) => ({
    day: `${weekdayOf(day.date)} ${dayOf(day.date)}`,
    count: numeral(day.events),
    share: day.events / most,
  }));
}

// ─── HTML ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function weekHtml(week: WeekMessage): Html {
  const link = { url: week.issuesUrl };
  return markup`${mutedHtml(markup`${datesWithYear(week)} · ${linkHtml(link, week.organization, 'muted')}`, sans)}
<div style="margin-top:8px">${headingHtml(summaryOf(week))}</div>
${mutedHtml(markup`${comparisonOf(week)}`, `${sans};margin-top:4px`)}
${sectionHtml('Events per day')}
${chartHtml(week)}
${rowsHtml(factsOf(week).map(factCells), 16)}
${week.issues.length === 0 ? [] : sectionHtml(ISSUES_HEADING)}
${week.issues.map(issueHtml)}
${sectionHtml('Projects')}
${rowsHtml(week.projects.map(projectCells))}
${moreProjects(week).map((more) => mutedHtml(markup`${more}`, `${sans};margin-top:4px`))}
${buttonHtml('View issues', week.issuesUrl)}
${mutedHtml(markup`${countingNotes(week)}`, `${sans};margin-top:20px`)}`;
}

const cell = `${sans};font-size:13px;line-height:20px;padding:3px 0;vertical-align:top`;

function rowsHtml(rows: Html[][], marginTop = 8): Html {
  return markup`<table ${{ html: table }} width="100%" style="margin-top:${String(marginTop)}px;table-layout:fixed">${rows.map(
    (cells) => markup`
<tr>${cells}</tr>`,
  )}
</table>`;
}

function factCells([name, value]: Fact): Html[] {
  return [nameCell(name, '136'), textCell(markup`${value}`)];
}

function nameCell(text: string, width: string): Html {
  return markup`<td class="muted" width="${width}" style="${cell};color:${light.muted};white-space:nowrap">${text}</td>`;
}

function textCell(content: Html): Html {
  return markup`<td class="ink" style="${cell};color:${light.ink};${breaking}">${content}</td>`;
}

function projectCells(project: WeekProject): Html[] {
  return [
    textCell(linkHtml(project, project.name, 'accent')),
    countCell(numeral(project.events), '28%', 'ink'),
    countCell(changeOf(project), '24%', 'muted'),
  ];
}

function countCell(text: string, width: string, color: 'ink' | 'muted'): Html {
  return markup`<td class="${color}" align="right" width="${width}" style="${cell};color:${light[color]};text-align:right;white-space:nowrap">${text}</td>`;
}

/** One row per day, because seven numbers do not fit side by side on a phone. */
function chartHtml(week: WeekMessage): Html {
  const bars = barsOf(week);
  const countWidth = 12 + 8 * Math.max(...bars.map(({ count }) => count.length));
  const cellsOf = ({ day, count, share }: Bar): Html[] => [
    nameCell(day, '60'),
    markup`<td style="${cell};vertical-align:middle">${barHtml(share)}</td>`,
    countCell(count, String(countWidth), 'ink'),
  ];
  return rowsHtml(bars.map(cellsOf));
}

/** A day with few events has a bar, too. */
function barHtml(share: number): Html {
  if (share === 0) return markup`\u00A0`;
  const percent = Math.max(1, Math.round(100 * share));
  const rest = percent === 100 ? [] : markup`<td style="font-size:0;line-height:0">\u00A0</td>`;
  return markup`<table ${{ html: table }} width="100%"><tr><td class="bar" width="${String(percent)}%" height="12" bgcolor="${light.accent}" style="height:12px;border-radius:2px;background-color:${light.accent};font-size:0;line-height:0">\u00A0</td>${rest}</tr></table>`;
}

function issueHtml(issue: WeekIssue): Html {
  const { title, detail } = issue;
  const details =
    detail === ''
      ? []
      : markup`<div style="${mono};font-size:12px;line-height:18px;margin-top:2px;${breaking}">${linkHtml(issue, detail)}</div>`;
  const badges = badgesOf(issue).map(({ text, level }) => markup`${levelHtml(level, text)} · `);
  const facts = issueFacts(issue).replace(/(\d) /g, '$1\u00A0');
  return entryHtml(
    issue,
    title,
    markup`${details}
${mutedHtml(markup`${badges}${linkHtml(issue, facts, 'muted')}`, `${sans};margin-top:4px`)}`,
  );
}
