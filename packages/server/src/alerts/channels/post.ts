import { limits } from '@seismo/protocol';
import { channelKinds, type ChannelField } from '#domain/alerts/channel-kinds.ts';
import { OutgoingFailure } from '#outgoing/failure.ts';
import type { Outgoing } from '#outgoing/outgoing.ts';
import type { AlertMessage } from '../message.ts';
import type { ChannelSettings, HttpChannel, RequestOptions, SendResult } from './channel.ts';
import { hostOf } from './http-settings.ts';
import { failed, resultOf } from './results.ts';
import { oneLine } from './words.ts';

/** Sends a message through a channel, in a single attempt: an attempt that fails is an answer, too. */
export async function post(
  request: Outgoing['request'],
  channel: HttpChannel,
  settings: ChannelSettings,
  message: AlertMessage,
  options: RequestOptions,
): Promise<SendResult> {
  const { url, headers, body } = channel.request(message, settings, options);
  const response = await request(url, { method: 'POST', headers, body, namedBy: 'user' });
  const host = hostOf(url);
  const result =
    response instanceof OutgoingFailure
      ? failureResult(response, host, options.nowMs)
      : await responseResult(response, channel, host, options.nowMs);
  const secrets = secretsOf(channel, settings);
  return { ...result, answer: oneLine(withoutSecrets(result.answer, secrets), limits.DELIVERY_ANSWER_CHARS_MAX) };
}

async function responseResult(
  response: Response,
  channel: HttpChannel,
  host: string,
  nowMs: number,
): Promise<SendResult> {
  const { status, headers } = response;
  const received = { status, headers, body: await response.text() };
  const result = channel.read?.(received) ?? resultOf(received, host, nowMs);
  return { ...result, answer: `${status} ${result.answer}` };
}

/** The receiver decides with the status: a message may be accepted although the rest of the answer is unusable. */
function failureResult({ status, message }: OutgoingFailure, host: string, nowMs: number): SendResult {
  if (status === null) return failed(message, 'temporary');
  const result = resultOf({ status, headers: new Headers(), body: message }, host, nowMs);
  return { ...result, answer: `${status} ${result.answer}` };
}

/** The path and the query of an address grant access, its host does not. */
function secretsOf({ kind }: HttpChannel, settings: ChannelSettings): string[] {
  const fields: readonly ChannelField[] = channelKinds[kind].fields;
  return fields
    .filter(({ isSecret }) => isSecret)
    .flatMap(({ name }) => {
      const secret = settings[name];
      if (secret === undefined) return [];
      return name === 'url' ? pathOf(new URL(secret)) : [secret];
    })
    .filter((secret) => secret.length > 1);
}

export function pathOf({ pathname, search }: URL): string[] {
  return [`${pathname}${search}`, pathname, search];
}

/** As receivers repeat it. */
function formsOf(secret: string): string[] {
  return [
    secret,
    decoded(secret),
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
  ].flatMap((form) => [form, form.replaceAll('/', '\\/'), form.replaceAll('&', '&amp;')]);
}

/** As it is if it is not percent-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Receivers also repeat parts of secrets. Call this before a cut, which would leave such parts. */
export function withoutSecrets(answer: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap(formsOf).toSorted((a, b) => b.length - a.length);
  return forms
    .reduce((text, form) => text.replaceAll(form, '***'), answer)
    .replace(/[\w-]{8,}/g, (part) => (forms.some((form) => form.includes(part)) ? '***' : part));
}
