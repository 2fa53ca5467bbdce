import { withCurrentNames } from '../current-names.ts';
import type { SpanItem } from './read-spans.ts';

/** Gives attributes their current names, so that the older ones find the same. */
export const nameAttributes = <Work extends SpanItem>(work: Work): Work => {
  for (const span of work.spans) {
    span.attributes = withCurrentNames(span.attributes);
    for (const part of [...span.events, ...span.links]) part.attributes = withCurrentNames(part.attributes);
  }
  return work;
};
