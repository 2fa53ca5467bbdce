import type { AlertMessage } from '../message.ts';

/** One way to reach people. A channel renders a message for its medium and makes a single attempt to send it. */
export interface Channel {
  /** Never throws: an attempt that fails is an answer, too. `to` is the recipient in the words of the channel. */
  send(message: AlertMessage, to: string): Promise<SendResult>;
}

/** `answer`: the words of the receiver, or the reason for a failure, in at most `DELIVERY_ANSWER_CHARS_MAX` characters. */
export type SendResult =
  | { isSent: true; answer: string }
  /** `retryAfterMs`: the receiver requires this wait. `isPermanent`: another attempt would fail in the same way. */
  | { isSent: false; answer: string; isPermanent: boolean; retryAfterMs: number | null };
