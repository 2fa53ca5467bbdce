import type { EventSelector } from '@seismo/server';

type EventWord = 'latest' | 'oldest' | 'recommended';
type EventId = Exclude<EventSelector, EventWord>;

/** An event ID, or a word such as `latest`. */
export function readEventSelector(text: string): EventSelector | null {
  return isEventWord(text) ? text : readEventText(text);
}

export const isEventWord = (text: string): text is EventWord =>
  text === 'latest' || text === 'oldest' || text === 'recommended';

/** A pasted event ID, with or without dashes, as 32 lower-case hex digits; `null` for other text. */
export function readEventText(text: string): EventId | null {
  const compact = text.length > 36 ? '' : text.replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(compact) ? (compact as EventId) : null;
}
