import type { Level } from '@seismo/protocol';
import type {
  AccountMessage,
  Acknowledgeable,
  AlertedIssue,
  AlertedMetric,
  AlertMessage,
  IssuesMessage,
  MetricsMessage,
  NoticeMessage,
} from '../message.ts';
import {
  capitalized,
  charsMax,
  countsOf,
  factsOf,
  headlineOf,
  levelOf,
  levelOfIssue,
  metricFactsOf,
  metricsSubjectOf,
  moreThan,
  notesOf,
  oneLine,
  printable,
  printableMetric,
  quoted,
  readingInOneLine,
  reasonInOneLine,
  reasonsOf,
  rulesOf,
  scopeOf,
  subjectOf,
  threadOf,
  type Fact,
} from './words.ts';

export interface EmailText {
  subject: string;
  text: string;
  html: string;
}

/** The words of an e-mail. Pure: the channel adds addresses and headers. */
export function emailOf(message: AlertMessage | AccountMessage): EmailText {
  const { subject, text, content, why } = partsOf(message);
  const links = footerLinksOf(message);
  const footer = [why, ...links.map(({ name, url }) => `${name}: ${url}`)].join('\n');
  return {
    subject,
    text: `${text}\n\n-- \n${footer}\n`,
    html: pageHtml(subject, content, why, links),
  };
}

interface FooterLink {
  name: string;
  url: string;
}

/** No rule sends notices and messages about an account, so none of theirs can be muted. */
function footerLinksOf(message: AlertMessage | AccountMessage): FooterLink[] {
  if (message.about === 'account') return [];
  const manage = { name: 'Manage alerts', url: message.alertsUrl };
  if (message.about === 'notice') return [manage];
  const rules = new URL(message.alertsUrl);
  rules.searchParams.set('view', 'rules');
  return [manage, { name: 'Mute a rule for yourself', url: rules.href }];
}

interface Parts {
  subject: string;
  text: string;
  content: Html;
  why: string;
}

function partsOf(message: AlertMessage | AccountMessage): Parts {
  if (message.about === 'issues') return issuesParts(message);
  return message.about === 'metrics' ? metricsParts(message) : noticeParts(message);
}

function issuesParts(message: IssuesMessage): Parts {
  const issues = message.issues.map(printable);
  const single = threadOf(message) === null ? null : issues[0]!;
  const more = moreThan(message.issueCount, issues.length, 'issue');
  const subject = subjectOf(message, issues);
  return {
    subject,
    text: single ? issueText(single) : listText(message, subject, issues.map(listedIssueText), more),
    content: single ? issueHtml(single) : listHtml(message, subject, issues.map(listedIssueHtml), more),
    why: whyReceived(issues.flatMap(({ reasons }) => reasons.flatMap(({ ruleNames }) => ruleNames))),
  };
}

function metricsParts(message: MetricsMessage): Parts {
  const metrics = message.metrics.map(printableMetric);
  const single = threadOf(message) === null ? null : metrics[0]!;
  const more = moreThan(message.metricCount, metrics.length, 'alert');
  const subject = metricsSubjectOf(message, metrics);
  return {
    subject,
    text: single ? metricText(single) : listText(message, subject, metrics.map(listedMetricText), more),
    content: single ? metricHtml(single) : listHtml(message, subject, metrics.map(listedMetricHtml), more),
    why: whyReceived(metrics.map(({ ruleName }) => ruleName)),
  };
}

function noticeParts({ title, text, link, why }: NoticeMessage | AccountMessage): Parts {
  const subject = oneLine(title, charsMax.subject);
  const paragraphs = text.map((paragraph) => oneLine(paragraph, charsMax.detail));
  return {
    subject,
    text: [subject, ...paragraphs, `${link.name}: ${link.url}`].join('\n\n'),
    content: noticeHtml(subject, paragraphs, link),
    why: oneLine(why, charsMax.detail),
  };
}

