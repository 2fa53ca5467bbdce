import type {
  AccountMessage,
  Acknowledgeable,
  AlertedIssue,
  AlertedMetric,
  AlertedRelease,
  EmailMessage,
  IssuesMessage,
  MetricsMessage,
  NoticeMessage,
  ReleasesMessage,
} from '../message.ts';
import type { UnsubscribeLink } from '../unsubscribe.ts';
import { activityParts } from './email-activity.ts';
import {
  breaking,
  buttonHtml,
  entryHtml,
  factsHtml,
  headingHtml,
  levelHtml,
  light,
  linkHtml,
  markup,
  mono,
  moreHtml,
  mutedHtml,
  noteHtml,
  pageHtml,
  paragraphHtml,
  sans,
  secondLinkHtml,
  titleHtml,
  type EmailParts,
  type FooterLink,
  type Html,
} from './email-html.ts';
import { releaseIssuesHtml, releaseIssuesText } from './email-release.ts';
import { weekParts } from './email-week.ts';
import {
  capitalized,
  charsMax,
  countsOf,
  factsOf,
  headlineOf,
  issuesInOneLine,
  levelOf,
  levelOfIssue,
  levelOfRelease,
  metricFactsOf,
  metricsSubjectOf,
  moreThan,
  noIssuesOf,
  notesOf,
  oneLine,
  printable,
  printableMetric,
  printableRelease,
  quoted,
  readingInOneLine,
  reasonInOneLine,
  reasonsOf,
  releaseFactsOf,
  releaseHeadlineOf,
  releasesSubjectOf,
  releaseTitleOf,
  releaseVerdictOf,
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
export function emailOf(message: EmailMessage, unsubscribe: UnsubscribeLink | null = null): EmailText {
  const { subject, text, content, why } = partsOf(message);
  const links = [...footerLinksOf(message), ...(unsubscribe ? [unsubscribe] : [])];
  const footer = [why, ...links.map(({ name, url }) => `${name}: ${url}`)].join('\n');
  return {
    subject,
    text: `${text}\n\n-- \n${footer}\n`,
    html: pageHtml(subject, content, why, links),
  };
}

/** No rule sends notices and messages about an account, so none of theirs can be muted. */
function footerLinksOf(message: EmailMessage): FooterLink[] {
  if (message.about === 'account') return [];
  const rules = new URL(message.alertsUrl);
  rules.searchParams.set('view', 'rules');
  const manage = { name: 'Manage alerts', url: message.alertsUrl };
  const settings = { name: 'Notification settings', url: new URL('settings/notifications', message.alertsUrl).href };
  switch (message.about) {
    case 'notice':
      return [manage];
    case 'issues':
    case 'metrics':
    case 'releases':
      return [manage, { name: 'Mute a rule for yourself', url: rules.href }, settings];
    case 'activity':
    case 'week':
      return [settings];
  }
}

function partsOf(message: EmailMessage): EmailParts {
  switch (message.about) {
    case 'issues':
      return issuesParts(message);
    case 'metrics':
      return metricsParts(message);
    case 'releases':
      return releasesParts(message);
    case 'activity':
      return activityParts(message);
    case 'week':
      return weekParts(message);
    case 'notice':
    case 'account':
      return noticeParts(message);
  }
}

function issuesParts(message: IssuesMessage): EmailParts {
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

function metricsParts(message: MetricsMessage): EmailParts {
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

function releasesParts(message: ReleasesMessage): EmailParts {
  const releases = message.releases.map(printableRelease);
  const single = threadOf(message) === null ? null : releases[0]!;
  const more = moreThan(message.releaseCount, releases.length, 'release');
  const subject = releasesSubjectOf(message, releases);
  return {
    subject,
    text: single ? releaseText(single) : listText(message, subject, releases.map(listedReleaseText), more),
    content: single ? releaseHtml(single) : listHtml(message, subject, releases.map(listedReleaseHtml), more),
    why: whyReceived(releases.flatMap(({ ruleNames }) => ruleNames)),
  };
}

function noticeParts({ title, text, link, why }: NoticeMessage | AccountMessage): EmailParts {
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
    [`View alert: ${metric.url}`, ...spansText(metric), ...acknowledgeText(metric)].join('\n'),
  ];
  return blocks.join('\n\n');
}

function releaseText(release: AlertedRelease): string {
  const blocks = [
    reasonInOneLine({ what: releaseHeadlineOf(release), rules: rulesOf(release.ruleNames) }),
    releaseTitleOf(release),
    release.reasons.join('\n'),
    factsText(releaseFactsOf(release)),
    ...noIssuesOf(release).map((none) => `${none}.`),
    ...releaseIssuesText(release),
    ...notesOf(release),
    [`View release: ${release.url}`, ...acknowledgeText(release)].join('\n'),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function factsText(facts: Fact[]): string {
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  return facts.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`).join('\n');
}

function listText(
  { alertsUrl }: IssuesMessage | MetricsMessage | ReleasesMessage,
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

function listedReleaseText(release: AlertedRelease): string {
  return [
    releaseVerdictOf(release),
    release.project,
    ...release.reasons,
    issuesInOneLine(release),
    ...listedRules(release),
    ...notesOf(release),
    release.url,
    ...acknowledgeText(release),
  ].join('\n');
}

function acknowledgeText({ acknowledgeUrl }: Acknowledgeable): string[] {
  return acknowledgeUrl === null ? [] : [`Acknowledge: ${acknowledgeUrl}`];
}

function spansText({ spansUrl }: AlertedMetric): string[] {
  return spansUrl === null ? [] : [`View spans: ${spansUrl}`];
}

function listedFilter({ query }: AlertedMetric): string[] {
  return query === '' ? [] : [`Filter: ${oneLine(query, charsMax.listedDetail)}`];
}

function listedRules({ ruleNames }: AlertedRelease): string[] {
  return ruleNames.length === 0 ? [] : [rulesOf(ruleNames)];
}

function listedDetail({ detail }: AlertedIssue): string[] {
  return detail === '' ? [] : [oneLine(detail, charsMax.listedDetail)];
}

// ─── HTML ──────────────────────────────────────────────────────────────────────────────────────────────────────────

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
${buttonsHtml('View alert', metric)}${metric.spansUrl === null ? [] : secondLinkHtml('View spans', metric.spansUrl)}`;
}

/** Wide enough for "Crash-free sessions". */
const RELEASE_FACT_WIDTH = 136;

/** Its lists may be long, so they are below the button. */
function releaseHtml(release: AlertedRelease): Html {
  const { ruleNames, reasons } = release;
  const rules = ruleNames.length === 0 ? '' : ` · ${rulesOf(ruleNames)}`;
  const headline = markup`${levelHtml(levelOfRelease(release), releaseHeadlineOf(release))}${rules}`;
  const factHtml = (name: string, value: string) => (name === 'Project' ? linkHtml(release, value) : markup`${value}`);
  return markup`${mutedHtml(headline, sans)}
${titleHtml(release, releaseTitleOf(release))}
${reasons.map(paragraphHtml)}
${factsHtml(releaseFactsOf(release), factHtml, RELEASE_FACT_WIDTH)}
${noIssuesOf(release).map((none) => paragraphHtml(`${none}.`))}
${notesHtml(release)}
${buttonsHtml('View release', release)}
${releaseIssuesHtml(release)}`;
}

function listHtml(
  { alertsUrl }: IssuesMessage | MetricsMessage | ReleasesMessage,
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
  const text = readingInOneLine(metric).replace(/(\d) /g, '$1\u00A0');
  const reading = metric.isOwnWords ? markup`${text}` : linkHtml(metric, text, 'muted');
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

function listedReleaseHtml(release: AlertedRelease): Html {
  const headline = levelHtml(levelOfRelease(release), releaseHeadlineOf(release));
  const issues = issuesInOneLine(release).replace(/(\d) /g, '$1\u00A0');
  const rules = listedRules(release).map((text) => markup` · ${text}`);
  return entryHtml(
    release,
    releaseTitleOf(release),
    markup`${mutedHtml(markup`${headline} · ${linkHtml(release, release.project, 'muted')}${rules}`, `${sans};margin-top:4px`)}
${release.reasons.map(paragraphHtml)}
${mutedHtml(markup`${issues}`, `${sans};margin-top:8px`)}
${notesHtml(release)}${acknowledgeHtml(release)}`,
  );
}

function detailHtml(issue: AlertedIssue): Html {
  return markup`<div class="paper line" style="${mono};margin-top:16px;padding:10px 12px;border:1px solid ${light.line};border-radius:6px;background-color:${light.paper};font-size:13px;line-height:20px;${breaking}">${linkHtml(issue, issue.detail)}</div>`;
}

function issueFactHtml(issue: AlertedIssue, name: string, value: string): Html {
  if (name === 'Level') return levelHtml(issue.level, value);
  return name === 'Project' || name === 'Release' ? linkHtml(issue, value) : markup`${value}`;
}

const ownMetricFacts: readonly string[] = ['Value', 'Since', 'Lasted'];

function metricFactHtml(metric: AlertedMetric, name: string, value: string): Html {
  const isOwn = ownMetricFacts.includes(name) && (name !== 'Value' || metric.isOwnWords);
  return isOwn ? markup`${value}` : linkHtml(metric, value);
}

function notesHtml(entry: AlertedIssue | AlertedMetric | AlertedRelease): Html[] {
  return notesOf(entry).map(noteHtml);
}

function buttonsHtml(text: string, { url, acknowledgeUrl }: AlertedIssue | AlertedMetric | AlertedRelease): Html[] {
  return acknowledgeUrl === null
    ? [buttonHtml(text, url)]
    : [buttonHtml('Acknowledge', acknowledgeUrl), secondLinkHtml(text, url)];
}

function acknowledgeHtml({ acknowledgeUrl }: Acknowledgeable): Html[] {
  return acknowledgeUrl === null ? [] : [secondLinkHtml('Acknowledge', acknowledgeUrl)];
}
