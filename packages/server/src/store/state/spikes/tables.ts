import type { ProjectId } from '@seismo/protocol';

export interface SpikeTables {
  /** `limited_at_ms`: when an event was limited last. */
  open_spike: { project_id: ProjectId; started_at_ms: number; limited_at_ms: number };
}
