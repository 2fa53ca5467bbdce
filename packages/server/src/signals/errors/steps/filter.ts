import { filterEvent } from '#domain/filters/filters.ts';
import { headlineOf } from '#domain/normalize/headline.ts';
import { scrubText } from '#domain/scrubbing/text.ts';
import type { Step } from '#pipeline/work.ts';

/** Discards events by the project's filters, as early as possible. Only the title is stored, as an example. */
export const filter: Step = (work) => {
  const disposition = filterEvent(work.payload!, work.origin, work.rules.filters);
  if (disposition) work.filteredTitle = scrubText(headlineOf(work.payload!).title, 'text');
  return disposition;
};
