import type { EventPayload } from '@seismo/protocol';

/** The texts of an event: each error as `Type: value` and by its value, and the message. */
export function textsOf(event: EventPayload): string[] {
  const texts: string[] = [];
  for (const { type, value } of event.exception?.values ?? []) {
    if (type) texts.push(value ? `${type}: ${value}` : type);
    if (value) texts.push(value);
  }
  if (event.logentry) texts.push(event.logentry.formatted);
  return texts;
}

/** The thrown error's text, or the message: the line by which noise is recognized. */
export function messageOf(event: EventPayload): string {
  return event.exception?.values.at(-1)?.value ?? event.logentry?.formatted ?? '';
}
