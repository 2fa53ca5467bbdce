import { judgeSpans } from '#domain/filters/judge-spans.ts';
import type { SpanItem } from './read-spans.ts';

/** Discards spans by the project's filters. The spans of a segment in the same item are stored or discarded with it. */
export const filterSpans = <Work extends SpanItem>(work: Work): Work => {
  const { origin, rules, records } = work;
  const dispositions = judgeSpans(work.spans, origin, rules.filters);
  work.spans = work.spans.filter((_, index) => {
    const disposition = dispositions[index];
    if (disposition) records.end(disposition, 1);
    return !disposition;
  });
  return work;
};
