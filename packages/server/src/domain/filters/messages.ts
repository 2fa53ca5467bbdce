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

/** What was thrown, or the message: the line that a known noise is known by. */
export function messageOf(event: EventPayload): string {
  return event.exception?.values.at(-1)?.value ?? event.logentry?.formatted ?? '';
}
