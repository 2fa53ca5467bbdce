import type { OrganizationId, ProjectId } from '@seismo/protocol';

export interface ReleaseTables {
  release: {
    project_id: ProjectId;
    version: string;
    organization_id: OrganizationId;
    first_seen_at_ms: number;
    last_seen_at_ms: number;
    event_count: number;
  };
  environment: { project_id: ProjectId; name: string };
}
