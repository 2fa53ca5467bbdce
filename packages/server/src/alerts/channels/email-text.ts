import type { Level } from '@seismo/protocol';
import { alertTriggers } from '#domain/alerts/triggers.ts';
import type { AlertedIssue, AlertMessage } from '../message.ts';

export interface EmailText {
  subject: string;
  text: string;
  html: string;
}

const SUBJECT_CHARS_MAX = 200;
const TITLE_CHARS_MAX = 200;
const DETAIL_CHARS_MAX = 1000;
/** Of the details of an issue in a list. */
const LISTED_DETAIL_CHARS_MAX = 160;
/** Of culprits, releases, and names of projects and rules. */
const NAME_CHARS_MAX = 120;
const RULE_NAMES_MAX = 5;

const FLAPPING = 'This issue keeps coming back. Seismo sends no more messages about it for 24 hours.';

/** The words of an e-mail. Pure: the channel adds addresses and headers. */
export function emailOf(message: AlertMessage): EmailText {
  const issues = message.issues.map(printable);
  const [issue] = issues;
  const single = issue && message.issueCount === 1 ? issue : null;
  const why = whyReceived(message, issues);
  const subject = subjectOf(message, issues);
  const text = message.isTest ? testText : single ? issueText(single) : listText(message, issues, subject);
  const content = message.isTest ? testHtml(message) : single ? issueHtml(single) : listHtml(message, issues, subject);
  return {
    subject,
    text: `${text}\n\n-- \n${why}\nManage alerts: ${message.alertsUrl}\n`,
    html: pageHtml(subject, content, why, message.alertsUrl),
  };
}

