import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import type { AlertLevel } from '#domain/alerts/levels.ts';
import type { ReleaseRating } from '#domain/releases/measured-health.ts';
import type {
  Acknowledgeable,
  AlertedIssue,
  AlertedMetric,
  AlertedRelease,
  AlertMessage,
  IssuesMessage,
  MetricsMessage,
  NoticeMessage,
  ReleaseIssues,
  ReleasesMessage,
} from '../message.ts';
import type { HttpChannel, RequestOptions } from './channel.ts';
import { hostOf, settingsSchema, urlSetting } from './http-settings.ts';
import { deliveryIdOf, firstFitting } from './http-text.ts';
import {
  charsMax,
  headlineOf,
  highestLevel,
  levelOf,
  levelOfRelease,
  metricFactsOf,
  oneLine,
  printable,
  printableMetric,
  printableRelease,
  threadOf,
} from './words.ts';

const SECRET_CHARS_MIN = 16;
const SECRET_CHARS_MAX = 500;

const settings = settingsSchema({
  url: urlSetting('Enter the URL that receives the messages, which begins with https://.'),
  secret: z
    .string('Enter a signing key.')
    .min(SECRET_CHARS_MIN, `Enter a signing key of at least ${SECRET_CHARS_MIN} characters.`)
    .max(SECRET_CHARS_MAX, `Enter a signing key of at most ${SECRET_CHARS_MAX} characters.`),
  format: z.enum(['seismo', 'sentry'], 'Choose a format.'),
});

/** JSON to any receiver, with a signature. */
export const webhook: HttpChannel<z.infer<typeof settings>> = {
  kind: 'webhook',
  settings,
  address: ({ url }) => hostOf(url),
  request(message, { url, secret, format }, options) {
    const timestamp = String(Math.floor(options.nowMs / 1000));
    const body = JSON.stringify(format === 'sentry' ? sentryBody(message, options) : seismoBody(message, options));
    const headers = format === 'sentry' ? sentryHeaders : seismoHeaders;
    return {
      url,
      headers: {
        'content-type': 'application/json',
        ...headers({ secret, timestamp, body, id: deliveryIdOf(message), resource: sentryResource(message) }),
      },
      body,
    };
  },
};

interface Signed {
  secret: string;
  /** In seconds. */
  timestamp: string;
  body: string;
  id: string;
  /** What Sentry calls it. */
  resource: string;
}

/** The signature covers the timestamp, so that receivers can refuse a request that is sent again later. */
function seismoHeaders({ secret, timestamp, body, id }: Signed): Record<string, string> {
  return {
    'seismo-timestamp': timestamp,
    'seismo-delivery': id,
    'seismo-signature': `v1=${hmac(secret, `${timestamp}.${body}`)}`,
  };
}

/** docs.sentry.io/integrations/integration-platform/webhooks: the signature is that of the body alone. */
function sentryHeaders({ secret, timestamp, body, id, resource }: Signed): Record<string, string> {
  return {
    'request-id': uuidOf(id).replaceAll('-', ''),
    'sentry-hook-resource': resource,
    'sentry-hook-timestamp': timestamp,
    'sentry-hook-signature': hmac(secret, body),
  };
}

function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Always the same for the same text, in the form of version 8 (RFC 9562), which is for such IDs. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

// ─── Seismo ────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Version 1 gets new fields, but no field changes or goes. The content level `title` leaves out everything of an issue from
 * `detail` on, and `link` also its short ID, title and project; of a metric, everything from `rule` on, and `link` also its
 * condition, reading and project; of a release, everything from `rules` on, and `link` also everything from `releaseUrl` on.
 * Texts are from events: do not run or render them unescaped.
 */
type SeismoBody = {
  version: 1;
  /** The same for every attempt at one message. */
  delivery: string;
  queuedAt: string;
  /** What happened, in one line. */
  summary: string;
  alertsUrl: string;
} & (
  | { type: 'issues'; issueCount: number; /** Those that came last. */ issues: SeismoIssue[] }
  | { type: 'metrics'; metricCount: number; /** Those that came last. */ metrics: SeismoMetric[] }
  | { type: 'releases'; releaseCount: number; /** Those that came last. */ releases: SeismoRelease[] }
  | { type: 'notice'; text: string[]; link: { name: string; url: string } }
);

interface SeismoIssue {
  id: number;
  url: string;
  level: string;
  isFlapping: boolean;
  isResolved: boolean;
  isEscalation: boolean;
  escalatesAt?: string;
  acknowledgeUrl?: string;
  reasons: { trigger: string; rules?: string[] }[];
  shortId?: string;
  title?: string;
  project?: string;
  detail?: string;
  culprit?: string;
  release?: string;
  eventCount?: number;
  userCount?: number;
  firstSeenAt?: string;
  lastSeenAt?: string;
}

