import type { Clock } from '#platform/clock.ts';
import type { Outgoing } from '#outgoing/outgoing.ts';
import type { QueryDeps } from '#query/deps.ts';
import type { Channel, Delivery } from '#store/state/contract.ts';
import type { SendResult } from './channels/channel.ts';
import type { SendEmail } from './channels/email.ts';
import { httpChannels } from './channels/http-channels.ts';
import { post } from './channels/post.ts';
import type { AlertMessage } from './message.ts';
import { unsubscribeLinkOf } from './unsubscribe.ts';
import { readMessage } from './read-message.ts';

export interface SendDeps extends Pick<QueryDeps, 'state' | 'telemetry' | 'config'> {
  clock: Clock;
  outgoing: Pick<Outgoing, 'request'>;
  sendEmail: SendEmail;
}

/** Makes one attempt: reads what the delivery says now, and sends it the way its recipient wants. */
export async function send(deps: SendDeps, delivery: Delivery): Promise<SendResult | null> {
  const addressed = await readMessage(deps, delivery);
  if (addressed === null) return null;
  if (typeof addressed.to !== 'string') return sendToChannel(deps, addressed.message as AlertMessage, addressed.to);
  const { message, to } = addressed;
  return deps.sendEmail(message, to, await unsubscribeLinkOf(deps, message, delivery));
}

async function sendToChannel(
  { outgoing, clock }: SendDeps,
  message: AlertMessage,
  { kind, settings, content }: Channel,
): Promise<SendResult> {
  const channel = httpChannels[kind];
  const read = channel.settings.safeParse(settings);
  if (!read.success) {
    const answer =
      settings === null
        ? 'The settings of this channel cannot be decrypted. Enter them again, or restore the key file of the server.'
        : 'The settings of this channel are not valid. Enter them again.';
    return { isSent: false, answer, isPermanent: true, retryAfterMs: null };
  }
  return post(outgoing.request, channel, read.data, message, { content, nowMs: clock.now() });
}
