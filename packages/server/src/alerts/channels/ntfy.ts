import type { Level } from '@seismo/protocol';
import { z } from 'zod';
import type { HttpChannel } from './channel.ts';
import { hostOf, serverSetting, settingsSchema, urlUnder } from './http-settings.ts';
import { firstFitting, jsonBytes, unlinked, type MessageText } from './http-text.ts';
import type { Line } from './lines.ts';
import { oneLine } from './words.ts';

const SERVER = 'https://ntfy.sh';

const settings = settingsSchema({
  server: serverSetting(),
  topic: z
    .string('Enter the topic.')
    .trim()
    .regex(/^[-_A-Za-z0-9]{1,64}$/, 'Enter a topic of at most 64 letters, digits, hyphens and underscores.'),
  token: z
    .string()
    .trim()
    .max(200, 'Enter the access token.')
    .regex(/^[!-~]+$/, 'Enter the access token, without spaces.')
    .optional(),
});

/**
 * docs.ntfy.sh/publish/#limitations: a message of 4096 bytes becomes an attachment. The server reads twice as many bytes of
 * JSON (`transformBodyJSON` in github.com/binwiederhier/ntfy).
 */
const MESSAGE_BYTES_MAX = 4000;
const BODY_BYTES_MAX = 8000;
const TITLE_CHARS_MAX = 200;

const priorities: Record<Level, number> = { fatal: 5, error: 4, warning: 3, info: 3, debug: 2 };
/** Names of emoji (docs.ntfy.sh/emojis). */
const tags: Record<Level, string> = {
  fatal: 'rotating_light',
  error: 'rotating_light',
  warning: 'warning',
  info: 'information_source',
  debug: 'information_source',
};

/** "Publish as JSON" (docs.ntfy.sh/publish/#publish-as-json), to the root of the server. */
export const ntfy: HttpChannel<z.infer<typeof settings>> = {
  kind: 'ntfy',
  settings,
  address: ({ server = SERVER, topic }) => `${hostOf(server)}/${topic}`,
  request(message, { server = SERVER, topic, token }, options) {
    const rendered = firstFitting(
      message,
      options,
      (text) => payload(text, topic, message.alertsUrl),
      (given) => Buffer.byteLength(given.message) <= MESSAGE_BYTES_MAX && jsonBytes(given) <= BODY_BYTES_MAX,
    );
    return {
      url: urlUnder(server, '/'),
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(rendered),
    };
  },
};

function payload({ summary, paragraphs, entries, link, level, thread }: MessageText, topic: string, alertsUrl: string) {
  const blocks = [
    ...paragraphs,
    ...entries.map(({ lines }) => lines.map(lineOf).join('\n')),
    ...(thread === null && entries.length > 0 && link !== null ? [link.name] : []),
  ];
  return {
    topic,
    title: oneLine(unlinked(summary), TITLE_CHARS_MAX),
    // Without a message, ntfy says "triggered".
    message: unlinked(blocks.join('\n\n')) || unlinked(summary),
    click: link?.url ?? alertsUrl,
    priority: priorities[level],
    tags: [tags[level]],
    markdown: false,
  };
}

function lineOf({ role, name, text }: Line): string {
  if (role === 'culprit') return `in ${text}`;
  return name === '' ? text : `${name}: ${text}`;
}
