import type { ProjectId } from '@seismo/protocol';

/** What spike protection counts. Each has spikes of its own. */
export type SpikeKind = 'events' | 'spans';

/** A spike lasts from the first event or span that spike protection limits until none was limited for `SPIKE_END_MS`. */
export interface SpikeWrites {
  /** Events or spans of these projects were limited. Publishes the spikes that start with that. */
  recordSpikes(kind: SpikeKind, projectIds: ProjectId[], nowMs: number): Promise<void>;
  /** Publishes the spikes that have ended. */
  endSpikes(nowMs: number): Promise<void>;
}
