import { decodeReactErrors } from '#symbolication/react/decode.ts';
import type { Step } from '#pipeline/work.ts';

/** Leads frames of built code back to the lines that were written, and shortened React errors to their text. */
export const symbolicate: Step = (work) => {
  const payload = work.payload!;
  decodeReactErrors(payload);
  return work.symbolicator.symbolicate(payload, work.origin.projectId)?.then(() => null) ?? null;
};
