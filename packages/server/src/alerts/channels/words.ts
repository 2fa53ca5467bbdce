import type { Level } from '@seismo/protocol';
import type { AlertLevel } from '#domain/alerts/levels.ts';
import { alertTriggers } from '#domain/alerts/triggers.ts';
import type { ReleaseRating } from '#domain/releases/measured-health.ts';
import type {
  Acknowledgeable,
  AlertedIssue,
  AlertedMetric,
  AlertedRelease,
  EmailMessage,
  IssuesMessage,
  MetricsMessage,
  ReleaseIssues,
  ReleasesMessage,
} from '../message.ts';

/** Of texts from outside. `name`: of culprits, releases, environments, and names of projects and rules. */
export const charsMax = {
  subject: 200,
  title: 200,
  detail: 1000,
  listedDetail: 160,
  query: 400,
  measured: 160,
  name: 120,
} as const;

const NAMES_MAX = 5;

const FLAPPING = 'This issue keeps coming back. Seismo sends no more messages about it for 24 hours.';
const NOT_ACKNOWLEDGED = 'not acknowledged in time';

/** Line breaks, control characters and marks of direction: with these a text could look like another part of the message. */
const unprintable = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A text from outside as one line of at most so many characters. */
export function oneLine(text: string, most: number): string {
  // Cut first: the text may have megabytes.
  const line = text
    .slice(0, most * 4)
    .replace(/\s+/g, ' ')
    .replace(unprintable, '')
    .trim();
  const isCut = line.length > most || text.length > most * 4;
  return isCut
    ? `${line
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
    : line.toWellFormed();
}

// ─── Every message ─────────────────────────────────────────────────────────────────────────────────────────────────

/** The one issue, rule or release that a message is about, such as `issue-7`: for threads and keys. `null` for a digest and a notice. */
export function threadOf(message: EmailMessage): string | null {
  if (
    (message.about === 'issues' || message.about === 'activity') &&
    message.issueCount === 1 &&
    message.issues.length === 1
  )
    return `issue-${message.issues[0]!.id}`;
  if (message.about === 'metrics' && message.metricCount === 1 && message.metrics.length === 1)
    return `rule-${message.metrics[0]!.ruleId}`;
  if (message.about === 'releases' && message.releaseCount === 1 && message.releases.length === 1)
    return `release-${message.releases[0]!.summaryId}`;
  return null;
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** `Rule “Crashes”`; `''` without names. */
export function rulesOf(names: readonly string[]): string {
  return names.length === 0 ? '' : `${names.length === 1 ? 'Rule' : 'Rules'} ${quoted(names)}`;
}

export function quoted(names: readonly string[]): string {
  return enumerated(names.map((name) => `“${name}”`));
}

/** `''` without names. */
function enumerated(names: readonly string[]): string {
  const listed = names.slice(0, NAMES_MAX);
  const more = names.length - listed.length;
  const last = more > 0 ? `${more} more` : (listed.pop() ?? '');
  return listed.length > 0 ? `${listed.join(', ')} and ${last}` : last;
}

export type Fact = readonly [name: string, value: string];

function known(facts: Fact[]): Fact[] {
  return facts.filter(([, value]) => value !== '');
}

export function utc(atMs: number): string {
  const at = new Date(atMs);
  return Number.isNaN(at.getTime()) ? '' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** For the link to what a message does not list; `null` if it lists all. */
export function moreThan(count: number, listedCount: number, noun: string): string | null {
  return count > listedCount ? `View ${counted(count - listedCount, `more ${noun}`)}` : null;
}

const bySeverity: readonly Level[] = ['fatal', 'error', 'warning', 'info', 'debug'];

export function highestLevel(levels: readonly Level[]): Level {
  return bySeverity.find((level) => levels.includes(level)) ?? 'info';
}

/** `inGeneral`: if the projects are not known, or if there is one. */
export function digestSubject(
  items: string,
  inGeneral: string,
  count: number,
  listed: readonly { project: string }[],
): string {
  const projects = new Set(listed.map(({ project }) => project));
  // Those that are not in the message may belong to other projects.
  if (count > listed.length) return projects.size > 1 ? `${items} in several projects` : inGeneral;
  if (projects.size > 1) return `${items} in ${projects.size} projects`;
  return oneLine(`[${listed[0]?.project ?? 'Seismo'}] ${inGeneral}`, charsMax.subject);
}

/** What else there is to know, in Seismo's own words. */
export function notesOf(entry: AlertedIssue | AlertedMetric | AlertedRelease): string[] {
  return [...('isFlapping' in entry && entry.isFlapping ? [FLAPPING] : []), ...escalationNote(entry)];
}

function escalationNote({ escalatesAtMs }: Acknowledgeable): string[] {
  return escalatesAtMs === null ? [] : [`Others are notified at ${utc(escalatesAtMs)} unless it is acknowledged.`];
}

// ─── Issues ────────────────────────────────────────────────────────────────────────────────────────────────────────

export function printable(issue: AlertedIssue): AlertedIssue {
  return {
    ...issue,
    shortId: oneLine(issue.shortId, charsMax.name),
    title: oneLine(issue.title, charsMax.title) || '(no title)',
    detail: oneLine(issue.detail, charsMax.detail),
    culprit: oneLine(issue.culprit, charsMax.name),
    project: oneLine(issue.project, charsMax.name),
    release: oneLine(issue.release, charsMax.name),
    reasons: issue.reasons.map(({ ruleNames, ...reason }) => ({
      ...reason,
      ruleNames: ruleNames.map((name) => oneLine(name, charsMax.name)),
    })),
  };
}

/** Mostly the same for every message about one issue: some mail programs group messages by it. */
export function subjectOf({ issueCount }: IssuesMessage, issues: readonly AlertedIssue[]): string {
  const [issue] = issues;
  if (issue && issueCount === 1) {
    return issueSubject(issue);
  }
  return digestSubject(counted(issueCount, 'issue'), issuesInGeneral(issueCount, issues), issueCount, issues);
}

export function issueSubject({
  project,
  shortId,
  title,
  detail,
}: Pick<AlertedIssue, 'project' | 'shortId' | 'title' | 'detail'>): string {
  return oneLine(`[${project}] ${shortId} ${detail === '' ? title : `${title}: ${detail}`}`, charsMax.subject);
}

export function issuesInGeneral(count: number, issues: readonly AlertedIssue[]): string {
  const areResolved = issues.every(({ isResolved }) => isResolved);
  return `${counted(count, 'issue')} ${areResolved ? 'were resolved' : 'need attention'}`;
}

interface Reason {
  what: string;
  rules: string;
}

export function reasonsOf({ reasons, isResolved, isEscalation }: AlertedIssue): Reason[] {
  if (isResolved) return [{ what: 'Resolved', rules: rulesOf(reasons.flatMap(({ ruleNames }) => ruleNames)) }];
  const overdue = isEscalation ? [{ what: capitalized(NOT_ACKNOWLEDGED), rules: '' }] : [];
  const fired = reasons.map(({ trigger, condition, ruleNames }) => ({
    what: condition === '' ? capitalized(alertTriggers[trigger].text) : condition,
    rules: rulesOf(ruleNames),
  }));
  return [...overdue, ...fired];
}

export function reasonInOneLine({ what, rules }: Reason): string {
  return rules === '' ? what : `${what} · ${rules}`;
}

export function factsOf(issue: AlertedIssue): Fact[] {
  return known([
    ['Project', issue.project],
    ['Issue', issue.shortId],
    ['Level', capitalized(issue.level)],
    ['Events', issue.eventCount.toLocaleString('en-US')],
    ['Users', issue.userCount.toLocaleString('en-US')],
    ['First seen', utc(issue.firstSeenAtMs)],
    ['Release', issue.release],
  ]);
}

export function countsOf({ eventCount, userCount }: AlertedIssue): string {
  return `${counted(eventCount, 'event')}, ${counted(userCount, 'user')}`;
}

/** A resolved one is not alarming any more. */
export function levelOfIssue({ level, isResolved }: AlertedIssue): Level {
  return isResolved ? 'info' : level;
}

// ─── Metrics ───────────────────────────────────────────────────────────────────────────────────────────────────────

export function printableMetric(metric: AlertedMetric): AlertedMetric {
  return {
    ...metric,
    ruleName: oneLine(metric.ruleName, charsMax.name),
    project: oneLine(metric.project, charsMax.name),
    condition: oneLine(metric.condition, charsMax.measured),
    reading: oneLine(metric.reading, charsMax.measured),
    query: oneLine(metric.query, charsMax.query),
    environments: metric.environments.map((name) => oneLine(name, charsMax.name)),
  };
}

const levelNames: Record<AlertLevel, string> = {
  ok: 'resolved',
  warning: 'warning',
  critical: 'critical',
  'no-data': 'no data',
};

const levels: Record<AlertLevel, Level> = { ok: 'info', warning: 'warning', critical: 'fatal', 'no-data': 'error' };

/** The level of an issue that has its color and its severity. */
export function levelOf({ level }: AlertedMetric): Level {
  return levels[level];
}

/** "Critical", or "Still critical". */
export function headlineOf(metric: AlertedMetric): string {
  return capitalized(stateOf(metric));
}

/** Without what the rule is about. */
export function metricInGeneral(metric: AlertedMetric): string {
  return `An alert rule: ${stateOf(metric)}`;
}

function stateOf({ level, isReminder, isEscalation }: AlertedMetric): string {
  const state = isReminder && level !== 'ok' ? `still ${levelNames[level]}` : levelNames[level];
  return isEscalation ? `${state}, ${NOT_ACKNOWLEDGED}` : state;
}

export function metricsSubjectOf({ metricCount }: MetricsMessage, metrics: readonly AlertedMetric[]): string {
  const [metric] = metrics;
  if (metric && metricCount === 1)
    return oneLine(`[${metric.project}] ${headlineOf(metric)}: ${metric.condition}`, charsMax.subject);
  const inGeneral = metricsInGeneral(metricCount);
  return digestSubject(inGeneral, inGeneral, metricCount, metrics);
}

export function metricsInGeneral(count: number): string {
  return counted(count, 'metric alert');
}

export function metricFactsOf(metric: AlertedMetric): Fact[] {
  return known([
    ['Value', metric.reading],
    timeOf(metric),
    ['Project', metric.project],
    ['Filter', metric.query],
    [metric.environments.length === 1 ? 'Environment' : 'Environments', enumerated(metric.environments)],
  ]);
}

/** `142 events in 1 hour · Since 2026-11-27 22:10 UTC` */
export function readingInOneLine(metric: AlertedMetric): string {
  return `${metric.reading} · ${timeOf(metric).join(' ')}`;
}

/** The project, and the environments if it is not all of them. */
export function scopeOf({ project, environments }: AlertedMetric): string {
  return [project, enumerated(environments)].filter((part) => part !== '').join(' · ');
}

function timeOf({ level, openSinceMs, untilMs }: AlertedMetric): Fact {
  return level === 'ok' ? ['Lasted', durationOf(untilMs - openSinceMs)] : ['Since', utc(openSinceMs)];
}

const units = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

/** In its two largest units: "1 day 3 hours". */
function durationOf(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  const at = units.findIndex(([, length]) => minutes >= length);
  let rest = minutes;
  const parts = units.slice(at, at + 2).map(([noun, length]) => {
    const count = Math.floor(rest / length);
    rest %= length;
    return count === 0 ? '' : counted(count, noun);
  });
  return parts.filter((part) => part !== '').join(' ');
}

// ─── Releases ──────────────────────────────────────────────────────────────────────────────────────────────────────

const RELEASE_ISSUES_LISTED_MAX = 5;
/** Of a link: a version in Chinese has nine characters of an address for each of its own. */
const URL_CHARS_MAX = 1000;

export function printableRelease(release: AlertedRelease): AlertedRelease {
  return {
    ...release,
    project: oneLine(release.project, charsMax.name),
    version: oneLine(release.version, charsMax.name) || '(no version)',
    environment: oneLine(release.environment, charsMax.name),
    url: release.url.length > URL_CHARS_MAX ? release.alertUrl : withoutMarkup(release.url),
    ruleNames: release.ruleNames.map((name) => oneLine(name, charsMax.name)),
    newIssues: printableIssues(release.newIssues),
    regressedIssues: printableIssues(release.regressedIssues),
    goneIssues: printableIssues(release.goneIssues),
  };
}

function printableIssues({ count, issues }: ReleaseIssues): ReleaseIssues {
  return {
    count,
    issues: issues.slice(0, RELEASE_ISSUES_LISTED_MAX).map((issue) => ({
      ...issue,
      shortId: oneLine(issue.shortId, charsMax.name),
      title: oneLine(issue.title, charsMax.listedDetail) || '(no title)',
      detail: oneLine(issue.detail, charsMax.listedDetail),
    })),
  };
}

/** The same address: `encodeURIComponent` leaves these signs, and a parenthesis would end a link in Markdown. */
function withoutMarkup(url: string): string {
  return url.replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

const ratingLevels: Record<ReleaseRating, Level> = { good: 'info', unclear: 'warning', bad: 'error' };

export function levelOfRelease({ rating }: AlertedRelease): Level {
  return ratingLevels[rating];
}

/** "Release verdict: bad" */
export function releaseHeadlineOf({ rating, isEscalation }: AlertedRelease): string {
  return `Release verdict: ${rating}${isEscalation ? `, ${NOT_ACKNOWLEDGED}` : ''}`;
}

/** "Release 1.2.0 in production" */
export function releaseTitleOf({ version, environment }: AlertedRelease): string {
  return `Release ${version}${within(environment)}`;
}

/** "Release 1.2.0 looks bad in production" */
export function releaseVerdictOf(release: AlertedRelease): string {
  return verdictOn(`release ${release.version}`, release, within(release.environment));
}

/** Without what the release is. */
export function releaseInGeneral(release: AlertedRelease): string {
  return verdictOn('a release', release);
}

function verdictOn(what: string, { rating, isEscalation }: AlertedRelease, where = ''): string {
  const verdict = rating === 'unclear' ? `no clear verdict on ${what}${where}` : `${what} looks ${rating}${where}`;
  return capitalized(isEscalation ? `${NOT_ACKNOWLEDGED}: ${verdict}` : verdict);
}

function within(environment: string): string {
  return environment === '' ? '' : ` in ${environment}`;
}

export function releasesSubjectOf({ releaseCount }: ReleasesMessage, releases: readonly AlertedRelease[]): string {
  const [release] = releases;
  if (release && releaseCount === 1)
    return oneLine(`[${release.project}] ${releaseVerdictOf(release)}`, charsMax.subject);
  const inGeneral = releasesInGeneral(releaseCount);
  return digestSubject(inGeneral, inGeneral, releaseCount, releases);
}

export function releasesInGeneral(count: number): string {
  return counted(count, 'release verdict');
}

export function releaseFactsOf({ changes, environment, startedAtMs, untilMs, project }: AlertedRelease): Fact[] {
  return known([
    ...changes.map(({ name, value }) => [name, value] as const),
    [environment === '' ? 'First seen' : 'Deployed', utc(startedAtMs)],
    ['Measured for', durationOf(untilMs - startedAtMs)],
    ['Project', project],
  ]);
}

export interface IssueList extends ReleaseIssues {
  name: string;
  /** Those that are not in `issues`, unless these are none. */
  more: string[];
}

/** Those that are not empty, each with at most so many issues. */
export function issueListsOf(
  { newIssues, regressedIssues, goneIssues }: AlertedRelease,
  most = RELEASE_ISSUES_LISTED_MAX,
): IssueList[] {
  const lists = [
    { name: 'New issues', ...newIssues },
    { name: 'Regressed issues', ...regressedIssues },
    { name: 'Issues no longer seen', ...goneIssues },
  ];
  return lists
    .filter(({ count }) => count > 0)
    .map(({ name, count, issues }) => {
      const listed = issues.slice(0, most);
      const rest = count - listed.length;
      const isMore = rest > 0 && listed.length > 0;
      return { name, count, issues: listed, more: isMore ? [`${rest.toLocaleString('en-US')} more`] : [] };
    });
}

/** That a release has brought none. */
export function noIssuesOf({ newIssues, regressedIssues }: AlertedRelease): string[] {
  return newIssues.count + regressedIssues.count === 0 ? ['No new or regressed issues'] : [];
}

/** "2 new issues, 1 regressed issue, 3 issues no longer seen" */
export function issuesInOneLine(release: AlertedRelease): string {
  const { newIssues, regressedIssues, goneIssues } = release;
  return [
    ...noIssuesOf(release),
    ...(newIssues.count > 0 ? [counted(newIssues.count, 'new issue')] : []),
    ...(regressedIssues.count > 0 ? [counted(regressedIssues.count, 'regressed issue')] : []),
    ...(goneIssues.count > 0 ? [`${counted(goneIssues.count, 'issue')} no longer seen`] : []),
  ].join(', ');
}

export type ReleaseIssue = ReleaseIssues['issues'][number];

export function releaseIssueTitle({ title, detail }: ReleaseIssue): string {
  return detail === '' ? title : `${title}: ${detail}`;
}

/** Not all events have a user. */
export function releaseIssueCounts({ events, users }: ReleaseIssue): string {
  return [counted(events, 'event'), ...(users > 0 ? [counted(users, 'user')] : [])].join(', ');
}
