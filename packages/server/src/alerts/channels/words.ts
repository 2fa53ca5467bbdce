import type { Level } from '@seismo/protocol';
import type { AlertLevel } from '#domain/alerts/levels.ts';
import { alertTriggers } from '#domain/alerts/triggers.ts';
import type {
  Acknowledgeable,
  AlertedIssue,
  AlertedMetric,
  EmailMessage,
  IssuesMessage,
  MetricsMessage,
} from '../message.ts';

/** Of texts from outside. `name`: of culprits, releases, environments, and names of projects and rules. */
export const charsMax = { subject: 200, title: 200, detail: 1000, listedDetail: 160, query: 400, name: 120 } as const;

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

/** The one issue or rule that a message is about, such as `issue-7`: for threads and keys. `null` for a digest and a notice. */
export function threadOf(message: EmailMessage): string | null {
  if (
    (message.about === 'issues' || message.about === 'activity') &&
    message.issueCount === 1 &&
    message.issues.length === 1
  )
    return `issue-${message.issues[0]!.id}`;
  if (message.about === 'metrics' && message.metricCount === 1 && message.metrics.length === 1)
    return `rule-${message.metrics[0]!.ruleId}`;
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
export function notesOf(entry: AlertedIssue | AlertedMetric): string[] {
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
