import { scrubEvent } from '../scrub/scrub.ts';
import type { Step } from '../work.ts';

/** Takes secrets out before anything is grouped by them or stored. */
export const scrub: Step = (work) => {
  work.payload = scrubEvent(work.payload!);
  return null;
};