interface SeismoMetric {
  ruleId: number;
  url: string;
  level: AlertLevel;
  isReminder: boolean;
  isEscalation: boolean;
  escalatesAt?: string;
  acknowledgeUrl?: string;
  openSince: string;
  until: string;
  condition?: string;
  reading?: string;
  project?: string;
  rule?: string;
  query?: string;
  environments?: string[];
  /** Of the spans in the window. */
  spansUrl?: string;
}

interface SeismoRelease {
  summaryId: number;
  /** Of the alert. */
  url: string;
  rating: ReleaseRating;
  isEscalation: boolean;
  escalatesAt?: string;
  acknowledgeUrl?: string;
  startedAt: string;
  until: string;
  releaseUrl?: string;
  version?: string;
  environment?: string;
  project?: string;
  reasons?: string[];
  rules?: string[];
  changes?: { name: string; value: string }[];
  /** The most frequent ones, with the count of all. */
  newIssues?: ReleaseIssues;
  regressedIssues?: ReleaseIssues;
  goneIssues?: ReleaseIssues;
}

function seismoBody(message: AlertMessage, options: RequestOptions): SeismoBody {
  const all = {
    version: 1,
    delivery: deliveryIdOf(message),
    queuedAt: isoTime(message.queuedAtMs),
    summary: summaryOf(message, options),
    alertsUrl: message.alertsUrl,
  } as const;
  if (message.about === 'notice')
    return { ...all, type: 'notice', text: paragraphsOf(message.text), link: message.link };
  if (message.about === 'metrics') {
    const metrics = message.metrics.map((metric) => seismoMetric(printableMetric(metric), options));
    return { ...all, type: 'metrics', metricCount: message.metricCount, metrics };
  }
  if (message.about === 'releases') {
    const releases = message.releases.map((release) => seismoRelease(printableRelease(release), options));
    return { ...all, type: 'releases', releaseCount: message.releaseCount, releases };
  }
  const issues = message.issues.map((issue) => seismoIssue(printable(issue), options));
  return { ...all, type: 'issues', issueCount: message.issueCount, issues };
}

function seismoIssue(issue: AlertedIssue, { content }: RequestOptions): SeismoIssue {
  const { id, url, level, isFlapping, shortId, title, project, detail, culprit, release, eventCount, userCount } =
    issue;
  const reasons = issue.reasons.map(({ trigger, ruleNames }) =>
    content === 'everything' ? { trigger, rules: ruleNames } : { trigger },
  );
  return {
    id,
    url,
    level,
    isFlapping,
    isResolved: issue.isResolved,
    ...acknowledging(issue),
    reasons,
    ...(content !== 'link' && { shortId, title, project }),
    ...(content === 'everything' && {
      detail,
      culprit,
      release,
      eventCount,
      userCount,
      firstSeenAt: isoTime(issue.firstSeenAtMs),
      lastSeenAt: isoTime(issue.lastSeenAtMs),
    }),
  };
}

function seismoMetric(metric: AlertedMetric, { content }: RequestOptions): SeismoMetric {
  const { ruleId, url, level, isReminder, condition, reading, project, ruleName, query, environments, spansUrl } =
    metric;
  return {
    ruleId,
    url,
    level,
    isReminder,
    ...acknowledging(metric),
    openSince: isoTime(metric.openSinceMs),
    until: isoTime(metric.untilMs),
    ...(content !== 'link' && { condition, reading, project }),
    ...(content === 'everything' && { rule: ruleName, query, environments, ...(spansUrl !== null && { spansUrl }) }),
  };
}

function seismoRelease(release: AlertedRelease, { content }: RequestOptions): SeismoRelease {
  const { summaryId, url, alertUrl, rating, version, environment, project, reasons, ruleNames, changes } = release;
  const { newIssues, regressedIssues, goneIssues } = release;
  return {
    summaryId,
    url: alertUrl,
    rating,
    ...acknowledging(release),
    startedAt: isoTime(release.startedAtMs),
    until: isoTime(release.untilMs),
    ...(content !== 'link' && { releaseUrl: url, version, environment, project, reasons }),
    ...(content === 'everything' && { rules: ruleNames, changes, newIssues, regressedIssues, goneIssues }),
  };
}

