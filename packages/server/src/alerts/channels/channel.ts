import type { z } from 'zod';
import type { ChannelKind, ContentLevel } from '#domain/alerts/channel-kinds.ts';
import type { AlertMessage } from '../message.ts';

/** `answer`: the words of the receiver, or the reason for a failure, in at most `DELIVERY_ANSWER_CHARS_MAX` characters. */
export type SendResult =
  | { isSent: true; answer: string }
  /** `retryAfterMs`: the receiver requires this wait. `isPermanent`: another attempt would fail in the same way. */
  | { isSent: false; answer: string; isPermanent: boolean; retryAfterMs: number | null };

/** The settings of a channel by the names of its fields. A field that is not set is missing. */
export type ChannelSettings = Readonly<Partial<Record<string, string>>>;

/** One way to reach people over HTTP: renders a message as one request, and reads the response. Pure. */
export interface HttpChannel<Settings extends ChannelSettings = ChannelSettings> {
  kind: ChannelKind;
  /** Its errors are sentences for the user who enters the settings. */
  settings: z.ZodType<Settings>;
  /** Where messages go, without secrets, such as the host of a webhook. */
  address(settings: Settings): string;
  request(message: AlertMessage, settings: Settings, options: RequestOptions): ChannelRequest;
  /** If the status does not tell whether the message was accepted; `null` if it does. */
  read?(response: ChannelResponse): SendResult | null;
}

export interface RequestOptions {
  content: ContentLevel;
  nowMs: number;
}

export interface ChannelRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface ChannelResponse {
  status: number;
  headers: Headers;
  body: string;
}
