import { limits, type OrganizationId } from '@seismo/protocol';
import { channelKinds } from '#domain/alerts/channel-kinds.ts';
import { channelState } from '#domain/alerts/channel-state.ts';
import { emailFailing, setEmailFailing } from '#store/state/settings/email-failing.ts';
import type { Channel, Delivery, EndedAttempt, Notice, StateTx } from '#store/state/contract.ts';
import { reportToOwners, type OwnersDeps } from './report-to-owners.ts';

type Ended = Pick<EndedAttempt, 'status' | 'number' | 'answer'>;

/**
 * When messages to a channel fail for good or for minutes, another way tells of it: the owners get email, or other
 * channels a message. Once, until it works again. The same for email, without messages that are refused for one address.
 */
export async function followAttempt(deps: OwnersDeps, tx: StateTx, delivery: Delivery, ended: Ended): Promise<void> {
  // A test shows its answer to the user who sends it.
  if (delivery.about === 'test' && ended.status !== 'sent') return;
  // Its user sees the answer in their settings.
  if (delivery.browserId !== null) return;
  return delivery.channelId === null
    ? followEmail(deps, tx, delivery, ended)
    : followChannel(deps, tx, delivery.channelId, ended);
}

async function followChannel(deps: OwnersDeps, tx: StateTx, channelId: number, ended: Ended): Promise<void> {
  const [channel] = await tx.channelsByIds([channelId]);
  if (!channel || channel.deletedAtMs !== null) return;
  if (ended.status === 'sent' && channel.reportedAtMs !== null) await tx.setChannelReported(channelId, null);
  const fails = ended.status === 'failed' || failsForMinutes(ended);
  if (!fails || channel.reportedAtMs !== null) return;
  await tx.setChannelReported(channelId, deps.nowMs);
  await report(deps, tx, channel.organizationId, {
    title: `The channel “${channel.name}” does not work`,
    text: [
      `Seismo could not send a message to ${kindOf(channel)}. The last answer: ${ended.answer}`,
      'Until this is fixed, alerts do not arrive there. Failed messages can be sent again from the page of the alert.',
    ],
  });
}

async function followEmail(
  { nowMs }: OwnersDeps,
  tx: StateTx,
  { organizationId }: Delivery,
  { status, number, answer }: Ended,
): Promise<void> {
  const fails = failsForMinutes({ status, number });
  if (status !== 'sent' && !fails) return;
  const failing = await emailFailing(tx);
  if (status === 'sent' && failing) await setEmailFailing(tx, null);
  if (!fails || failing) return;
  await setEmailFailing(tx, { atMs: nowMs, answer });
  await report({ hasEmail: false, nowMs }, tx, organizationId, {
    title: 'Seismo cannot send email',
    text: [`The mail server has not taken a message for minutes. The last answer: ${answer}`],
  });
}

/** Also when the last attempt ends it: errors of one address are permanent and end a message at once. */
const failsForMinutes = ({ status, number }: Pick<Ended, 'status' | 'number'>) =>
  (status === 'queued' || status === 'failed') && number >= limits.CHANNEL_FAILED_ATTEMPT_COUNT;

/** Channels that have sent nothing for weeks may have stopped to work. */
export async function reportSilentChannels(deps: OwnersDeps, tx: StateTx, channels: Channel[]): Promise<void> {
  for (const channel of channels) {
    if (channel.reportedAtMs !== null) continue;
    const record = await tx.channelRecord(channel.id);
    // Its deliveries may be deleted by now.
    const lastSentAtMs = record.lastSentAtMs ?? channel.createdAtMs;
    if (channelState({ ...record, lastSentAtMs }, deps.nowMs) !== 'silent') continue;
    await tx.setChannelReported(channel.id, deps.nowMs);
    const days = limits.CHANNEL_SILENT_MS_MAX / (24 * 3600 * 1000);
    await report(deps, tx, channel.organizationId, {
      title: `Check the channel “${channel.name}”`,
      text: [
        `Seismo has not sent a message to ${kindOf(channel)} for ${days} days.`,
        'Send a test message to be sure that alerts still arrive there.',
      ],
    });
  }
}

const kindOf = ({ kind, name }: Channel) => `“${name}” (${channelKinds[kind].name})`;

function report(
  deps: OwnersDeps,
  tx: StateTx,
  organizationId: OrganizationId,
  words: Pick<Notice, 'title' | 'text'>,
): Promise<void> {
  const notice: Notice = {
    ...words,
    link: { name: 'View channels', path: '/alerts?view=channels' },
    why: 'You receive this because you are an owner of the organization.',
  };
  return reportToOwners(deps, tx, organizationId, notice);
}