function acknowledging({ isEscalation, escalatesAtMs, acknowledgeUrl }: Acknowledgeable) {
  return {
    isEscalation,
    ...(escalatesAtMs !== null && { escalatesAt: isoTime(escalatesAtMs) }),
    ...(acknowledgeUrl !== null && { acknowledgeUrl }),
  };
}

// ─── Sentry ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** docs.sentry.io/integrations/integration-platform/webhooks, "Request Headers". */
function sentryResource(message: AlertMessage): string {
  if (message.about === 'metrics') return 'metric_alert';
  return isAboutResolved(message) ? 'issue' : 'event_alert';
}

/** A single issue that was resolved: Sentry has no other message about it. */
function isAboutResolved(message: AlertMessage): message is IssuesMessage {
  return message.about === 'issues' && threadOf(message) !== null && message.issues[0]!.isResolved;
}

function sentryAlert(message: AlertMessage, options: RequestOptions) {
  if (message.about === 'metrics') return metricAlert(message, options);
  if (message.about === 'releases') return releaseAlert(message, options);
  return isAboutResolved(message) ? resolvedIssue(message, options) : issueAlert(message, options);
}

function sentryBody(message: AlertMessage, options: RequestOptions) {
  const { action, data } = sentryAlert(message, options);
  return {
    action,
    actor: { type: 'application', id: 'seismo', name: 'Seismo' },
    data,
    installation: { uuid: uuidOf(message.alertsUrl) },
  };
}

/**
 * An issue alert as Sentry sends it (docs.sentry.io/integrations/integration-platform/webhooks/issue-alerts), as far as a message
 * has the fields. It has one issue: of several, the first one, with their count in the title. A notice comes in the same form,
 * so that a test of the channel reaches the same code.
 */
function issueAlert(message: IssuesMessage | NoticeMessage, options: RequestOptions) {
  return {
    action: 'triggered',
    data: { event: sentryEvent(message, options), triggered_rule: triggeredRule(message, options) },
  };
}

/** docs.sentry.io/integrations/integration-platform/webhooks/issues, as far as a message has the fields. */
function resolvedIssue(message: IssuesMessage, options: RequestOptions) {
  const issue = printable(message.issues[0]!);
  const { id, shortId, title, culprit, level, project, url } = issue;
  const { content } = options;
  return {
    action: 'resolved',
    data: {
      issue: {
        id: String(id),
        status: 'resolved',
        level,
        web_url: url,
        title: content === 'link' ? summaryOf(message, options) : title,
        ...(content !== 'link' && { shortId, project: { slug: project }, metadata: { title } }),
        ...(content === 'everything' && {
          culprit,
          count: String(issue.eventCount),
          userCount: issue.userCount,
          firstSeen: isoTime(issue.firstSeenAtMs),
          lastSeen: isoTime(issue.lastSeenAtMs),
        }),
      },
    },
  };
}

/**
 * Sentry has no webhook for this. It comes as an issue alert like a notice, because a metric alert would be an incident that never
 * ends. Its event is one without an exception, and of no issue. It has one release: of several, the worst one, with their count in
 * the title.
 */
function releaseAlert(message: ReleasesMessage, options: RequestOptions) {
  const { content } = options;
  const releases = message.releases.map(printableRelease);
  const level = highestLevel(releases.map(levelOfRelease));
  const release = releases.find((one) => levelOfRelease(one) === level);
  const isSingle = threadOf(message) !== null;
  const url = release && (content === 'link' ? release.alertUrl : release.url);
  const event = {
    ...baseEvent(message, message.queuedAtMs),
    type: 'default',
    level,
    url: url ?? message.alertsUrl,
    web_url: isSingle && url ? url : message.alertsUrl,
    title: summaryOf(message, options),
    ...(release && content !== 'link' && releaseFields(release)),
  };
  const names = content === 'everything' ? (release?.ruleNames ?? []) : [];
  return { action: 'triggered', data: { event, triggered_rule: names[0] ?? 'Seismo' } };
}

function releaseFields({ project, version, environment, reasons }: AlertedRelease) {
  const tags = [['release', version], ...(environment === '' ? [] : [['environment', environment]])];
  return { project, message: reasons.join('\n'), release: version, environment: environment || null, tags };
}

function baseEvent(message: AlertMessage, atMs: number) {
  return {
    event_id: uuidOf(deliveryIdOf(message)).replaceAll('-', ''),
    type: 'error',
    datetime: isoTime(atMs),
    timestamp: atMs / 1000,
  };
}