/** Line breaks, control characters and marks of direction: with these a text could look like another part of the mail. */
const unprintable = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A text from outside as one line of at most so many characters. */
export function oneLine(text: string, charsMax: number): string {
  // Cut first: the text may have megabytes.
  const line = text
    .slice(0, charsMax * 4)
    .replace(/\s+/g, ' ')
    .replace(unprintable, '')
    .trim();
  const isCut = line.length > charsMax || text.length > charsMax * 4;
  return isCut
    ? `${line
        .slice(0, charsMax - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
    : line.toWellFormed();
}

function printable(issue: AlertedIssue): AlertedIssue {
  return {
    ...issue,
    shortId: oneLine(issue.shortId, NAME_CHARS_MAX),
    title: oneLine(issue.title, TITLE_CHARS_MAX) || '(no title)',
    detail: oneLine(issue.detail, DETAIL_CHARS_MAX),
    culprit: oneLine(issue.culprit, NAME_CHARS_MAX),
    project: oneLine(issue.project, NAME_CHARS_MAX),
    release: oneLine(issue.release, NAME_CHARS_MAX),
    reasons: issue.reasons.map(({ trigger, ruleNames }) => ({
      trigger,
      ruleNames: ruleNames.map((name) => oneLine(name, NAME_CHARS_MAX)),
    })),
  };
}

/** Mostly the same for every message about one issue: some mail programs group messages by it. */
function subjectOf({ isTest, issueCount }: AlertMessage, issues: readonly AlertedIssue[]): string {
  if (isTest) return 'Test message from Seismo';
  const [issue] = issues;
  if (issue && issueCount === 1) {
    const { project, shortId, title, detail } = issue;
    return oneLine(`[${project}] ${shortId} ${detail === '' ? title : `${title}: ${detail}`}`, SUBJECT_CHARS_MAX);
  }
  const projects = new Set(issues.map(({ project }) => project));
  const count = counted(issueCount, 'issue');
  // The issues that are not in the message may belong to other projects.
  if (issueCount > issues.length) return projects.size > 1 ? `${count} in several projects` : `${count} need attention`;
  if (projects.size > 1) return `${count} in ${projects.size} projects`;
  return oneLine(`[${issue?.project ?? 'Seismo'}] ${count} need attention`, SUBJECT_CHARS_MAX);
}

function whyReceived({ isTest }: AlertMessage, issues: readonly AlertedIssue[]): string {
  if (isTest) return 'You receive this because a user of Seismo sent a test to this address.';
  const names = [...new Set(issues.flatMap(({ reasons }) => reasons.flatMap(({ ruleNames }) => ruleNames)))];
  if (names.length === 0) return 'You receive this because an alert rule sends to this address.';
  return names.length === 1
    ? `You receive this because the alert rule ${quoted(names)} sends to this address.`
    : `You receive this because the alert rules ${quoted(names)} send to this address.`;
}

function quoted(names: readonly string[]): string {
  const listed = names.slice(0, RULE_NAMES_MAX).map((name) => `“${name}”`);
  const more = names.length - listed.length;
  const last = more > 0 ? `${more} more` : listed.pop()!;
  return listed.length > 0 ? `${listed.join(', ')} and ${last}` : last;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

interface Reason {
  what: string;
  rules: string;
}

function reasonsOf({ reasons }: AlertedIssue): Reason[] {
  return reasons.map(({ trigger, ruleNames }) => {
    const { text } = alertTriggers[trigger];
    const rules = ruleNames.length === 0 ? '' : `${ruleNames.length === 1 ? 'Rule' : 'Rules'} ${quoted(ruleNames)}`;
    return { what: capitalized(text), rules };
  });
}

function inOneLine({ what, rules }: Reason): string {
  return rules === '' ? what : `${what} · ${rules}`;
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function facts(issue: AlertedIssue): [name: string, value: string][] {
  const all: [string, string][] = [
    ['Project', issue.project],
    ['Issue', issue.shortId],
    ['Level', capitalized(issue.level)],
    ['Events', issue.eventCount.toLocaleString('en-US')],
    ['Users', issue.userCount.toLocaleString('en-US')],
    ['First seen', utc(issue.firstSeenAtMs)],
    ['Release', issue.release],
  ];
  return all.filter(([, value]) => value !== '');
}

function utc(atMs: number): string {
  const at = new Date(atMs);
  return Number.isNaN(at.getTime()) ? '' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

// ─── Plain text ────────────────────────────────────────────────────────────────────────────────────────────────────

const TEST = 'This is a test. You do not need to do anything.';
const testText = `Alerts can reach this address.\n\n${TEST}`;

function issueText(issue: AlertedIssue): string {
  const blocks = [
    reasonsOf(issue).map(inOneLine).join('\n'),
    issue.title,
    issue.detail,
    issue.culprit === '' ? '' : `in ${issue.culprit}`,
    facts(issue)
      .map(([name, value]) => `${`${name}:`.padEnd(12)}${value}`)
      .join('\n'),
    issue.isFlapping ? FLAPPING : '',
    `View issue: ${issue.url}`,
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function listText(message: AlertMessage, issues: readonly AlertedIssue[], subject: string): string {
  const entries = issues.map((issue) =>
    [
      `${issue.shortId} ${issue.title}`,
      ...listedDetail(issue),
      `${issue.project} · ${capitalized(issue.level)} · ${countsOf(issue)}`,
      ...reasonsOf(issue).map(inOneLine),
      ...(issue.isFlapping ? [FLAPPING] : []),
      issue.url,
    ].join('\n'),
  );
  const more = moreThan(message, issues);
  return [subject, ...entries, ...(more === null ? [] : [`${more}: ${message.alertsUrl}`])].join('\n\n');
}

function listedDetail({ detail }: AlertedIssue): string[] {
  return detail === '' ? [] : [oneLine(detail, LISTED_DETAIL_CHARS_MAX)];
}

function countsOf({ eventCount, userCount }: AlertedIssue): string {
  return `${counted(eventCount, 'event')}, ${counted(userCount, 'user')}`;
}

function moreThan({ issueCount }: AlertMessage, issues: readonly AlertedIssue[]): string | null {
  const count = issueCount - issues.length;
  return count > 0 ? `View ${counted(count, 'more issue')}` : null;
}

// ─── HTML ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** HTML that is safe to insert as it is. `markup` escapes every other text. */
interface Html {
  html: string;
}

/** Not called `html`: the formatter would add line breaks to the mail. */
function markup(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const inserted = values.map((value) => {
    if (typeof value === 'string') return escaped(value);
    return [value].flat().reduce((all, { html }) => all + html, '');
  });
  return { html: parts.reduce((all, part, index) => all + inserted[index - 1]! + part) };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

/** The colors of the dashboard (`tokens.css`): mail programs know neither variables nor `oklch`. */
const light = {
  paper: '#f9f8f6',
  surface: '#fffefe',
  line: '#e1dfdc',
  ink: '#25211d',
  muted: '#59544f',
  accent: '#00686b',
  onAccent: '#f8fdfd',
  wash: '#fbefd6',
};
const dark: Record<keyof typeof light, string> = {
  paper: '#13110f',
  surface: '#1a1815',
  line: '#2c2a27',
  ink: '#e9e8e4',
  muted: '#adaaa6',
  accent: '#6acec8',
  onAccent: '#051213',
  wash: '#32230e',
};
const levelColors: Record<Level, { light: string; dark: string }> = {
  fatal: { light: '#9c005a', dark: '#f77cb0' },
  error: { light: '#c02621', dark: '#f87c6e' },
  warning: { light: '#955905', dark: '#efb656' },
  info: { light: '#2266a4', dark: '#79b8ed' },
  debug: { light: '#68625c', dark: '#a19e98' },
};

/** Programs that ignore this block show the inline colors, which are the light ones. */
const darkStyles = `@media (prefers-color-scheme: dark) {
.paper { background-color: ${dark.paper} !important }
.surface { background-color: ${dark.surface} !important }
.line { border-color: ${dark.line} !important }
.ink { color: ${dark.ink} !important }
.muted { color: ${dark.muted} !important }
.accent { color: ${dark.accent} !important }
.button { background-color: ${dark.accent} !important; color: ${dark.onAccent} !important }
.wash { background-color: ${dark.wash} !important }
${Object.entries(levelColors)
  .map(([level, color]) => `.${level} { color: ${color.dark} !important }`)
  .join('\n')}
}`;

const sans = 'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const mono = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace';
const breaking = 'overflow-wrap:anywhere;word-break:break-word';
const table = 'role="presentation" cellspacing="0" cellpadding="0" border="0"';

/** `format-detection` keeps some programs from turning numbers and dates into links. */
function pageHtml(subject: string, content: Html, why: string, alertsUrl: string): string {
  return markup`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
${{ html: darkStyles }}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${light.paper}">
<table ${{ html: table }} class="paper" width="100%" style="background-color:${light.paper}">
<tr><td align="center" style="padding:24px 12px">
<table ${{ html: table }} width="600" style="width:100%;max-width:600px;table-layout:fixed;text-align:left">
<tr><td class="muted" style="${sans};font-size:13px;line-height:20px;font-weight:600;color:${light.muted};padding:0 4px 12px">Seismo</td></tr>
<tr><td class="surface line" style="background-color:${light.surface};border:1px solid ${light.line};border-radius:8px;padding:24px 20px">
${content}
</td></tr>
<tr><td class="muted" style="${sans};font-size:12px;line-height:18px;color:${light.muted};padding:16px 4px 0;${breaking}">
${why}<br>
<a href="${alertsUrl}" class="accent" style="color:${light.accent};text-decoration:underline">Manage alerts</a>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.html;
}

