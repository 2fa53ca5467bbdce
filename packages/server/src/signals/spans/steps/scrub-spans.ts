import { scrubSpanForProject } from '#domain/scrubbing/project-scrubbing.ts';
import type { DescribedSpanItem } from './limit-attributes.ts';

/** Removes secrets, and data that the project does not store. */
export const scrubSpans = <Work extends DescribedSpanItem>(work: Work): Work => {
  const { scrubbing } = work.rules;
  const segments = new Map<string, string>();
  const scrubName = (name: string): string => {
    const span = { name, data: new Map() };
    scrubSpanForProject(span, scrubbing);
    return span.name;
  };
  for (const span of work.spans) {
    scrubSpanForProject(span, scrubbing);
    for (const event of span.events) scrubSpanForProject(event, scrubbing);
    for (const link of span.links) scrubSpanForProject({ name: '', data: link.data }, scrubbing);
    let segmentName = segments.get(span.segmentName);
    if (segmentName === undefined) segments.set(span.segmentName, (segmentName = scrubName(span.segmentName)));
    span.segmentName = segmentName;
  }
  return work;
};
