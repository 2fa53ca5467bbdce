import type { ChannelKind } from '#domain/alerts/channel-kinds.ts';
import type { HttpChannel } from './channel.ts';
import { discord } from './discord.ts';
import { googleChat } from './google-chat.ts';
import { mattermost } from './mattermost.ts';
import { ntfy } from './ntfy.ts';
import { pagerduty } from './pagerduty.ts';
import { slackApp } from './slack-app.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

/** A channel accepts what its own schema has read. */
export const httpChannels: { [K in ChannelKind]: HttpChannel } = {
  slack,
  'slack-app': slackApp,
  discord,
  teams,
  'google-chat': googleChat,
  mattermost,
  telegram,
  ntfy,
  pagerduty,
  webhook,
};
