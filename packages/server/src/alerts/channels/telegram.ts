import { z } from 'zod';
import type { HttpChannel } from './channel.ts';
import { hostOf, serverSetting, settingsSchema, urlUnder } from './http-settings.ts';
import { firstFitting, type MessageText } from './http-text.ts';
import type { Line } from './lines.ts';
import { failed, isTemporary, parsedBody, secondsAsMs } from './results.ts';

const SERVER = 'https://api.telegram.org';

const settings = settingsSchema({
  token: z
    .string('Enter the token of the bot.')
    .trim()
    .max(200, 'Enter the token of the bot.')
    .regex(/^\d+:[\w-]{30,}$/, 'Enter the whole token of the bot: a number, a colon and at least 30 characters.'),
  chatId: z
    .string('Enter the ID of the chat.')
    .trim()
    .max(64, 'Enter the ID of the chat.')
    .regex(/^(-?\d{1,20}|@[A-Za-z]\w{3,})$/, 'Enter the number of the chat, or the @name of a public channel.'),
  server: serverSetting(),
});

/** core.telegram.org/bots/api#sendmessage, counted in UTF-16 here; core.telegram.org/api/entities names 100 entities. */
const TEXT_CHARS_MAX = 4096;
const ENTITY_COUNT_MAX = 100;

/**
 * The Bot API (core.telegram.org/bots/api). Entities mark up the text instead of a syntax within it. Telegram looks for mentions,
 * commands and addresses by itself, but not within other entities, so every text from outside is in one.
 */
export const telegram: HttpChannel<z.infer<typeof settings>> = {
  kind: 'telegram',
  settings,
  address: ({ server = SERVER, chatId }) => `${hostOf(server)}, chat ${chatId}`,
  request(message, { token, chatId, server = SERVER }, options) {
    const rendered = firstFitting(
      message,
      options,
      markedUp,
      ({ text, entities }) => text.length <= TEXT_CHARS_MAX && entities.length <= ENTITY_COUNT_MAX,
    );
    return {
      url: urlUnder(server, `/bot${token}/sendMessage`),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chat_id: chatId, ...rendered, link_preview_options: { is_disabled: true } }),
    };
  },
  /** core.telegram.org/bots/api#making-requests */
  read({ status, body }) {
    const answer = parsedBody(body);
    if (answer?.['ok'] !== false) return null;
    const code = typeof answer['error_code'] === 'number' ? answer['error_code'] : status;
    const words = typeof answer['description'] === 'string' ? answer['description'] : body;
    const parameters = answer['parameters'] as Parameters;
    if (typeof parameters?.migrate_to_chat_id === 'number') {
      return failed(`${words} Enter the new chat ID in the channel: ${parameters.migrate_to_chat_id}.`, 'permanent');
    }
    const afterMs = secondsAsMs(parameters?.retry_after);
    // The status decides about the header.
    if (afterMs === null && code === status) return null;
    return failed(words, isTemporary(code) || afterMs !== null ? 'temporary' : 'permanent', afterMs);
  },
};

type Parameters = { migrate_to_chat_id?: unknown; retry_after?: unknown } | null | undefined;

interface Entity {
  type: 'bold' | 'code' | 'pre' | 'text_link';
  /** In UTF-16 code units, as in JavaScript. */
  offset: number;
  length: number;
  url?: string;
}

interface Piece {
  text: string;
  entity?: Pick<Entity, 'type' | 'url'>;
}

function markedUp(text: MessageText): { text: string; entities: Entity[] } {
  const entities: Entity[] = [];
  let all = '';
  for (const { text: part, entity } of piecesOf(text)) {
    if (entity) entities.push({ ...entity, offset: all.length, length: part.length });
    all += part;
  }
  return { text: all, entities };
}

function piecesOf({ summary, paragraphs, entries, link, thread }: MessageText): Piece[] {
  const isListed = thread === null;
  const blocks = [
    ...(isListed ? [[hostile(summary)]] : []),
    ...paragraphs.map((paragraph) => [hostile(paragraph)]),
    ...entries.map(({ link: { name, url }, lines }) =>
      joined([...linesOf(lines, isListed), ...(isListed ? [[anchor(name, url)]] : [])], '\n'),
    ),
    ...(link === null ? [] : [[anchor(link.name, link.url)]]),
  ];
  return joined(blocks, '\n\n');
}

/** A listed entry has its lines in one entity: a message has few. */
function linesOf(lines: Line[], isListed: boolean): Piece[][] {
  if (isListed) return [[hostile(lines.map(({ text }) => text).join('\n'), 'pre')]];
  return lines.map(({ role, name, text, isOwn }) => {
    if (role === 'reason') return [{ text, entity: { type: 'bold' } }];
    if (role === 'detail') return [hostile(text, 'pre')];
    if (role === 'culprit') return [{ text: 'in ' }, hostile(text)];
    const words = isOwn ? { text } : hostile(text);
    return name === '' ? [words] : [{ text: `${name}: ` }, words];
  });
}

function joined(parts: Piece[][], separator: string): Piece[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [{ text: separator }, ...part]));
}

const hostile = (text: string, type: 'code' | 'pre' = 'code'): Piece => ({ text, entity: { type } });
const anchor = (text: string, url: string): Piece => ({ text, entity: { type: 'text_link', url } });
