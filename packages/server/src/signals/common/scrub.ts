import type { EventPayload } from '@seismo/protocol';
import { scrubForProject } from '#domain/scrubbing/project-scrubbing.ts';
import type { Item } from '#pipeline/steps.ts';

/** Removes secrets, and data that the project does not store, before the event is grouped. */
export const scrub = <Work extends Item & { payload: EventPayload }>(work: Work): Work => {
  work.payload = scrubForProject(work.payload, work.rules.scrubbing);
  return work;
};
