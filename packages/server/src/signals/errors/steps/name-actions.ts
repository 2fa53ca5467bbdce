import type { EventPayload } from '@seismo/protocol';
import type { EventItem } from '../event-item.ts';

/** Adds the names of server actions from the build's upload. */
export const nameActions = <Work extends EventItem & { payload: EventPayload }>(work: Work): Work | Promise<Work> =>
  work.symbolicator.nameActions(work.payload, work.origin.projectId)?.then(() => work) ?? work;
