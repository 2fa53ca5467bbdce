import type { Client } from './client.ts';
import type { Event, EventHint } from './event.ts';

/** A part of the SDK that is paid for only where it is imported. */
export interface Integration {
  name: string;
  /** Called once. Stop everything it starts with `client.signal`. */
  setup?(client: Client): void;
  /** Changes an event or drops it, before the event processors. */
  processEvent?(event: Event, hint: EventHint, client: Client): Event | null | PromiseLike<Event | null>;
}
