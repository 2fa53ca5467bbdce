import type { EventPayload } from '@seismo/protocol';
import type { EventItem } from '../steps.ts';

/** Gives the server actions of an event the names that the build's upload has for them. */
export const nameActions = <Work extends EventItem & { payload: EventPayload }>(work: Work): Work | Promise<Work> =>
  work.symbolicator.nameActions(work.payload, work.origin.projectId)?.then(() => work) ?? work;
