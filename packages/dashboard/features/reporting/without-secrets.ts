import { redactSecrets } from '@seismo/protocol/redact';
import type { Event } from '@seismo/nextjs';

/** An event without the secrets of links, wherever they stand: URLs, breadcrumbs, messages, transactions. */
export function withoutSecrets(event: Event): Event {
  return JSON.parse(redactSecrets(JSON.stringify(event))) as Event;
}
