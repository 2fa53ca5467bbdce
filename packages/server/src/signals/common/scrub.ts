import type { EventPayload } from '@seismo/protocol';
import { scrubForProject } from '#domain/scrubbing/project-scrubbing.ts';
import type { Item } from '#pipeline/steps.ts';

/** Removes secrets, and what the project does not store, before the event is grouped or stored. */
export const scrub = <Work extends Item & { payload: EventPayload }>(work: Work): Work => {
  work.payload = scrubForProject(work.payload, work.rules.scrubbing);
  return work;
};
