import type { z } from 'zod';
import type { HttpChannel } from './channel.ts';
import { hostOf, settingsSchema, webhookUrlSetting } from './http-settings.ts';
import { firstFitting, unlinked, type EntryText, type MessageText } from './http-text.ts';
import type { Line } from './lines.ts';

const settings = settingsSchema({ url: webhookUrlSetting() });

/** Slack documents 50 blocks, and refuses blocks of about 13,200 characters in all (github.com/slackapi/bolt-js/issues/2509). */
const BLOCK_COUNT_MAX = 50;
const BLOCKS_CHARS_MAX = 12_500;

/**
 * Incoming webhooks (docs.slack.dev/messaging/sending-messages-using-incoming-webhooks). Rich text has no markup in its texts:
 * mentions and links are elements of their own (docs.slack.dev/reference/block-kit/blocks/rich-text-block).
 */
export const slack: HttpChannel<z.infer<typeof settings>> = {
  kind: 'slack',
  settings,
  address: ({ url }) => hostOf(url),
  request: (message, { url }, options) => ({
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(firstFitting(message, options, payload, isWithinLimits)),
  }),
};

export function isWithinLimits({ blocks }: { blocks: object[] }): boolean {
  return blocks.length <= BLOCK_COUNT_MAX && JSON.stringify(blocks).length <= BLOCKS_CHARS_MAX;
}

function payload(text: MessageText) {
  return { ...slackText(text), blocks: blocksOf(text) };
}

/** Only for notifications and programs that know no blocks. */
export function slackText({ summary }: Pick<MessageText, 'summary'>) {
  return {
    text: escapedMrkdwn(unlinked(summary)),
    mrkdwn: false,
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** A sentence of Seismo, which may have the name of a user. */
export function noteBlocks(text: string, link: MessageText['link'] = null) {
  const elements = link === null ? [plain(text)] : [plain(`${text} `), anchor(link.name, link.url)];
  return { ...slackText({ summary: text }), blocks: [block([section(elements)])] };
}

export function blocksOf({ summary, paragraphs, entries, link, thread }: MessageText): object[] {
  const isListed = thread === null;
  return [
    ...(isListed ? [block([section([bold(summary)])])] : []),
    ...paragraphs.map((paragraph) => block([section([plain(paragraph)])])),
    ...entries.map((entry) => block(entryElements(entry, isListed))),
    ...(link === null ? [] : [block([section([anchor(link.name, link.url)])])]),
  ];
}

/** In the top-level text (docs.slack.dev/messaging/formatting-message-text, "Escaping text"). */
export function escapedMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function entryElements({ lines, link }: EntryText, isListed: boolean): object[] {
  const at = lines.findIndex(({ role }) => role === 'detail');
  const [before, after] = at === -1 ? [lines, []] : [lines.slice(0, at), lines.slice(at + 1)];
  const detail = at === -1 ? [] : [{ type: 'rich_text_preformatted', elements: [plain(lines[at]!.text)] }];
  const view = isListed ? [[anchor(link.name, link.url)]] : [];
  const [top, bottom] = [before.map(lineElements), after.map(lineElements)];
  (at === -1 ? top : bottom).push(...view);
  return [...sectionOf(top), ...detail, ...sectionOf(bottom)];
}

function lineElements({ role, name, text }: Line): object[] {
  if (role === 'title') return [bold(text)];
  if (role === 'culprit') return [plain('in '), code(text)];
  return name === '' ? [plain(text)] : [bold(`${name}: `), plain(text)];
}

function sectionOf(lines: object[][]): object[] {
  const elements = lines.flatMap((line, index) => (index === 0 ? line : [plain('\n'), ...line]));
  return elements.length === 0 ? [] : [section(elements)];
}

const block = (elements: object[]) => ({ type: 'rich_text', elements });
const section = (elements: object[]) => ({ type: 'rich_text_section', elements });
const plain = (text: string) => ({ type: 'text', text });
const bold = (text: string) => ({ type: 'text', text, style: { bold: true } });
const code = (text: string) => ({ type: 'text', text, style: { code: true } });
const anchor = (text: string, url: string) => ({ type: 'link', url, text });
