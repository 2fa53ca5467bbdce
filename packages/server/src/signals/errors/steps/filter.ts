import type { EventPayload } from '@seismo/protocol';
import { filterEvent } from '#domain/filters/filters.ts';
import { headlineOf } from '#domain/normalize/headline.ts';
import { scrubText } from '#domain/scrubbing/text.ts';
import { Ended } from '#pipeline/steps.ts';
import type { EventItem } from '../event-item.ts';

/** Discards events by the project's filters, as early as possible. Only the title is stored, as an example. */
export const filter = <Work extends EventItem & { payload: EventPayload }>(work: Work): Work | Ended => {
  const { payload, origin, rules, filtered } = work;
  const disposition = filterEvent(payload, origin, rules.filters);
  if (!disposition) return work;
  const title = scrubText(headlineOf(payload).title, 'text');
  filtered.push({ projectId: origin.projectId, reason: disposition.reason, title, atMs: origin.receivedAtMs });
  return new Ended(disposition);
};