function sentryEvent(message: IssuesMessage | NoticeMessage, options: RequestOptions) {
  const { content } = options;
  const summary = summaryOf(message, options);
  const atMs =
    message.about === 'issues' ? (message.issues[0]?.lastSeenAtMs ?? message.queuedAtMs) : message.queuedAtMs;
  const base = baseEvent(message, atMs);
  if (message.about === 'notice') {
    const { link, text } = message;
    const words = paragraphsOf(text).join(' ');
    return { ...base, level: 'info', title: summary, message: words, url: link.url, web_url: link.url };
  }
  const issues = message.issues.map(printable);
  const [issue] = issues;
  const isSingle = message.issueCount === 1;
  if (!issue) return { ...base, level: 'info', title: summary, url: message.alertsUrl, web_url: message.alertsUrl };
  return {
    ...base,
    level: highestLevel(issues.map(({ level }) => level)),
    issue_id: String(issue.id),
    issue_url: issue.url,
    url: issue.url,
    web_url: isSingle ? issue.url : message.alertsUrl,
    title: isSingle && content !== 'link' ? issue.title : summary,
    ...(content !== 'link' && { project: issue.project, metadata: { title: issue.title } }),
    ...(content === 'everything' && {
      message: issue.detail,
      culprit: issue.culprit,
      release: issue.release === '' ? null : issue.release,
      tags: [['level', issue.level], ...(issue.release === '' ? [] : [['release', issue.release]])],
    }),
  };
}

function triggeredRule(message: IssuesMessage | NoticeMessage, { content }: RequestOptions): string {
  const reasons = message.about === 'issues' ? (message.issues[0]?.reasons ?? []) : [];
  const names = reasons.flatMap(({ ruleNames }) => ruleNames);
  return content === 'everything' && names.length > 0 ? oneLine(names[0]!, charsMax.name) : 'Seismo';
}

const sentryActions: Record<AlertLevel, 'critical' | 'warning' | 'resolved'> = {
  critical: 'critical',
  'no-data': 'critical',
  warning: 'warning',
  ok: 'resolved',
};

/**
 * A metric alert as Sentry sends it (docs.sentry.io/integrations/integration-platform/webhooks/metric-alerts), with the rule's ID as
 * that of the incident, so that the message about its end has the same. Without what Seismo does not have or does not send here:
 * the aggregate, the dataset, the triggers and the status as a number. It has one metric: of several, the most severe one, with their
 * count in the title.
 */
function metricAlert(message: MetricsMessage, options: RequestOptions) {
  const { content } = options;
  const metrics = message.metrics.map(printableMetric);
  const severest = highestLevel(metrics.map(levelOf));
  const metric = metrics.find((one) => levelOf(one) === severest);
  const isSingle = threadOf(message) !== null;
  const summary = summaryOf(message, options);
  return {
    action: metric ? sentryActions[metric.level] : 'critical',
    data: {
      metric_alert: metric ? sentryIncident(metric, summary, options) : { id: deliveryIdOf(message), title: summary },
      description_title:
        metric && isSingle && content === 'everything' ? `${headlineOf(metric)}: ${metric.ruleName}` : summary,
      description_text: metric ? descriptionOf(metric, options) : '',
      web_url: metric && isSingle ? metric.url : message.alertsUrl,
    },
  };
}

function sentryIncident(metric: AlertedMetric, summary: string, { content }: RequestOptions) {
  const { ruleId, ruleName, level, condition, project, query, openSinceMs, untilMs } = metric;
  const id = String(ruleId);
  const titles = { everything: ruleName, title: condition, link: summary };
  return {
    id,
    title: titles[content],
    date_started: isoTime(openSinceMs),
    date_closed: level === 'ok' ? isoTime(untilMs) : null,
    ...(content !== 'link' && { projects: [project] }),
    ...(content === 'everything' && { alert_rule: { id, name: ruleName, query, projects: [project] } }),
  };
}

function descriptionOf(metric: AlertedMetric, { content }: RequestOptions): string {
  if (content === 'link') return '';
  const { condition, reading } = metric;
  const facts = metricFactsOf(metric).filter(([name]) => name === 'Filter' || name.startsWith('Environment'));
  const lines = content === 'everything' ? facts.map(([name, value]) => `${name}: ${value}`) : [];
  return [condition, reading, ...lines].join('\n');
}

function summaryOf(message: AlertMessage, options: RequestOptions): string {
  return firstFitting(
    message,
    options,
    ({ summary }) => summary,
    () => true,
  );
}

function paragraphsOf(text: string[]): string[] {
  return text.map((paragraph) => oneLine(paragraph, charsMax.detail));
}

/** `''` for a time that no calendar has. */
function isoTime(atMs: number): string {
  const at = new Date(atMs);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
