import { normalizeEvent } from '#domain/normalize/normalize.ts';
import type { Step } from '#pipeline/work.ts';

/** Makes of whatever a client sent an event whose types are true. */
export const normalize: Step = (work) => {
  const event = normalizeEvent(work.raw, { ...work.origin, eventId: work.eventId!, clockSkewMs: work.clockSkewMs });
  if ('invalid' in event) return { outcome: 'invalid', reason: event.invalid };
  work.payload = event;
  return null;
};
