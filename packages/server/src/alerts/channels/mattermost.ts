import type { z } from 'zod';
import type { HttpChannel } from './channel.ts';
import { hostOf, settingsSchema, webhookUrlSetting } from './http-settings.ts';
import { firstFitting, unlinked, type MessageText } from './http-text.ts';
import type { Line } from './lines.ts';
import { failed, parsedBody } from './results.ts';

const settings = settingsSchema({ url: webhookUrlSetting() });

/** Mattermost splits longer texts (16,383 characters; 4000 before version 5.0); Rocket.Chat refuses more than 5000. */
const TEXT_CHARS_MAX = 4000;

/**
 * Incoming webhooks of Mattermost (developers.mattermost.com/integrate/webhooks/incoming), which Rocket.Chat understands, too
 * (docs.rocket.chat, "Incoming webhook"). `parseUrls` is a field of Rocket.Chat: without previews.
 */
export const mattermost: HttpChannel<z.infer<typeof settings>> = {
  kind: 'mattermost',
  settings,
  address: ({ url }) => hostOf(url),
  request: (message, { url }, options) => ({
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      text: firstFitting(message, options, markdownOf, (text) => text.length <= TEXT_CHARS_MAX),
      parseUrls: false,
    }),
  }),
  // Rocket.Chat has answered failures of its scripts with 200.
  read: ({ status, body }) =>
    status === 200 && parsedBody(body)?.['success'] === false ? failed(body, 'permanent') : null,
};

function markdownOf({ summary, paragraphs, entries, link, thread }: MessageText): string {
  const isListed = thread === null;
  const blocks = [
    ...(isListed ? [codeSpan(summary)] : []),
    ...paragraphs.map(codeSpan),
    ...entries.map((entry) => [...entry.lines.map(lineOf), ...(isListed ? [linkOf(entry.link)] : [])].join('\n')),
    ...(link === null ? [] : [linkOf(link)]),
  ];
  return blocks.join('\n\n');
}

const linkOf = ({ name, url }: { name: string; url: string }) => `[${name}](${url})`;

function lineOf({ role, name, text, isOwn }: Line): string {
  const words = isOwn ? text : codeSpan(text);
  if (role === 'reason') return `**${words}**`;
  if (role === 'culprit') return `in ${words}`;
  return name === '' ? words : `${name}: ${words}`;
}

/**
 * Mattermost notifies users that are mentioned after a backslash, and Rocket.Chat escapes few characters with it. In a code
 * span, neither knows markup; without the signs of mentions and addresses, Rocket.Chat finds none in the raw text either.
 */
export function codeSpan(text: string): string {
  return `\`${unlinked(text).replaceAll('`', 'ˋ')}\``;
}