function testHtml({ alertsUrl }: AlertMessage): Html {
  return markup`${headingHtml('Alerts can reach this address')}
${mutedHtml(markup`${TEST}`, `${sans};margin-top:8px`)}
${buttonHtml('View alerts', alertsUrl)}`;
}

function issueHtml(issue: AlertedIssue): Html {
  const reasons = reasonsOf(issue).map(({ what, rules }) =>
    mutedHtml(markup`${levelHtml(issue.level, what)}${rules === '' ? '' : ` · ${rules}`}`, sans),
  );
  return markup`${reasons}
<h1 style="${sans};margin:8px 0 0;font-size:20px;line-height:26px;font-weight:600;${breaking}">${linkHtml(issue, issue.title)}</h1>
${issue.culprit === '' ? [] : mutedHtml(linkHtml(issue, issue.culprit, 'muted'), `${mono};margin-top:4px`)}
${issue.detail === '' ? [] : detailHtml(issue)}
${factsHtml(issue)}
${issue.isFlapping ? flappingHtml : []}
${buttonHtml('View issue', issue.url)}`;
}

function listHtml(message: AlertMessage, issues: readonly AlertedIssue[], subject: string): Html {
  const more = moreThan(message, issues);
  return markup`${headingHtml(subject)}
${issues.map(entryHtml)}${more === null ? [] : moreHtml(more, message.alertsUrl)}`;
}

