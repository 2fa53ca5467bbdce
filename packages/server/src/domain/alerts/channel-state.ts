import { limits } from '@seismo/protocol';

/** `failing`: the last attempt failed. `silent`: no message was sent for `CHANNEL_SILENT_MS_MAX`. */
export type ChannelState = 'untested' | 'working' | 'failing' | 'silent';

export function channelState(
  { lastAttempt, lastSentAtMs }: { lastAttempt: { isSent: boolean } | null; lastSentAtMs: number | null },
  nowMs: number,
): ChannelState {
  if (lastAttempt && !lastAttempt.isSent) return 'failing';
  if (lastSentAtMs === null) return 'untested';
  return lastSentAtMs < nowMs - limits.CHANNEL_SILENT_MS_MAX ? 'silent' : 'working';
}
