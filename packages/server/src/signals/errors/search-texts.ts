import { decodedPath, limits, type EventPayload, type Frame, type Stacktrace } from '@seismo/protocol';
import type { SearchText } from '#store/state/contract.ts';
import type { TextField } from '#domain/search/issue-condition.ts';
import { culpritOf } from '#domain/normalize/headline.ts';

/** The search texts of an event, the most specific first, within the limit of an issue. */
export function searchTextsOf(event: EventPayload): SearchText[] {
  const informative = new Collected();
  const values = event.exception?.values.toReversed() ?? [];
  for (const { type, value } of values) {
    informative.add('type', type);
    informative.add('value', value);
  }
  informative.add('value', event.logentry?.formatted);
  informative.add('culprit', culpritOf(event));
  const stacks = [...values.map(({ stacktrace }) => stacktrace), event.stacktrace];
  for (const own of [true, false]) for (const stack of stacks) if (stack) addFrames(informative, stack, own);

  const other = new Collected();
  for (const [key, value] of Object.entries(event.tags)) other.add('tag', `${key} ${value}`);
  const { user } = event;
  for (const text of [user?.email, user?.username, user?.name]) other.add('tag', text);
  for (const { category, message } of event.breadcrumbs?.values.toReversed() ?? []) {
    other.add('breadcrumb', category === undefined || message === undefined ? message : `${category} ${message}`);
  }
  return [...informative.texts, ...other.texts];
}

class Collected {
  readonly texts: SearchText[] = [];
  readonly #seen = new Set<string>();
  #chars = 0;

  add(field: TextField, text: string | undefined): void {
    if (text === undefined || text === '' || this.#chars > limits.ISSUE_TEXT_CHARS_MAX || this.#seen.has(text)) return;
    this.#seen.add(text);
    const stored = text.length > limits.SEARCH_TEXT_CHARS_MAX ? text.slice(0, limits.SEARCH_TEXT_CHARS_MAX) : text;
    this.#chars += stored.length;
    this.texts.push({ field, text: stored });
  }
}

/** The frame that threw is the last one. */
function addFrames(into: Collected, { frames }: Stacktrace, own: boolean): void {
  for (let index = frames.length - 1; index >= 0; index--) {
    const frame: Frame = frames[index]!;
    if ((frame.in_app ?? false) !== own) continue;
    into.add('function', frame.function);
    const file = frame.filename ?? frame.abs_path;
    into.add('file', file && decodedPath(file));
    into.add('module', frame.module);
  }
}
