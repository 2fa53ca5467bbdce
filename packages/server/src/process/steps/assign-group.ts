import { group } from '../group/group.ts';
import type { Step } from '../work.ts';

/** Decides which issue the event belongs to, and why. */
export const assignGroup: Step = (work) => {
  work.grouping = group(work.payload!);
  return null;
};
