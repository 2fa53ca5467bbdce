import type { Level } from '@seismo/protocol';
import type { z } from 'zod';
import type { HttpChannel } from './channel.ts';
import { hostOf, settingsSchema, webhookUrlSetting } from './http-settings.ts';
import { firstFitting, type MessageText } from './http-text.ts';
import type { Line } from './lines.ts';
import { failed, parsedBody, secondsAsMs } from './results.ts';

const settings = settingsSchema({ url: webhookUrlSetting() });

/** docs.discord.com/developers/resources/message, "Embed Limits"; the content may have 2000 characters. */
const DESCRIPTION_CHARS_MAX = 4096;
const CONTENT_CHARS_MAX = 2000;

const levelColors: Record<Level, number> = {
  fatal: 0x9c_00_5a,
  error: 0xc0_26_21,
  warning: 0xef_b6_56,
  info: 0x22_66_a4,
  debug: 0x68_62_5c,
};

/** Webhooks (docs.discord.com/developers/resources/webhook, "Execute Webhook"). */
export const discord: HttpChannel<z.infer<typeof settings>> = {
  kind: 'discord',
  settings,
  address: ({ url }) => hostOf(url),
  request(message, { url }, options) {
    const rendered = firstFitting(
      message,
      options,
      payload,
      ({ content, embeds }) =>
        content.length <= CONTENT_CHARS_MAX && embeds[0]!.description.length <= DESCRIPTION_CHARS_MAX,
    );
    return {
      url: waiting(url),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(rendered),
    };
  },
  /** docs.discord.com/developers/topics/rate-limits: seconds with a fraction. */
  read({ status, body }) {
    const afterMs = status === 429 ? secondsAsMs(parsedBody(body)?.['retry_after']) : null;
    return afterMs === null ? null : failed(body, 'temporary', afterMs);
  },
};

/** Otherwise Discord answers before it saves the message, and reports no error. */
function waiting(address: string): string {
  const url = new URL(address);
  url.searchParams.set('wait', 'true');
  return url.href;
}

function payload({ summary, paragraphs, entries, link, level, thread }: MessageText) {
  const isListed = thread === null;
  const blocks = [
    ...paragraphs.map(escapedMarkdown),
    ...entries.map((entry) => [...entry.lines.map(lineOf), ...(isListed ? [linkOf(entry.link)] : [])].join('\n')),
    ...(link === null ? [] : [linkOf(link)]),
  ];
  return {
    content: escapedMarkdown(summary),
    allowed_mentions: { parse: [] },
    embeds: [{ color: levelColors[level], description: blocks.join('\n\n') }],
  };
}

const linkOf = ({ name, url }: { name: string; url: string }) => `[${name}](${url})`;

function lineOf({ role, name, text }: Line): string {
  const escaped = escapedMarkdown(text);
  if (role === 'title') return `**${escaped}**`;
  if (role === 'culprit') return `in ${escaped}`;
  return name === '' ? escaped : `**${name}:** ${escaped}`;
}

/**
 * A backslash makes a sign a part of the text (support.discord.com, "Markdown Text 101"). Signs of mentions and markup have one,
 * as well as the colon of an address, and what would start a list.
 */
export function escapedMarkdown(text: string): string {
  return text
    .replace(/[\\*_~`|<>@#[\]()]|:(?=\/\/)/g, '\\$&')
    .replace(/^[-+]/, '\\$&')
    .replace(/^(\d+)\./, '$1\\.');
}
