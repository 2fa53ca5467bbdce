import { redactSecrets } from '@seismo/protocol/redact';
import type { Event } from '@seismo/nextjs';

/** Removes secrets of links from an event, in URLs, breadcrumbs, messages and transactions. */
export function withoutSecrets(event: Event): Event {
  return JSON.parse(redactSecrets(JSON.stringify(event))) as Event;
}
