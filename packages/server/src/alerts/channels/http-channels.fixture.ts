import { channelKinds, type ChannelKind } from '#domain/alerts/channel-kinds.ts';
import type { AlertedIssue, AlertedMetric, AlertMessage } from '../message.ts';
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
  acknowledgeUrl: null,
  escalatesAtMs: null,
  isEscalation: false,
};

export const metric: AlertedMetric = {
  ruleId: 3,
  ruleName: 'Error spike',
  project: 'web',
  url: 'https://seismo.example/alerts/5',
  level: 'critical',
  isReminder: false,
  acknowledgeUrl: null,
  escalatesAtMs: null,
  isEscalation: false,
  condition: 'Events above 100 in 1 hour',
  reading: '142 events in 1 hour',
  query: 'level:error release:web@1.2.3',
  environments: ['production', 'staging'],
  openSinceMs: Date.UTC(2026, 10, 27, 21, 50),
  untilMs: Date.UTC(2026, 10, 27, 22, 15),
};

const sent = { id: 42, queuedAtMs: Date.UTC(2026, 10, 27, 22, 15, 1), alertsUrl: 'https://seismo.example/alerts' };

export function messageOf(issues: AlertedIssue[], issueCount = issues.length): AlertMessage {
  return { ...sent, about: 'issues', issues, issueCount };
}

export function metricsMessageOf(metrics: AlertedMetric[], metricCount = metrics.length): AlertMessage {
  return { ...sent, about: 'metrics', metrics, metricCount };
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
export const signingKey = 'correct horse battery';

/** Valid settings, with a receiver at this origin. */
export function settingsFor(kind: ChannelKind, origin: string): Record<string, string> {
  const url = `${origin}/hooks/T0KEN-in-the-path?key=T0KEN-in-the-query`;
  if (kind === 'telegram') return { token, chatId: '-1001234567890', server: origin };
  if (kind === 'ntfy') return { server: origin, topic: 'acme-alerts', token: 'tk_T0KEN-in-the-header' };
  if (kind === 'pagerduty') return { routingKey: 'R0123456789abcdefghijklmnopqrstu', server: origin };
  return kind === 'webhook' ? { url, secret: signingKey, format: 'seismo' } : { url };
}

const everything: RequestOptions = { content: 'everything', nowMs: Date.UTC(2026, 10, 27, 22, 16) };

export function requestOf(
  kind: ChannelKind,
  message: AlertMessage,
  options: Partial<RequestOptions> = {},
  settings: ChannelSettings = settingsFor(kind, 'https://receiver.example'),
): ChannelRequest {
  return httpChannels[kind].request(message, settings, { ...everything, ...options });
}
