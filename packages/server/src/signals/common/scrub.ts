import { scrubForProject } from '#domain/scrubbing/project-scrubbing.ts';
import type { Step } from '#pipeline/work.ts';

/** Takes secrets out, and what the project does not want to keep, before anything is grouped by it or stored. */
export const scrub: Step = (work) => {
  work.payload = scrubForProject(work.payload!, work.rules.scrubbing);
  return null;
};
