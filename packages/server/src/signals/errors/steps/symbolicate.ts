import type { EventPayload } from '@seismo/protocol';
import { decodeReactErrors } from '#symbolication/react/decode.ts';
import type { EventItem } from '../event-item.ts';

/** Maps frames of built code back to their source lines, and shortened React errors to their text. */
export const symbolicate = <Work extends EventItem & { payload: EventPayload }>(work: Work): Work | Promise<Work> => {
  decodeReactErrors(work.payload);
  return work.symbolicator.symbolicate(work.payload, work.origin.projectId)?.then(() => work) ?? work;
};
