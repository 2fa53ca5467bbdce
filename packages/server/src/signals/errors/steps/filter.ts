import { filterEvent } from '#domain/filters/filters.ts';
import { headlineOf } from '#domain/normalize/headline.ts';
import { scrubText } from '#domain/scrubbing/text.ts';
import type { Step } from '#pipeline/work.ts';

/** Ends what the project does not want to hear of, as early as it can be told. Only its title is kept, as an example. */
export const filter: Step = (work) => {
  const disposition = filterEvent(work.payload!, work.origin, work.rules.filters);
  if (disposition) work.filteredTitle = scrubText(headlineOf(work.payload!).title, 'text');
  return disposition;
};
