import type { AlertView, DeliveryView, Suppression } from '@seismo/server';
import { plural } from '#ui/count.ts';

const suppressionNames: Record<Suppression, string> = {
  repeated: 'repeated',
  flapping: 'keeps coming back',
  old: 'old events',
  paused: 'paused',
  snoozed: 'snoozed',
  maintenance: 'maintenance',
  'no-email': 'email off',
  'no-recipient': 'no recipient',
};

/** Why a rule fired without a message, as a sentence. */
export function suppressionText(why: Suppression, { metric }: Pick<AlertView, 'metric'>): string {
  const [about, most] = metric === null ? ['issue', 'two'] : ['metric', '10'];
  const texts: Record<Suppression, string> = {
    repeated: `The same rule sent a message about this ${about} shortly before.`,
    flapping: `The same rule sent ${most} messages about this ${about} within 24 hours.`,
    old: 'The events were more than 24 hours old, as after an import.',
    paused: 'The server was restored from a backup and did not send anything yet.',
    snoozed: 'The rule was snoozed.',
    maintenance: 'It happened during maintenance.',
    'no-email': 'Email was off, and the rule had no channel.',
    'no-recipient': 'The rule had no recipient: no channel, and no team or owner who had not muted it.',
  };
  return texts[why];
}

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
  if (of('sent') > 0) return { text: `Sent to ${plural(of('sent'), 'recipient')}`, tone: 'good' };
  const why = matches.find(({ suppressed }) => suppressed !== null)?.suppressed;
  return { text: why ? `Not sent: ${suppressionNames[why]}` : 'Not sent', tone: 'plain' };
}

/** Whether a message is sent within the next minute. */
export const isUnderWay = (deliveries: readonly DeliveryView[], nowMs: number): boolean =>
  deliveries.some(({ status, dueAtMs }) => status === 'sending' || (status === 'queued' && dueAtMs < nowMs + 60_000));
