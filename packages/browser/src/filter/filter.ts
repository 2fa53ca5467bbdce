import type { Event, EventHint } from '../event.ts';
import { isControlFlow } from './control-flow.ts';

export type Pattern = string | RegExp;

export interface FilterOptions {
  /** Errors whose message contains the text, or matches the expression, are not sent. */
  ignoreErrors?: readonly Pattern[];
  /** Only errors of scripts at these addresses are sent. */
  allowUrls?: readonly Pattern[];
  denyUrls?: readonly Pattern[];
}

/** What no page can mend: errors of other origins without CORS, browsers' own notices, and what they inject. */
const nobodysErrors =
  /^(Javascript error: )?Script error\.?( on line 0)?$|^ResizeObserver loop|_AutofillCallback|:simulateEvent/;

export const matches = (text: string, patterns: readonly Pattern[] | undefined): boolean =>
  !!patterns?.some((pattern) => (typeof pattern === 'string' ? text.includes(pattern) : text.search(pattern) >= 0));

/** Remembers the last event, because one error often arrives twice: handed in and thrown again, or from every frame of a loop. */
export function makeFilter({
  ignoreErrors,
  allowUrls,
  denyUrls,
}: FilterOptions): (event: Event, hint: EventHint) => boolean {
  let last: string | undefined;
  return (event, hint) => {
    const values = event.exception?.values;
    const { type, value, stacktrace } = values?.at(-1) ?? { value: event.message };
    const texts = [`${value}`, `${type}: ${value}`];
    const url = stacktrace?.frames.findLast(({ filename }) => filename.includes(':/'))?.filename;
    const before = last;
    last = JSON.stringify([texts, event.fingerprint, values]);
    return (
      isControlFlow(hint.originalException) ||
      texts.some((text) => nobodysErrors.test(text) || matches(text, ignoreErrors)) ||
      (!!url && (matches(url, denyUrls) || !(matches(url, allowUrls) || !allowUrls?.length))) ||
      before === last
    );
  };
}
