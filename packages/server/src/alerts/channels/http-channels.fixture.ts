import { channelKinds, type ChannelKind } from '#domain/alerts/channel-kinds.ts';
import type { AlertedIssue, AlertedMetric, AlertedRelease, AlertMessage, ReleaseIssues } from '../message.ts';
import type { ChannelRequest, ChannelSettings, RequestOptions } from './channel.ts';
import { httpChannels } from './http-channels.ts';

export const kinds = Object.keys(channelKinds) as ChannelKind[];

export const issue: AlertedIssue = {
  id: 7,
  shortId: 'WEB-1A',
  title: 'TypeError: cart is null',
  detail: "Cannot read properties of null (reading 'items')",
  culprit: 'checkout/total.ts in sum',
  level: 'error',
  project: 'web',
  url: 'https://seismo.example/issues/7',
  reasons: [{ trigger: 'regression', condition: '', ruleNames: ['Crashes', 'On call'] }],
  eventCount: 12_345,
  userCount: 1,
  firstSeenAtMs: Date.UTC(2026, 10, 27, 22, 14, 59),
  lastSeenAtMs: Date.UTC(2026, 10, 27, 22, 15),
  release: 'web@1.2.3',
  isFlapping: false,
  isResolved: false,
  alertId: 5,
  acknowledgeUrl: null,
  escalatesAtMs: null,
  isEscalation: false,
};

export const metric: AlertedMetric = {
  ruleId: 3,
  ruleName: 'Error spike',
  project: 'web',
  url: 'https://seismo.example/alerts/5',
  spansUrl: null,
  level: 'critical',
  isReminder: false,
  alertId: 5,
  acknowledgeUrl: null,
  escalatesAtMs: null,
  isEscalation: false,
  condition: 'Events above 100 in 1 hour',
  reading: '142 events in 1 hour',
  isOwnWords: true,
  query: 'level:error release:web@1.2.3',
  environments: ['production', 'staging'],
  openSinceMs: Date.UTC(2026, 10, 27, 21, 50),
  untilMs: Date.UTC(2026, 10, 27, 22, 15),
};

/** The first ten of so many issues, as a message has them. */
export function releaseIssues(count: number, prefix: string): ReleaseIssues {
  const issues = Array.from({ length: Math.min(count, 10) }, (_, index) => ({
    shortId: `${prefix}-${index + 1}`,
    title: 'TypeError',
    detail: `Cannot read properties of undefined (reading 'item${index + 1}')`,
    url: `https://seismo.example/issues/${prefix}-${index + 1}`,
    events: 1234 - index * 100,
    users: index === 0 ? 56 : 0,
  }));
  return { count, issues };
}

export const release: AlertedRelease = {
  summaryId: 9,
  project: 'shop',
  version: 'shop@1.2.0',
  environment: 'production',
  url: 'https://seismo.example/releases/shop%401.2.0',
  alertUrl: 'https://seismo.example/alerts/5',
  rating: 'bad',
  reasons: [
    '2.3% of sessions crash, 0.9% before. The increase is at least 0.8 percentage points.',
    '12 new issues and 1 regressed issue, at least one of high priority that affects several users.',
  ],
  ruleNames: ['Deploys'],
  startedAtMs: Date.UTC(2026, 10, 27, 21, 15),
  untilMs: Date.UTC(2026, 10, 27, 22, 15),
  changes: [
    { name: 'Sessions', value: '4,210' },
    { name: 'Crash-free sessions', value: '97.7%, and 99.1% before' },
    { name: 'Error-free sessions', value: '95.2%, and 97.3% before' },
  ],
  newIssues: releaseIssues(12, 'SHOP'),
  regressedIssues: releaseIssues(1, 'OLD'),
  goneIssues: releaseIssues(0, 'GONE'),
  alertId: 5,
  acknowledgeUrl: null,
  escalatesAtMs: null,
  isEscalation: false,
};

const sent = { id: 42, queuedAtMs: Date.UTC(2026, 10, 27, 22, 15, 1), alertsUrl: 'https://seismo.example/alerts' };

export function messageOf(issues: AlertedIssue[], issueCount = issues.length): AlertMessage {
  return { ...sent, about: 'issues', issues, issueCount };
}

export function metricsMessageOf(metrics: AlertedMetric[], metricCount = metrics.length): AlertMessage {
  return { ...sent, about: 'metrics', metrics, metricCount };
}

export function releasesMessageOf(releases: AlertedRelease[], releaseCount = releases.length): AlertMessage {
  return { ...sent, about: 'releases', releases, releaseCount };
}

export const notice: AlertMessage = {
  ...sent,
  about: 'notice',
  title: 'Test message from Seismo',
  text: ['This is a test of the channel “On call”.', 'No action is necessary.'],
  link: { name: 'View alerts', url: 'https://seismo.example/alerts' },
  why: 'You receive this because you sent a test.',
};

export const token = '123456:AbCdEfGhIjKlMnOpQrStUvWxYz-0123456789';
export const slackToken = 'xoxb-123456789012-AbCdEfGhIjKl';
export const slackSigningSecret = '8f742231b10e8888abcd990000aa85a5';
export const signingKey = 'correct horse battery';

/** Valid settings, with a receiver at this origin. */
export function settingsFor(kind: ChannelKind, origin: string): Record<string, string> {
  const url = `${origin}/hooks/T0KEN-in-the-path?key=T0KEN-in-the-query`;
  if (kind === 'slack-app')
    return { token: slackToken, channelId: 'C0123456789', signingSecret: slackSigningSecret, server: origin };
  if (kind === 'telegram') return { token, chatId: '-1001234567890', server: origin };
  if (kind === 'ntfy') return { server: origin, topic: 'acme-alerts', token: 'tk_T0KEN-in-the-header' };
  if (kind === 'pagerduty') return { routingKey: 'R0123456789abcdefghijklmnopqrstu', server: origin };
  return kind === 'webhook' ? { url, secret: signingKey, format: 'seismo' } : { url };
}

const everything: RequestOptions = { threadId: null, content: 'everything', nowMs: Date.UTC(2026, 10, 27, 22, 16) };

export function requestOf(
  kind: ChannelKind,
  message: AlertMessage,
  options: Partial<RequestOptions> = {},
  settings: ChannelSettings = settingsFor(kind, 'https://receiver.example'),
): ChannelRequest {
  return httpChannels[kind].request(message, settings, { ...everything, ...options });
}
