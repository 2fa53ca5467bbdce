import type { ProjectId } from '@seismo/protocol';

/** A spike lasts from the first event that spike protection limits until none was limited for `SPIKE_END_MS`. */
export interface SpikeWrites {
  /** Events of these projects were limited. Publishes the spikes that start with that. */
  recordSpikes(projectIds: ProjectId[], nowMs: number): Promise<void>;
  /** Publishes the spikes that have ended. */
  endSpikes(nowMs: number): Promise<void>;
}
