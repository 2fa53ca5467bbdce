import type { EventPayload } from '@seismo/protocol';
import { groupEvent } from '#domain/grouping/rules/group-event.ts';
import type { Item } from '#pipeline/steps.ts';

type Grouped = Pick<ReturnType<typeof groupEvent>, 'grouping' | 'title' | 'earlierHash'>;

/** Decides which issue the event belongs to, and why: by the project's rules, else by the event itself. */
export const assignGroup = <Work extends Item & { payload: EventPayload }>(work: Work): Work & Grouped => {
  const { grouping, title, earlierHash } = groupEvent(work.payload, work.rules.grouping);
  return Object.assign(work, { grouping, title, earlierHash });
};
