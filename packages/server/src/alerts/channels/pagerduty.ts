import type { Level } from '@seismo/protocol';
import { z } from 'zod';
import type { AlertMessage } from '../message.ts';
import type { HttpChannel } from './channel.ts';
import { hostOf, serverSetting, settingsSchema, urlUnder } from './http-settings.ts';
import { deliveryIdOf, firstFitting, jsonBytes, unlinked, type EntryText, type MessageText } from './http-text.ts';

const SERVER = 'https://events.pagerduty.com';

const settings = settingsSchema({
  routingKey: z
    .string('Enter the integration key.')
    .trim()
    .regex(/^[A-Za-z0-9]{32}$/, 'Enter the integration key, which has 32 letters and digits.'),
  server: serverSetting(),
});

/** github.com/PagerDuty/developer-docs, "Events API v2 Overview": 512 KB. Summaries have at most 200 of 1024 characters. */
const BODY_BYTES_MAX = 400_000;

const severities: Record<Level, 'critical' | 'error' | 'warning' | 'info'> = {
  fatal: 'critical',
  error: 'error',
  warning: 'warning',
  info: 'info',
  debug: 'info',
};

/** The Events API v2 (developer.pagerduty.com/docs/send-alert-event). */
export const pagerduty: HttpChannel<z.infer<typeof settings>> = {
  kind: 'pagerduty',
  settings,
  address: ({ server = SERVER }) => hostOf(server),
  request: (message, { routingKey, server = SERVER }, options) => ({
    url: urlUnder(server, '/v2/enqueue'),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(
      firstFitting(
        message,
        options,
        (text) => payload(text, message, routingKey),
        (rendered) => jsonBytes(rendered) <= BODY_BYTES_MAX,
      ),
    ),
  }),
};

function payload(text: MessageText, message: AlertMessage, routingKey: string) {
  const { summary, paragraphs, entries, link, level, thread } = text;
  const links = [...(thread === null ? entries.map((entry) => entry.link) : []), ...(link === null ? [] : [link])];
  return {
    routing_key: routingKey,
    event_action: isOver(message, thread) ? 'resolve' : 'trigger',
    // An open alert with this key receives the message; another one is opened only if there is none.
    dedup_key: dedupKeyOf(message, thread),
    payload: {
      summary: unlinked(summary),
      source: hostOf(message.alertsUrl),
      severity: severities[level],
      timestamp: new Date(message.queuedAtMs).toISOString(),
      custom_details: {
        ...(paragraphs.length > 0 && { text: paragraphs.map(unlinked) }),
        ...(entries.length > 0 && { [message.about]: entries.map(detailsOf) }),
      },
    },
    links: links.map(({ name, url }) => ({ href: url, text: name })),
    client: 'Seismo',
    client_url: message.alertsUrl,
  };
}

/** A request has one key, so a digest resolves nothing. */
function isOver(message: AlertMessage, thread: string | null): boolean {
  if (thread === null) return false;
  if (message.about === 'metrics') return message.metrics[0]!.level === 'ok';
  return message.about === 'issues' && message.issues[0]!.isResolved;
}

/** Several installations may use one service of PagerDuty. At most 255 characters. */
function dedupKeyOf(message: AlertMessage, thread: string | null): string {
  const installation = `seismo-${hostOf(message.alertsUrl).slice(0, 180)}`;
  return thread === null ? `${installation}-delivery-${deliveryIdOf(message)}` : `${installation}-${thread}`;
}

function detailsOf({ lines }: EntryText): string[] {
  return lines.map(({ role, name, text }) => {
    const words = unlinked(text);
    if (role === 'culprit') return `in ${words}`;
    return name === '' ? words : `${name}: ${words}`;
  });
}
