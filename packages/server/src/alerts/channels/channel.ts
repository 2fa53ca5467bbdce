import type { z } from 'zod';
import type { ChannelKind, ContentLevel } from '#domain/alerts/channel-kinds.ts';
import type { AlertMessage } from '../message.ts';

/** `messageId`: of a service that has threads. */
export type SendResult = { isSent: true; answer: string; messageId?: string } | FailedSend;

export interface FailedSend {
  isSent: false;
  /** The words of the receiver, or the reason, in at most `DELIVERY_ANSWER_CHARS_MAX` characters. */
  answer: string;
  /** Another attempt would fail in the same way. */
  isPermanent: boolean;
  /** The receiver requires this wait. */
  retryAfterMs: number | null;
  /** The receiver does not have the message of `threadId` anymore. */
  hasLostThread?: true;
}

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
  /** The ID of the message that the thread about the same subject began with; `null`: there is none, or the service has no threads. */
  threadId: string | null;
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
