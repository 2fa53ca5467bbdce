import type { z } from 'zod';
import type { HttpChannel } from './channel.ts';
import { hostOf, settingsSchema, webhookUrlSetting } from './http-settings.ts';
import { firstFitting, jsonBytes, unlinked, type MessageText } from './http-text.ts';
import type { Line } from './lines.ts';

const settings = settingsSchema({ url: webhookUrlSetting() });

/** 32,000 bytes with text and cards (developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create). */
const BODY_BYTES_MAX = 30_000;

/**
 * Webhooks (developers.google.com/workspace/chat/quickstart/webhooks). Texts of messages can mention users, so the words are in
 * a card, whose paragraphs are HTML (developers.google.com/workspace/chat/format-messages).
 */
export const googleChat: HttpChannel<z.infer<typeof settings>> = {
  kind: 'google-chat',
  settings,
  address: ({ url }) => hostOf(url),
  request(message, { url }, options) {
    const rendered = firstFitting(message, options, payload, (given) => jsonBytes(given) <= BODY_BYTES_MAX);
    return {
      url: rendered.thread ? replying(url) : url,
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      body: JSON.stringify(rendered),
    };
  },
};

/** Without this option, Google Chat ignores the key of the thread. */
function replying(address: string): string {
  const url = new URL(address);
  url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
  return url.href;
}

function payload({ summary, paragraphs, entries, link, thread }: MessageText) {
  const isListed = thread === null;
  const intro = isListed ? [paragraph(`<b>${escapedHtml(summary)}</b>`)] : [];
  const button = link === null ? [] : [buttons(link)];
  return {
    fallbackText: unlinked(summary),
    cardsV2: [
      {
        cardId: 'seismo',
        card: {
          sections: [
            {
              widgets: [
                ...intro,
                ...paragraphs.map((text) => paragraph(escapedHtml(text))),
                ...entries.map(({ link: { name, url }, lines }) => {
                  const view = isListed ? [`<a href="${escapedAddress(url)}">${name}</a>`] : [];
                  return paragraph([...lines.map(lineOf), ...view].join('<br>'));
                }),
                ...button,
              ],
            },
          ],
        },
      },
    ],
    ...(!isListed && { thread: { threadKey: `seismo-${thread}` } }),
  };
}

function lineOf({ role, name, text }: Line): string {
  const escaped = escapedHtml(text);
  if (role === 'title') return `<b>${escaped}</b>`;
  if (role === 'culprit') return `in ${escaped}`;
  return name === '' ? escaped : `<b>${name}:</b> ${escaped}`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Also without addresses: clients may turn them into links. */
export function escapedHtml(text: string): string {
  return escapedAddress(unlinked(text));
}

function escapedAddress(url: string): string {
  return url.replace(/[&<>"']/g, (character) => entities[character]!);
}

const paragraph = (text: string) => ({ textParagraph: { text } });
const buttons = ({ name, url }: { name: string; url: string }) => ({
  buttonList: { buttons: [{ text: name, onClick: { openLink: { url } } }] },
});
