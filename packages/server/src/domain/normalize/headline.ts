import { decodedPath, limits, nameOfFrame, type EventPayload, type Frame } from '@seismo/protocol';
import { redactedDigestOf } from '../error-digest/redacted.ts';
import { isScript } from './languages.ts';

export interface Headline {
  /** One line for lists: `TypeError: x is not a function`. */
  title: string;
  /** Type of the thrown error, `''` for messages. */
  type: string;
  /** The error's value, or the message. */
  value: string;
}

/** The title of an event: by the thrown error (the last of the chain), else by its message. */
export function headlineOf(event: EventPayload): Headline {
  const thrown = event.exception?.values.at(-1);
  const digest = redactedDigestOf(event);
  if (digest !== null)
    return { title: `Server error: digest ${digest}`, type: 'Server error', value: `digest ${digest}` };
  if (thrown) {
    const type = thrown.type ?? '';
    const value = thrown.value ?? '';
    const line = firstLine(value);
    const kind = isSignal(event) ? withFunction(type, event) : type;
    const title = kind !== '' && line !== '' ? `${kind}: ${line}` : kind || line || '<unlabeled event>';
    return { title: fit(title), type, value };
  }
  const message = event.logentry?.formatted ?? '';
  return { title: fit(firstLine(message) || '<unlabeled event>'), type: '', value: message };
}

/** A crash reported by the operating system: the function is more useful than the signal. */
function isSignal({ platform, exception }: EventPayload): boolean {
  const thrown = exception?.values.at(-1);
  return thrown?.mechanism?.synthetic === true && thrown.type !== undefined && !isScript(platform);
}

function withFunction(type: string, event: EventPayload): string {
  const frame = culpritFrameOf(event);
  const name = frame?.function && nameOfFrame(frame, event.platform).name;
  return name ? `${type} in ${name}` : type;
}

/** The culprit: the transaction, else the innermost in-app frame. */
export function culpritOf(event: EventPayload): string {
  if (event.transaction) return event.transaction;
  if (event.culprit) return event.culprit;
  const frame = culpritFrameOf(event);
  return frame ? codeLocationOf(frame, event.platform).slice(0, limits.TRANSACTION_CHARS_MAX).toWellFormed() : '';
}

/** The innermost frame of the application, in the stack of the error that was thrown or of the thread that crashed. */
function culpritFrameOf({ exception, stacktrace, threads }: EventPayload): Frame | undefined {
  const stackOwner =
    exception?.values.findLast((value) => value.stacktrace !== undefined)?.stacktrace ??
    stacktrace ??
    (threads?.values.find((thread) => thread.crashed) ?? threads?.values.find((thread) => thread.current))?.stacktrace;
  const frames = stackOwner?.frames ?? [];
  // For a message, the logger is not a location.
  return frames.findLast((each) => each.in_app) ?? (exception ? frames.at(-1) : undefined);
}

/** `total (app/cart)`, `com.example.shop.Stock.at`, `take (shop)`, `libshop.so +0x987f`. */
function codeLocationOf(frame: Frame, platform: string): string {
  const { name, isQualified } = nameOfFrame(frame, platform);
  if (isQualified) return name;
  const where =
    (isScript(frame.platform ?? platform)
      ? frame.module || decodedPath(frame.filename ?? '')
      : frame.filename || frame.module || frame.image?.name || frame.package?.split(/[\\/]/).at(-1)) || '';
  if (name === '' || where === '') return name || where;
  return `${name} (${where})`;
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