function whyReceived(ruleNames: readonly string[]): string {
  const names = [...new Set(ruleNames)];
  if (names.length === 0) return 'You receive this because an alert rule sends to this address.';
  return names.length === 1
    ? `You receive this because the alert rule ${quoted(names)} sends to this address.`
    : `You receive this because the alert rules ${quoted(names)} send to this address.`;
}

// ─── Plain text ────────────────────────────────────────────────────────────────────────────────────────────────────

function issueText(issue: AlertedIssue): string {
  const blocks = [
    reasonsOf(issue).map(reasonInOneLine).join('\n'),
    issue.title,
    issue.detail,
    issue.culprit === '' ? '' : `in ${issue.culprit}`,
    factsText(factsOf(issue)),
    ...notesOf(issue),
    [`View issue: ${issue.url}`, ...acknowledgeText(issue)].join('\n'),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function metricText(metric: AlertedMetric): string {
  const reason = { what: headlineOf(metric), rules: rulesOf([metric.ruleName]) };
  const blocks = [
    reasonInOneLine(reason),
    metric.condition,
    factsText(metricFactsOf(metric)),
    ...notesOf(metric),
    [`View alert: ${metric.url}`, ...acknowledgeText(metric)].join('\n'),
  ];
  return blocks.join('\n\n');
}

function factsText(facts: Fact[]): string {
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  return facts.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`).join('\n');
}

function listText(
  { alertsUrl }: IssuesMessage | MetricsMessage,
  subject: string,
  entries: string[],
  more: string | null,
): string {
  return [subject, ...entries, ...(more === null ? [] : [`${more}: ${alertsUrl}`])].join('\n\n');
}

function listedIssueText(issue: AlertedIssue): string {
  return [
    `${issue.shortId} ${issue.title}`,
    ...listedDetail(issue),
    `${issue.project} · ${capitalized(issue.level)} · ${countsOf(issue)}`,
    ...reasonsOf(issue).map(reasonInOneLine),
    ...notesOf(issue),
    issue.url,
    ...acknowledgeText(issue),
  ].join('\n');
}

function listedMetricText(metric: AlertedMetric): string {
  return [
    `${headlineOf(metric)}: ${metric.condition}`,
    readingInOneLine(metric),
    scopeOf(metric),
    rulesOf([metric.ruleName]),
    ...listedFilter(metric),
    ...notesOf(metric),
    metric.url,
    ...acknowledgeText(metric),
  ].join('\n');
}

function acknowledgeText({ acknowledgeUrl }: Acknowledgeable): string[] {
  return acknowledgeUrl === null ? [] : [`Acknowledge: ${acknowledgeUrl}`];
}

function listedFilter({ query }: AlertedMetric): string[] {
  return query === '' ? [] : [`Filter: ${oneLine(query, charsMax.listedDetail)}`];
}

function listedDetail({ detail }: AlertedIssue): string[] {
  return detail === '' ? [] : [oneLine(detail, charsMax.listedDetail)];
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
function pageHtml(subject: string, content: Html, why: string, links: FooterLink[]): string {
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
${why}${links.map(footerLinkHtml)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.html;
}

function footerLinkHtml({ name, url }: FooterLink): Html {
  return markup`<br>
<a href="${url}" class="accent" style="color:${light.accent};text-decoration:underline">${name}</a>`;
}

function noticeHtml(title: string, paragraphs: string[], link: NoticeMessage['link']): Html {
  return markup`${headingHtml(title)}
${paragraphs.map((text) => mutedHtml(markup`${text}`, `${sans};margin-top:8px`))}
${buttonHtml(link.name, link.url)}`;
}

function issueHtml(issue: AlertedIssue): Html {
  const reasons = reasonsOf(issue).map(({ what, rules }) =>
    mutedHtml(markup`${levelHtml(levelOfIssue(issue), what)}${rules === '' ? '' : ` · ${rules}`}`, sans),
  );
  return markup`${reasons}
${titleHtml(issue, issue.title)}
${issue.culprit === '' ? [] : mutedHtml(linkHtml(issue, issue.culprit, 'muted'), `${mono};margin-top:4px`)}
${issue.detail === '' ? [] : detailHtml(issue)}
${factsHtml(factsOf(issue), (name, value) => issueFactHtml(issue, name, value))}
${notesHtml(issue)}
${buttonsHtml('View issue', issue)}`;
}

function metricHtml(metric: AlertedMetric): Html {
  const reason = markup`${levelHtml(levelOf(metric), headlineOf(metric))} · ${rulesOf([metric.ruleName])}`;
  return markup`${mutedHtml(reason, sans)}
${titleHtml(metric, metric.condition)}
${factsHtml(metricFactsOf(metric), (name, value) => metricFactHtml(metric, name, value))}
${notesHtml(metric)}
${buttonsHtml('View alert', metric)}`;
}

function listHtml(
  { alertsUrl }: IssuesMessage | MetricsMessage,
  subject: string,
  entries: Html[],
  more: string | null,
): Html {
  return markup`${headingHtml(subject)}
${entries}${more === null ? [] : moreHtml(more, alertsUrl)}`;
}

function listedIssueHtml(issue: AlertedIssue): Html {
  const { project, shortId, level } = issue;
  const counts = countsOf(issue).replace(/(\d) /g, '$1\u00A0');
  const what = markup`${levelHtml(level, capitalized(level))} · ${shortId} · ${project} · ${counts}`;
  const detail = listedDetail(issue).map(
    (
      text,
    ) => markup`<div style="${mono};font-size:12px;line-height:18px;margin-top:2px;${breaking}">${linkHtml(issue, text)}</div>
`,
  );
  const why = reasonsOf(issue).map((reason) => mutedHtml(markup`${reasonInOneLine(reason)}`, sans));
  return entryHtml(
    issue,
    issue.title,
    markup`${detail}${mutedHtml(what, `${sans};margin-top:4px`)}
${why}
${notesHtml(issue)}${acknowledgeHtml(issue)}`,
  );
}

function listedMetricHtml(metric: AlertedMetric): Html {
  const reading = readingInOneLine(metric).replace(/(\d) /g, '$1\u00A0');
  const what = markup`${levelHtml(levelOf(metric), headlineOf(metric))} · ${reading}`;
  const filter = listedFilter(metric).map((text) => mutedHtml(linkHtml(metric, text, 'muted'), sans));
  return entryHtml(
    metric,
    metric.condition,
    markup`${mutedHtml(what, `${sans};margin-top:4px`)}
${mutedHtml(markup`${linkHtml(metric, scopeOf(metric), 'muted')} · ${rulesOf([metric.ruleName])}`, sans)}
${filter}${notesHtml(metric)}${acknowledgeHtml(metric)}`,
  );
}

function entryHtml(entry: Linked, title: string, content: Html): Html {
  return markup`<div class="line" style="border-top:1px solid ${light.line};margin-top:16px;padding-top:14px">
<div style="${sans};font-size:15px;line-height:21px;font-weight:600;${breaking}">${linkHtml(entry, title, 'accent')}</div>
${content}
</div>
`;
}

function titleHtml(entry: Linked, title: string): Html {
  return markup`<h1 style="${sans};margin:8px 0 0;font-size:20px;line-height:26px;font-weight:600;${breaking}">${linkHtml(entry, title)}</h1>`;
}

function headingHtml(text: string): Html {
  return markup`<h1 class="ink" style="${sans};margin:0;font-size:20px;line-height:26px;font-weight:600;color:${light.ink};${breaking}">${text}</h1>`;
}

function levelHtml(level: Level, text: string): Html {
  return markup`<span class="${level}" style="color:${levelColors[level].light};font-weight:600">${text}</span>`;
}

type Linked = Pick<AlertedIssue | AlertedMetric, 'url'>;

/** Within this link, a text that looks like an address does not become a link of its own. */
function linkHtml({ url }: Linked, text: string, color: 'accent' | 'ink' | 'muted' = 'ink'): Html {
  return markup`<a href="${url}" class="${color}" style="color:${light[color]};text-decoration:none">${text}</a>`;
}

function mutedHtml(content: Html, style: string): Html {
  return markup`<div class="muted" style="${style};font-size:13px;line-height:20px;color:${light.muted};${breaking}">${content}</div>`;
}

function detailHtml(issue: AlertedIssue): Html {
  return markup`<div class="paper line" style="${mono};margin-top:16px;padding:10px 12px;border:1px solid ${light.line};border-radius:6px;background-color:${light.paper};font-size:13px;line-height:20px;${breaking}">${linkHtml(issue, issue.detail)}</div>`;
}

function factsHtml(facts: Fact[], valueHtml: (name: string, value: string) => Html): Html {
  const cell = `${sans};font-size:13px;line-height:20px;padding:3px 0;vertical-align:top`;
  const rows = facts.map(
    ([name, value]) => markup`
<tr><td class="muted" width="96" style="${cell};color:${light.muted}">${name}</td>
<td class="ink" style="${cell};color:${light.ink};${breaking}">${valueHtml(name, value)}</td></tr>`,
  );
  return markup`<table ${{ html: table }} width="100%" style="margin-top:16px;table-layout:fixed">${rows}
</table>`;
}

function issueFactHtml(issue: AlertedIssue, name: string, value: string): Html {
  if (name === 'Level') return levelHtml(issue.level, value);
  return name === 'Project' || name === 'Release' ? linkHtml(issue, value) : markup`${value}`;
}

const ownMetricFacts: readonly string[] = ['Value', 'Since', 'Lasted'];

function metricFactHtml(metric: AlertedMetric, name: string, value: string): Html {
  return ownMetricFacts.includes(name) ? markup`${value}` : linkHtml(metric, value);
}

function notesHtml(entry: AlertedIssue | AlertedMetric): Html[] {
  return notesOf(entry).map(noteHtml);
}

const noteHtml = (text: string): Html =>
  markup`<div class="wash ink" style="${sans};margin-top:12px;padding:8px 12px;border-radius:6px;background-color:${light.wash};color:${light.ink};font-size:13px;line-height:20px">${text}</div>`;

function buttonHtml(text: string, url: string): Html {
  return markup`<table ${{ html: table }} style="margin-top:20px"><tr>
<td class="button" style="border-radius:6px;background-color:${light.accent}"><a href="${url}" class="button" style="${sans};display:inline-block;padding:10px 20px;border-radius:6px;background-color:${light.accent};color:${light.onAccent};font-size:14px;line-height:20px;font-weight:600;text-decoration:none">${text}</a></td>
</tr></table>`;
}

function buttonsHtml(text: string, { url, acknowledgeUrl }: AlertedIssue | AlertedMetric): Html[] {
  return acknowledgeUrl === null
    ? [buttonHtml(text, url)]
    : [buttonHtml('Acknowledge', acknowledgeUrl), secondLinkHtml(text, url)];
}

function secondLinkHtml(text: string, url: string): Html {
  return markup`<div style="${sans};margin-top:12px;font-size:14px;line-height:20px"><a href="${url}" class="accent" style="color:${light.accent};text-decoration:underline">${text}</a></div>`;
}

function acknowledgeHtml({ acknowledgeUrl }: Acknowledgeable): Html[] {
  return acknowledgeUrl === null ? [] : [secondLinkHtml('Acknowledge', acknowledgeUrl)];
}

function moreHtml(more: string, alertsUrl: string): Html {
  return markup`<div class="line" style="${sans};border-top:1px solid ${light.line};margin-top:16px;padding-top:14px;font-size:14px;line-height:20px"><a href="${alertsUrl}" class="accent" style="color:${light.accent};text-decoration:underline">${more}</a></div>`;
}
