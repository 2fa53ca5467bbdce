import { groupEvent } from '#domain/grouping/rules/group-event.ts';
import type { Step } from '#pipeline/work.ts';

/** Decides which issue the event belongs to, and why: by the project's rules, else by what it is. */
export const assignGroup: Step = (work) => {
  const { grouping, title, earlierHash } = groupEvent(work.payload!, work.rules.grouping);
  work.grouping = grouping;
  work.title = title;
  work.earlierHash = earlierHash;
  return null;
};
