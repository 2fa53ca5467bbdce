import type { Clock } from '#platform/clock.ts';
import type { Outgoing } from '#outgoing/outgoing.ts';
import type { QueryDeps } from '#query/deps.ts';
import type { Browser, Channel, Delivery } from '#store/state/contract.ts';
import { push } from './channels/browser.ts';
import type { SendResult } from './channels/channel.ts';
import type { SendEmail } from './channels/email.ts';
import { httpChannels } from './channels/http-channels.ts';
import { post } from './channels/post.ts';
import type { ActivityMessage, AlertMessage } from './message.ts';
import { threadOf } from './channels/words.ts';
import { unsubscribeLinkOf } from './unsubscribe.ts';
import { isChannel, readMessage } from './read-message.ts';

export interface SendDeps extends Pick<QueryDeps, 'state' | 'telemetry' | 'config'> {
  clock: Clock;
  outgoing: Pick<Outgoing, 'request'>;
  sendEmail: SendEmail;
}

/** Makes one attempt: reads what the delivery says now, and sends it the way its recipient wants. */
export async function send(deps: SendDeps, delivery: Delivery): Promise<SendResult | null> {
  const addressed = await readMessage(deps, delivery);
  if (addressed === null) return null;
  const { message, to } = addressed;
  if (isChannel(to)) return sendToChannel(deps, message as AlertMessage, to);
  if (typeof to !== 'string') return sendToBrowser(deps, message as AlertMessage | ActivityMessage, to);
  return deps.sendEmail(message, to, await unsubscribeLinkOf(deps, message, delivery));
}

/** Forgets a browser that has ended its subscription. */
async function sendToBrowser(
  { state, outgoing, clock, config }: SendDeps,
  message: AlertMessage | ActivityMessage,
  { id, subscription }: Browser,
): Promise<SendResult> {
  const keys = await state.pushKeys();
  if (subscription === null || keys === null) {
    const answer = 'The subscription of this browser cannot be decrypted. Turn the notifications on again.';
    return { isSent: false, answer, isPermanent: true, retryAfterMs: null };
  }
  const { publicUrl, mail } = config;
  const options = { subscription, keys, publicUrl, mailFrom: mail?.from ?? null, nowMs: clock.now() };
  const { result, isGone } = await push(outgoing.request, message, options);
  if (isGone) await state.write((tx) => tx.deleteBrowser(id, clock.now()));
  return result;
}

async function sendToChannel(
  { state, outgoing, clock }: SendDeps,
  message: AlertMessage,
  { id, kind, settings, content }: Channel,
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
  const subject = threadOf(message);
  const threadId = subject === null ? null : await state.channelThread(id, subject);
  const nowMs = clock.now();
  const result = await post(outgoing.request, channel, read.data, message, { content, nowMs, threadId });
  const messageId = threadId ?? (result.isSent ? result.messageId : undefined);
  if (subject !== null && result.isSent && messageId !== undefined) {
    await state.write((tx) => tx.useChannelThread({ channelId: id, subject, messageId, usedAtMs: nowMs }));
  }
  if (subject !== null && !result.isSent && result.hasLostThread) {
    await state.write((tx) => tx.forgetChannelThread(id, subject));
  }
  return result;
}
