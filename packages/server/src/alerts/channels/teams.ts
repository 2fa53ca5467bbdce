import type { z } from 'zod';
import type { HttpChannel, SendResult } from './channel.ts';
import { hostOf, settingsSchema, webhookUrlSetting } from './http-settings.ts';
import { firstFitting, unlinked, type EntryText, type MessageText } from './http-text.ts';
import type { Line } from './lines.ts';
import { failed } from './results.ts';

const settings = settingsSchema({ url: webhookUrlSetting() });

/**
 * About 28 KB (learn.microsoft.com/connectors/teams, "Known issues and limitations"). The same service counts messages of bots in
 * UTF-16 (learn.microsoft.com/microsoftteams/platform/bots/how-to/format-your-bot-messages), and users have found less than 28 KB.
 */
const BODY_CHARS_MAX = 13_500;

/**
 * The trigger "When a Teams webhook request is received" of Workflows, with an Adaptive Card
 * (learn.microsoft.com/connectors/teams). Text runs have no markup (learn.microsoft.com/adaptive-cards/create/textfeatures),
 * unlike text blocks and facts.
 */
export const teams: HttpChannel<z.infer<typeof settings>> = {
  kind: 'teams',
  settings,
  address: ({ url }) => hostOf(url),
  request: (message, { url }, options) => ({
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(
      firstFitting(message, options, payload, (rendered) => JSON.stringify(rendered).length <= BODY_CHARS_MAX),
    ),
  }),
  read: ({ status, body }) => (status === 200 ? readConnector(body) : null),
};

const deliveryFailure = /webhook message delivery failed|endpoint returned http error/i;

/**
 * Microsoft 365 connectors answer 200 with the error as text (github.com/MicrosoftDocs/msteams-docs/issues/9064): some
 * organizations still have them, or relays that behave like them.
 */
function readConnector(body: string): SendResult | null {
  if (!deliveryFailure.test(body)) return null;
  const [, status = ''] = /HTTP error (\d{3})/i.exec(body) ?? [];
  return failed(body, ['400', '403', '404', '410', '413'].includes(status) ? 'permanent' : 'temporary');
}

function payload({ summary, paragraphs, entries, link, thread }: MessageText) {
  const isListed = thread === null;
  const intro = isListed ? [textBlock([run(summary, { weight: 'Bolder', size: 'Medium' })])] : [];
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          fallbackText: unlinked(summary),
          msteams: { width: 'Full' },
          body: [
            ...intro,
            ...paragraphs.map((paragraph) => textBlock([run(paragraph)])),
            ...entries.map((entry) => entryContainer(entry, isListed)),
          ],
          actions: link === null ? [] : [openUrl(link.url, link.name)],
        },
      },
    ],
  };
}

function entryContainer({ link, lines }: EntryText, isListed: boolean) {
  const items = lines.map((each) => ({ ...textBlock(runsOf(each)), spacing: 'Small' }));
  const view = {
    ...textBlock([{ ...run(link.name, { color: 'Accent' }), selectAction: openUrl(link.url) }]),
    spacing: 'Small',
  };
  return { type: 'Container', separator: isListed, items: isListed ? [...items, view] : items };
}

function runsOf({ role, name, text }: Line) {
  if (role === 'title') return [run(text, { weight: 'Bolder' })];
  if (role === 'detail') return [run(text, { fontType: 'Monospace' })];
  if (role === 'culprit') return [run('in '), run(text, { fontType: 'Monospace' })];
  return name === '' ? [run(text)] : [run(`${name}: `, { isSubtle: true }), run(text)];
}

const textBlock = (inlines: object[]) => ({ type: 'RichTextBlock', inlines });
const run = (text: string, style: object = {}) => ({ type: 'TextRun', text: unlinked(text), ...style });
const openUrl = (url: string, title?: string) => ({
  type: 'Action.OpenUrl',
  ...(title !== undefined && { title }),
  url,
});
