import type { Step } from '#pipeline/work.ts';

/** Gives the server actions of an event the names that the build's upload has for them. */
export const nameActions: Step = (work) =>
  work.symbolicator.nameActions(work.payload!, work.origin.projectId)?.then(() => null) ?? null;
