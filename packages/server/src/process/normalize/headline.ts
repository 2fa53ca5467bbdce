import { limits } from '@seismo/protocol';
import type { EventPayload, Frame } from '@seismo/protocol';
import { redactedDigestOf } from '../digest/redacted.ts';

export interface Headline {
  /** One line for lists: `TypeError: x is not a function`. */
  title: string;
  /** Type of the thrown error, `''` for messages. */
  type: string;
  /** What it said, or the message. */
  value: string;
}

/** What to call an event: by the error that was thrown (the last of the chain), else by its message. */
export function headlineOf(event: EventPayload): Headline {
  const thrown = event.exception?.values.at(-1);
  const digest = redactedDigestOf(event);
  if (digest !== null)
    return { title: `Server error: digest ${digest}`, type: 'Server error', value: `digest ${digest}` };
  if (thrown) {
    const type = thrown.type ?? '';
    const value = thrown.value ?? '';
    const line = firstLine(value);
    const title = type !== '' && line !== '' ? `${type}: ${line}` : type || line || '<unlabeled event>';
    return { title: fit(title), type, value };
  }
  const message = event.logentry?.formatted ?? '';
  return { title: fit(firstLine(message) || '<unlabeled event>'), type: '', value: message };
}

/** Where it happened: the transaction, else the innermost frame of the customer's own code. */
export function culpritOf(event: EventPayload): string {
  if (event.transaction) return event.transaction;
  if (event.culprit) return event.culprit;
  const stacktrace =
    event.exception?.values.findLast((value) => value.stacktrace !== undefined)?.stacktrace ??
    event.stacktrace ??
    event.threads?.values.find((thread) => thread.crashed || thread.current)?.stacktrace;
  const frames = stacktrace?.frames ?? [];
  const frame = frames.findLast((each) => each.in_app) ?? frames.at(-1);
  return frame ? placeOf(frame).slice(0, limits.TRANSACTION_CHARS_MAX).toWellFormed() : '';
}

/** `total (app/cart)` */
function placeOf(frame: Frame): string {
  const where = frame.module || frame.filename || '';
  const fn = frame.function === undefined || frame.function === '?' ? '' : frame.function;
  if (fn === '' || where === '') return fn || where;
  return `${fn} (${where})`;
}

function firstLine(text: string): string {
  const trimmed = text.trimStart();
  const end = trimmed.search(/[\r\n]/);
  return (end === -1 ? trimmed : trimmed.slice(0, end)).trimEnd();
}

function fit(title: string): string {
  return title.length > limits.TITLE_CHARS_MAX
    ? `${title.slice(0, limits.TITLE_CHARS_MAX - 1).toWellFormed()}…`
    : title;
}