function entryHtml(issue: AlertedIssue): Html {
  const { project, shortId, level } = issue;
  const counts = countsOf(issue).replace(/(\d) /g, '$1\u00A0');
  const what = markup`${levelHtml(level, capitalized(level))} · ${shortId} · ${project} · ${counts}`;
  const detail = listedDetail(issue).map(
    (
      text,
    ) => markup`<div style="${mono};font-size:12px;line-height:18px;margin-top:2px;${breaking}">${linkHtml(issue, text)}</div>
`,
  );
  const why = reasonsOf(issue).map((reason) => mutedHtml(markup`${inOneLine(reason)}`, sans));
  return markup`<div class="line" style="border-top:1px solid ${light.line};margin-top:16px;padding-top:14px">
<div style="${sans};font-size:15px;line-height:21px;font-weight:600;${breaking}">${linkHtml(issue, issue.title, 'accent')}</div>
${detail}${mutedHtml(what, `${sans};margin-top:4px`)}
${why}
${issue.isFlapping ? flappingHtml : []}
</div>
`;
}

function headingHtml(text: string): Html {
  return markup`<h1 class="ink" style="${sans};margin:0;font-size:20px;line-height:26px;font-weight:600;color:${light.ink};${breaking}">${text}</h1>`;
}

function levelHtml(level: Level, text: string): Html {
  return markup`<span class="${level}" style="color:${levelColors[level].light};font-weight:600">${text}</span>`;
}

/** Within this link, a text that looks like an address does not become a link of its own. */
function linkHtml({ url }: AlertedIssue, text: string, color: 'accent' | 'ink' | 'muted' = 'ink'): Html {
  return markup`<a href="${url}" class="${color}" style="color:${light[color]};text-decoration:none">${text}</a>`;
}

function mutedHtml(content: Html, style: string): Html {
  return markup`<div class="muted" style="${style};font-size:13px;line-height:20px;color:${light.muted};${breaking}">${content}</div>`;
}

function detailHtml(issue: AlertedIssue): Html {
  return markup`<div class="paper line" style="${mono};margin-top:16px;padding:10px 12px;border:1px solid ${light.line};border-radius:6px;background-color:${light.paper};font-size:13px;line-height:20px;${breaking}">${linkHtml(issue, issue.detail)}</div>`;
}

function factsHtml(issue: AlertedIssue): Html {
  const cell = `${sans};font-size:13px;line-height:20px;padding:3px 0;vertical-align:top`;
  const rows = facts(issue).map(
    ([name, value]) => markup`
<tr><td class="muted" width="96" style="${cell};color:${light.muted}">${name}</td>
<td class="ink" style="${cell};color:${light.ink};${breaking}">${factHtml(issue, name, value)}</td></tr>`,
  );
  return markup`<table ${{ html: table }} width="100%" style="margin-top:16px;table-layout:fixed">${rows}
</table>`;
}

function factHtml(issue: AlertedIssue, name: string, value: string): Html {
  if (name === 'Level') return levelHtml(issue.level, value);
  return name === 'Project' || name === 'Release' ? linkHtml(issue, value) : markup`${value}`;
}

const flappingHtml = markup`<div class="wash ink" style="${sans};margin-top:12px;padding:8px 12px;border-radius:6px;background-color:${light.wash};color:${light.ink};font-size:13px;line-height:20px">${FLAPPING}</div>`;

function buttonHtml(text: string, url: string): Html {
  return markup`<table ${{ html: table }} style="margin-top:20px"><tr>
<td class="button" style="border-radius:6px;background-color:${light.accent}"><a href="${url}" class="button" style="${sans};display:inline-block;padding:10px 20px;border-radius:6px;background-color:${light.accent};color:${light.onAccent};font-size:14px;line-height:20px;font-weight:600;text-decoration:none">${text}</a></td>
</tr></table>`;
}

function moreHtml(more: string, alertsUrl: string): Html {
  return markup`<div class="line" style="${sans};border-top:1px solid ${light.line};margin-top:16px;padding-top:14px;font-size:14px;line-height:20px"><a href="${alertsUrl}" class="accent" style="color:${light.accent};text-decoration:underline">${more}</a></div>`;
}
