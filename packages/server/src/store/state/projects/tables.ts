import type { Generated } from 'kysely';
import type { OrganizationId, ProjectId } from '@seismo/protocol';

export interface ProjectTables {
  organization: {
    id: Generated<OrganizationId>;
    slug: string;
    name: string;
    created_at_ms: number;
    shares_issues: Generated<number>;
  };
  project: {
    id: Generated<ProjectId>;
    organization_id: OrganizationId;
    slug: string;
    name: string;
    platform: string;
    created_at_ms: number;
    first_event_at_ms: number | null;
    /** The number of the newest issue: the next one's short id. */
    issue_number: Generated<number>;
  };
  project_key: {
    id: Generated<number>;
    project_id: ProjectId;
    label: string;
    public_key: string;
    active: number;
    rate_limit_count: number | null;
    rate_limit_window_s: number | null;
    created_at_ms: number;
  };
}
