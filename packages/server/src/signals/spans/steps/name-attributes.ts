import { withCurrentNames } from '../current-names.ts';
import type { SpanItem } from './read-spans.ts';

/** Gives attributes their current names, so that the older ones find the same. */
export const nameAttributes = <Work extends SpanItem>(work: Work): Work => {
  for (const span of work.spans) {
    span.attributes = withCurrentNames(span.attributes);
    for (const event of span.events) event.attributes = withCurrentNames(event.attributes);
    for (const link of span.links) link.attributes = withCurrentNames(link.attributes);
  }
  return work;
};
