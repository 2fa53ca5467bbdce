import type { ChannelKind } from './channel-kinds.ts';

/** Whether the end of a metric alert closes there what its beginning opened, which takes one message for each. */
export const closesIncidents = (kind: ChannelKind): boolean => kind === 'pagerduty';

/** Whether a rule sends to this channel. */
export const sendsTo = (
  { channelIds }: { channelIds: readonly number[] },
  { id, allRules }: { id: number; allRules: boolean },
): boolean => allRules || channelIds.includes(id);
