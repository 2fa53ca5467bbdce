import type { EventId, ProjectId } from '@seismo/protocol';
import type { Generated } from 'kysely';

export interface ReprocessTables {
  reprocess_task: {
    id: Generated<number>;
    bundle_id: number;
    project_id: ProjectId;
    release: string;
    dist: string;
    round: number;
    requested_at_ms: number;
    total: number | null;
    done: number;
    mapped: number;
    before_at_ms: number | null;
    before_event_id: EventId | null;
    ended_at_ms: number | null;
  };
}
