import { plural } from '#ui/count.ts';
import { readChannels, readEmailStatus } from './read.ts';

/** How messages reach people, in one sentence. */
export async function MessageState() {
  const [{ isConfigured, paused }, { channels }] = await Promise.all([readEmailStatus(), readChannels()]);
  if (paused !== null) return <p>Messages are paused.</p>;
  const ways = [
    ...(isConfigured ? ['by email'] : []),
    ...(channels.length > 0 ? [`to ${plural(channels.length, 'channel')}`] : []),
  ];
  return <p>{ways.length > 0 ? `Sent ${ways.join(' and ')}` : 'Not sent by email or to channels.'}</p>;
}
