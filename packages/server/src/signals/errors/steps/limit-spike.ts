import { end, type Ended } from '#pipeline/steps.ts';
import type { EventItem } from '../event-item.ts';

/** Ends events beyond the spike limit of the project, before any of the work that the limit protects from. */
export const limitSpike = <Work extends EventItem>(work: Work): Work | Ended =>
  work.spike.admits(work.origin.projectId, work.origin.receivedAtMs) ? work : end('limited', 'spike');
