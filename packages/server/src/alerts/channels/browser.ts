import { limits } from '@seismo/protocol';
import { OutgoingFailure } from '#outgoing/failure.ts';
import type { Outgoing } from '#outgoing/outgoing.ts';
import type { PushKeys, PushSubscription } from '#store/state/contract.ts';
import type { ActivityMessage, AlertMessage, NotifiedIssue } from '../message.ts';
import type { SendResult } from './channel.ts';
import { hostOf } from './http-settings.ts';
import { firstFitting, type MessageText } from './http-text.ts';
import { pathOf, withoutSecrets } from './post.ts';
import { failed, resultOf } from './results.ts';
import { pushRequest } from './web-push.ts';
import { counted, oneLine, threadOf } from './words.ts';

/** With these, a message has less than 3,000 bytes. Push services accept 4,096. */
const TITLE_CHARS_MAX = 150;
const BODY_CHARS_MAX = 400;
const PATH_CHARS_MAX = 1000;

/** How long the push service tries to reach a browser that is not running. */
const KEPT_S = 24 * 3600;

/** What the service worker shows (`packages/dashboard/public/push-worker.js`). */
export interface BrowserNotification {
  title: string;
  body: string;
  /** On this server: begins with a slash. */
  path: string;
  /** A later notification with the same tag replaces this one. */
  tag: string;
}

export interface PushOptions {
  subscription: PushSubscription;
  keys: PushKeys;
  publicUrl: string;
  /** The sender of mail; `null` if there is none. */
  mailFrom: string | null;
  nowMs: number;
}

/** Sends a message to one browser, in a single attempt. `isGone`: the browser has ended the subscription. */
export async function push(
  request: Outgoing['request'],
  message: AlertMessage | ActivityMessage,
  { subscription, keys, publicUrl, mailFrom, nowMs }: PushOptions,
): Promise<{ result: SendResult; isGone: boolean }> {
  const { endpoint } = subscription;
  const text = JSON.stringify(notificationOf(message, nowMs));
  const content = { text, keptS: KEPT_S, urgency: message.about === 'activity' ? 'normal' : 'high' } as const;
  const { headers, body } = await pushRequest(content, subscription, keys, subjectOf(mailFrom, publicUrl));
  const response = await request(endpoint, { method: 'POST', headers, body, namedBy: 'user' });
  const { status, result } = await resultFrom(response, hostOf(endpoint), nowMs);
  const answer = status === null ? result.answer : `${status} ${result.answer}`;
  const shown = oneLine(withoutSecrets(answer, secretsOf(endpoint)), limits.DELIVERY_ANSWER_CHARS_MAX);
  return { result: { ...result, answer: shown }, isGone: status === 404 || status === 410 };
}

async function resultFrom(
  response: Response | OutgoingFailure,
  host: string,
  nowMs: number,
): Promise<{ status: number | null; result: SendResult }> {
  const { status } = response;
  if (status === null) return { status, result: failed((response as OutgoingFailure).message, 'temporary') };
  const isFailure = response instanceof OutgoingFailure;
  const headers = isFailure ? new Headers() : response.headers;
  const body = isFailure ? response.message : await response.text();
  if (status >= 300 && status < 400) return { status, result: failed('The push service redirects.', 'permanent') };
  return { status, result: resultOf({ status, headers, body }, host, nowMs) };
}

const secretsOf = (endpoint: string) => pathOf(new URL(endpoint)).filter((secret) => secret.length > 1);

/** RFC 8292, section 2.1: an address or a page, with `https`, of the operator. Some services require one. */
function subjectOf(mailFrom: string | null, publicUrl: string): string {
  const address = mailFrom === null ? null : (/<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom).trim();
  if (address !== null) return `mailto:${address}`;
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:seismo@${new URL(publicUrl).hostname}`;
}

export function notificationOf(message: AlertMessage | ActivityMessage, nowMs: number): BrowserNotification {
  const { title, body, url } = message.about === 'activity' ? activityWords(message) : alertWords(message, nowMs);
  const path = pathOf(new URL(url))[0]!;
  return {
    title: oneLine(title, TITLE_CHARS_MAX),
    body: oneLine(body, BODY_CHARS_MAX),
    path: path.length > PATH_CHARS_MAX ? '/alerts' : path,
    tag: threadOf(message) ?? `message-${message.id}`,
  };
}

interface Words {
  title: string;
  body: string;
  url: string;
}

function alertWords(message: AlertMessage, nowMs: number): Words {
  const text = firstFitting<MessageText>(
    message,
    { content: 'everything', nowMs, threadId: null },
    (whole) => whole,
    () => true,
  );
  const { summary, paragraphs, entries, link, thread } = text;
  const parts = thread === null ? entries.map(({ lines }) => lines.find(isTitle) ?? lines[0]!) : entries[0]!.lines;
  const said = parts
    .filter(({ role }) => role !== 'fact' && role !== 'rules')
    .map((line) => line.text)
    .filter((part) => !summary.includes(part));
  return { title: summary, body: [...paragraphs, ...said].join(' · '), url: link?.url ?? message.alertsUrl };
}

const isTitle = ({ role }: { role: string }) => role === 'title';

function activityWords(message: ActivityMessage): Words {
  const { issues, issueCount, alertsUrl } = message;
  const [issue] = issues;
  if (threadOf(message) !== null) return { ...issueWords(issue!), url: issue!.url };
  return {
    title: `${counted(issueCount, 'issue')} changed`,
    body: issues.map(nameOf).join(' · '),
    url: new URL('issues', alertsUrl).href,
  };
}

/** What happened last, with the words of a comment. */
function issueWords(issue: NotifiedIssue): Pick<Words, 'title' | 'body'> {
  const { what, by, comment } = issue.happenings.at(-1)!;
  const body = comment === '' ? nameOf(issue) : `${issue.shortId}: ${comment}`;
  return { title: by === '' ? what : `${what} by ${by}`, body };
}

const nameOf = ({ shortId, title, detail }: NotifiedIssue) =>
  `${shortId} ${title}${detail === '' ? '' : `: ${detail}`}`;
