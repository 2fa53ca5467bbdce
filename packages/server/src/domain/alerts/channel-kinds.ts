/** How much of an issue a channel says: `title` has no text of events beyond the title, `link` none at all. */
export const contentLevels = ['everything', 'title', 'link'] as const;
export type ContentLevel = (typeof contentLevels)[number];

/** One value that a user enters for a channel. */
export interface ChannelField {
  name: string;
  label: string;
  hint: string;
  /** Encrypted, and never shown again. */
  isSecret: boolean;
  isRequired: boolean;
  /** The values to choose from; `null` for any text. */
  options: readonly { value: string; label: string }[] | null;
  placeholder: string;
}

const text = { isSecret: false, isRequired: true, options: null, placeholder: '' };
const webhookUrl = { ...text, name: 'url', label: 'Webhook URL', isSecret: true };
const server = { ...text, name: 'server', label: 'Server', isRequired: false };

/** The ways to reach people other than email, with their settings. `deduplicates`: a message that is sent twice appears once. */
export const channelKinds = {
  slack: {
    name: 'Slack',
    deduplicates: false,
    fields: [
      {
        ...webhookUrl,
        hint: 'The incoming webhook of a Slack app. For threads and buttons, choose Slack app instead.',
        placeholder: 'https://hooks.slack.com/services/…',
      },
    ],
  },
  'slack-app': {
    name: 'Slack app',
    deduplicates: false,
    fields: [
      {
        ...text,
        name: 'token',
        label: 'Bot token',
        hint: 'Of a Slack app with the scope chat:write, under OAuth & Permissions.',
        isSecret: true,
        placeholder: 'xoxb-…',
      },
      {
        ...text,
        name: 'channelId',
        label: 'Channel ID',
        hint: 'At the end of the channel’s details in Slack. Invite the app to the channel.',
        placeholder: 'C0123456789',
      },
      {
        ...text,
        name: 'signingSecret',
        label: 'Signing secret',
        hint: 'For buttons in the messages, under Basic Information.',
        isSecret: true,
        isRequired: false,
      },
      { ...server, hint: 'Only for GovSlack, enter https://slack-gov.com.', placeholder: 'https://slack.com' },
    ],
  },
  discord: {
    name: 'Discord',
    deduplicates: false,
    fields: [
      {
        ...webhookUrl,
        hint: 'In Discord, open Edit channel, Integrations, Webhooks.',
        placeholder: 'https://discord.com/api/webhooks/…',
      },
    ],
  },
  teams: {
    name: 'Microsoft Teams',
    deduplicates: false,
    fields: [
      {
        ...webhookUrl,
        hint: 'In Teams, add the workflow “Send webhook alerts to a channel”.',
        placeholder: 'https://….logic.azure.com/workflows/…',
      },
    ],
  },
  'google-chat': {
    name: 'Google Chat',
    deduplicates: false,
    fields: [
      {
        ...webhookUrl,
        hint: 'In Google Chat, open the space, Apps & integrations, Webhooks.',
        placeholder: 'https://chat.googleapis.com/v1/spaces/…',
      },
    ],
  },
  mattermost: {
    name: 'Mattermost or Rocket.Chat',
    deduplicates: false,
    fields: [
      {
        ...webhookUrl,
        hint: 'An incoming webhook, from the integrations of your server.',
        placeholder: 'https://chat.example.com/hooks/…',
      },
    ],
  },
  telegram: {
    name: 'Telegram',
    deduplicates: false,
    fields: [
      {
        ...text,
        name: 'token',
        label: 'Bot token',
        hint: 'From @BotFather.',
        isSecret: true,
        placeholder: '123456:ABC…',
      },
      {
        ...text,
        name: 'chatId',
        label: 'Chat ID',
        hint: 'The number of a chat, or the @name of a public channel. Add the bot to it.',
        placeholder: '-1001234567890',
      },
      { ...server, hint: 'Only for your own Bot API server.', placeholder: 'https://api.telegram.org' },
    ],
  },
  ntfy: {
    name: 'ntfy',
    deduplicates: false,
    fields: [
      { ...server, hint: 'Only for your own server.', placeholder: 'https://ntfy.sh' },
      {
        ...text,
        name: 'topic',
        label: 'Topic',
        hint: 'On a public server, anyone who knows the topic can read it.',
        placeholder: 'acme-alerts',
      },
      {
        ...text,
        name: 'token',
        label: 'Access token',
        hint: 'For a protected topic.',
        isSecret: true,
        isRequired: false,
        placeholder: 'tk_…',
      },
    ],
  },
  pagerduty: {
    name: 'PagerDuty',
    deduplicates: true,
    fields: [
      {
        ...text,
        name: 'routingKey',
        label: 'Integration key',
        hint: 'From the integration “Events API v2” of a service.',
        isSecret: true,
      },
      {
        ...server,
        hint: 'For accounts in the EU, enter https://events.eu.pagerduty.com.',
        placeholder: 'https://events.pagerduty.com',
      },
    ],
  },
  webhook: {
    name: 'Webhook',
    deduplicates: false,
    fields: [
      {
        ...webhookUrl,
        label: 'URL',
        hint: 'Receives a JSON document with each message.',
        placeholder: 'https://example.com/alerts',
      },
      {
        ...text,
        name: 'secret',
        label: 'Signing key',
        hint: 'At least 16 characters. The receiver verifies the signature of each message with it.',
        isSecret: true,
      },
      {
        ...text,
        name: 'format',
        label: 'Format',
        hint: 'Choose Sentry for receivers that understand the webhooks of Sentry integrations.',
        options: [
          { value: 'seismo', label: 'Seismo' },
          { value: 'sentry', label: 'Sentry' },
        ],
      },
    ],
  },
} as const satisfies Record<string, { name: string; deduplicates: boolean; fields: readonly ChannelField[] }>;

export type ChannelKind = keyof typeof channelKinds;
