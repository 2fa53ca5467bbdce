import { end, type Ended, type Item } from '#pipeline/steps.ts';
import type { SpikeCount } from './spikes/guard.ts';

/** Ends what is beyond the spike limit of the project. */
export const limitSpike = <Work extends Item & { spike: SpikeCount }>(work: Work): Work | Ended =>
  work.spike.admits(work.origin.projectId, work.origin.receivedAtMs) ? work : end('limited', 'spike');
