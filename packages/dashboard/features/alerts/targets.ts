import type { AlertRuleView, ChannelView } from '@seismo/server';

type Rule = Pick<AlertRuleView, 'channelIds' | 'toTeam'>;

/** The channels that a rule sends to, with those that every rule sends to. */
export const channelsOf = <Channel extends Pick<ChannelView, 'id' | 'allRules'>>(
  { channelIds }: Pick<Rule, 'channelIds'>,
  channels: readonly Channel[],
): Channel[] => channels.filter(({ id, allRules }) => allRules || channelIds.includes(id));

/** Whether a rule has neither email nor a channel. */
export const reachesNoOne = (
  rule: Rule,
  channels: readonly Pick<ChannelView, 'id' | 'allRules'>[],
  hasEmail: boolean,
): boolean => !(rule.toTeam && hasEmail) && channelsOf(rule, channels).length === 0;
