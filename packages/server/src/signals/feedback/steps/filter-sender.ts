import type { EventPayload } from '@seismo/protocol';
import { filterSender as dispositionOf } from '#domain/filters/filters.ts';
import { Ended, type Item } from '#pipeline/steps.ts';

/** Ends feedback from senders that the project filters. */
export const filterSender = <Work extends Item & { payload: EventPayload }>(work: Work): Work | Ended => {
  const disposition = dispositionOf(work.payload, work.origin, work.rules.filters);
  return disposition ? new Ended(disposition) : work;
};
