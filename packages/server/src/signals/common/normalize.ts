import type { EventId, EventPayload } from '@seismo/protocol';
import { normalizeEvent } from '#domain/normalize/normalize.ts';
import { end, type Ended, type Item } from '#pipeline/steps.ts';

/** Normalizes the client's data to a valid event. */
export const normalize = <Work extends Item & { raw: object; eventId: EventId; clockSkewMs: number }>(
  work: Work,
): (Work & { payload: EventPayload }) | Ended => {
  const { origin, eventId, clockSkewMs } = work;
  const payload = normalizeEvent(work.raw, { ...origin, eventId, clockSkewMs });
  return 'invalid' in payload ? end('invalid', payload.invalid) : Object.assign(work, { payload });
};
