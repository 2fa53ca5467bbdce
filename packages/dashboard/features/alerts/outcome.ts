import type { AlertView, DeliveryView, Suppression } from '@seismo/server';
import { plural } from '#ui/count.ts';

/** Why a rule fired without a message. */
export const suppressionTexts: Record<Suppression, { short: string; text: string }> = {
  repeated: { short: 'repeated', text: 'The same rule sent a message about this issue less than 30 minutes before.' },
  flapping: { short: 'keeps coming back', text: 'The same rule sent two messages about this issue within 24 hours.' },
  old: { short: 'old events', text: 'The events were more than 24 hours old, as after an import.' },
  paused: { short: 'email paused', text: 'The server was restored from a backup and did not send anything yet.' },
  'no-email': { short: 'email off', text: 'The server had no SMTP server.' },
  'no-recipient': { short: 'no recipient', text: 'The project had no team, and the organization no owner.' },
};

export const deliveryStatusNames: Record<DeliveryView['status'], string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  canceled: 'Canceled',
};

export type Tone = 'plain' | 'good' | 'error' | 'warning';

export const deliveryTones: Record<DeliveryView['status'], Tone> = {
  queued: 'plain',
  sending: 'plain',
  sent: 'good',
  failed: 'error',
  canceled: 'plain',
};

/** What became of an alert, in a few words: the worst of its messages, or why there are none. */
export function outcomeOf({ matches, deliveries }: Pick<AlertView, 'matches' | 'deliveries'>): {
  text: string;
  tone: Tone;
} {
  const of = (...statuses: DeliveryView['status'][]) =>
    deliveries.filter(({ status }) => statuses.includes(status)).length;
  if (of('failed') > 0) return { text: of('failed') === 1 ? 'Failed' : `${of('failed')} failed`, tone: 'error' };
  const waiting = deliveries.filter(({ status }) => status === 'queued' || status === 'sending');
  if (waiting.some(({ attempts }) => attempts.some(({ endedAtMs }) => endedAtMs !== null))) {
    return { text: 'Trying again', tone: 'warning' };
  }
  if (waiting.length > 0) return { text: 'Queued', tone: 'plain' };
  if (of('sent') > 0) return { text: `Sent to ${plural(of('sent'), 'person', 'people')}`, tone: 'good' };
  const why = matches.find(({ suppressed }) => suppressed !== null)?.suppressed;
  return { text: why ? `Not sent: ${suppressionTexts[why].short}` : 'Not sent', tone: 'plain' };
}

/** Whether a message is sent within the next minute. */
export const isUnderWay = (deliveries: readonly DeliveryView[], nowMs: number): boolean =>
  deliveries.some(({ status, dueAtMs }) => status === 'sending' || (status === 'queued' && dueAtMs < nowMs + 60_000));
