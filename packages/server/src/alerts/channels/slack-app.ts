import { z } from 'zod';
import type { AlertMessage } from '../message.ts';
import type { HttpChannel, SendResult } from './channel.ts';
import { hostOf, serverSetting, settingsSchema } from './http-settings.ts';
import { firstFitting, type MessageText } from './http-text.ts';
import { failed, parsedBody } from './results.ts';
import { SLACK, slackRequest } from './slack-api.ts';
import { blocksOf, isWithinLimits, slackText } from './slack.ts';
import { threadOf } from './words.ts';

const settings = settingsSchema({
  token: z
    .string('Enter the bot token.')
    .trim()
    .regex(/^xoxb-[\w-]{8,}$/, 'Enter the bot token, which begins with xoxb-.'),
  channelId: z
    .string('Enter the ID of the channel.')
    .trim()
    .regex(
      /^[CG][A-Z0-9]{6,}$/,
      'Enter the ID of the channel, such as C0123456789. It is at the end of the channel’s details.',
    ),
  signingSecret: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{32,64}$/, 'Enter the signing secret: digits and the letters a to f.')
    .optional(),
  server: serverSetting(),
});

/** Errors after which the same request may succeed (docs.slack.dev/reference/methods/chat.postMessage). */
const temporary: ReadonlySet<string> = new Set([
  'fatal_error',
  'internal_error',
  'message_limit_exceeded',
  'rate_limited',
  'ratelimited',
  'request_timeout',
  'service_unavailable',
  'team_added_to_org',
]);
/** Of a thread whose first message was deleted, or cannot have replies. */
const lostThread: ReadonlySet<string> = new Set(['thread_not_found', 'message_not_found', 'cannot_reply_to_message']);
const help: Record<string, string> = {
  not_in_channel: 'Invite the app to the channel: /invite @name-of-the-app',
  channel_not_found: 'Slack does not know this channel. Check its ID, and invite the app if it is private.',
  is_archived: 'The channel is archived.',
  invalid_auth: 'Slack does not accept the bot token. Enter the current one.',
  token_revoked: 'The bot token was revoked. Install the app again and enter the new one.',
  account_inactive: 'The app was removed from the workspace. Install it again and enter the new token.',
  missing_scope: 'The app needs the scope chat:write. Add it and install the app again.',
};

/**
 * Messages of a Slack app, with one thread per issue and with buttons (docs.slack.dev/reference/methods/chat.postMessage).
 * Slack answers 200 even if it refuses a message.
 */
export const slackApp: HttpChannel<z.infer<typeof settings>> = {
  kind: 'slack-app',
  settings,
  address: ({ server = SLACK, channelId }) => `${hostOf(server)}, channel ${channelId}`,
  request: (message, { token, channelId, signingSecret, server }, options) => {
    const buttons = signingSecret === undefined ? [] : buttonsFor(message);
    const rendered = firstFitting(message, options, (text) => content(text, buttons), isWithinLimits);
    const thread = options.threadId === null ? {} : { thread_ts: options.threadId };
    return slackRequest({ token, server }, 'chat.postMessage', { channel: channelId, ...thread, ...rendered });
  },
  read({ status, body }): SendResult | null {
    if (status !== 200) return null;
    const { ok, error, ts } = parsedBody(body) ?? {};
    if (ok === true) return { isSent: true, answer: 'ok', ...(isMessageId(ts) && { messageId: ts }) };
    if (typeof error !== 'string') return null;
    if (lostThread.has(error)) return { ...failed(error, 'temporary'), hasLostThread: true };
    const answer = Object.hasOwn(help, error) ? `${error}. ${help[error]}` : error;
    return failed(answer, temporary.has(error) ? 'temporary' : 'permanent');
  },
};

/** Such as `1503435956.000247`. */
const isMessageId = (ts: unknown): ts is string => typeof ts === 'string' && /^\d{1,12}\.\d{1,8}$/.test(ts);

function content(text: MessageText, buttons: object[]) {
  const blocks = [...blocksOf(text), ...(buttons.length === 0 ? [] : [{ type: 'actions', elements: buttons }])];
  return { ...slackText(text), blocks };
}

/** What users can do from a message, by the IDs of its buttons. */
export const slackActions = { acknowledge: 'Acknowledge', resolve: 'Resolve', assign: 'Assign to me' } as const;
export type SlackAction = keyof typeof slackActions;

/** For a message about one subject. Their values are the number of its alert. */
function buttonsFor(message: AlertMessage): object[] {
  if (threadOf(message) === null) return [];
  switch (message.about) {
    case 'issues': {
      const { alertId, acknowledgeUrl, isResolved } = message.issues[0]!;
      const actions: SlackAction[] = isResolved ? [] : ['resolve', 'assign'];
      return [...(acknowledgeUrl === null ? [] : (['acknowledge'] as const)), ...actions].map((action) =>
        button(action, alertId),
      );
    }
    case 'metrics':
    case 'releases': {
      const [{ alertId, acknowledgeUrl }] =
        message.about === 'metrics' ? [message.metrics[0]!] : [message.releases[0]!];
      return acknowledgeUrl === null ? [] : [button('acknowledge', alertId)];
    }
    case 'notice':
      return [];
  }
}

const button = (action: SlackAction, alertId: number) => ({
  type: 'button',
  action_id: action,
  value: String(alertId),
  text: { type: 'plain_text', text: slackActions[action] },
  ...(action === 'acknowledge' && { style: 'primary' }),
});
