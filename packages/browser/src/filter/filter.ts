import type { Event, EventHint } from '../event.ts';
import { isControlFlow } from './control-flow.ts';

export type Pattern = string | RegExp;

export interface FilterOptions {
  /** Do not send errors whose message contains the text or matches the expression. */
  ignoreErrors?: readonly Pattern[];
  /** Only errors of scripts at these addresses are sent. */
  allowUrls?: readonly Pattern[];
  denyUrls?: readonly Pattern[];
}

/** Errors without content: cross-origin script errors without CORS, browser notices and injected code. */
const ignoredMessages =
  /^(Javascript error: )?Script error\.?( on line 0)?$|^ResizeObserver loop|_AutofillCallback|:simulateEvent/;

export const matches = (text: string, patterns: readonly Pattern[] | undefined): boolean =>
  !!patterns?.some((pattern) => (typeof pattern === 'string' ? text.includes(pattern) : text.search(pattern) >= 0));

/** Whether the options or the built-in filters drop an event. */
export function isIgnored(
  { ignoreErrors, allowUrls, denyUrls }: FilterOptions,
  event: Event,
  hint: EventHint,
): boolean {
  const { type, value, stacktrace } = event.exception?.values.at(-1) ?? { value: event.message };
  const texts = [`${value}`, `${type}: ${value}`];
  const url = stacktrace?.frames.filter(({ filename }) => filename.includes(':/')).at(-1)?.filename;
  return (
    isControlFlow(hint.originalException) ||
    texts.some((text) => ignoredMessages.test(text) || matches(text, ignoreErrors)) ||
    (!!url && (matches(url, denyUrls) || !(matches(url, allowUrls) || !allowUrls?.length)))
  );
}

/** The same, and drops an event that repeats the previous one, such as from every frame of a loop. */
export function makeFilter(options: FilterOptions): (event: Event, hint: EventHint) => boolean {
  let last: string | undefined;
  return (event, hint) => {
    const before = last;
    // Ignore the mechanism: an error that was captured and then thrown again is the same.
    const errors = event.exception?.values.map(({ type, value, stacktrace }) => [type, value, stacktrace]);
    last = JSON.stringify([event.message, event.fingerprint, errors]);
    return before === last || isIgnored(options, event, hint);
  };
}
