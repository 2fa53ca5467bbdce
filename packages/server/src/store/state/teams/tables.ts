import type { Generated } from 'kysely';
import type { OrganizationId, ProjectId, TeamId, UserId } from '@seismo/protocol';

export interface TeamTables {
  team: {
    id: Generated<TeamId>;
    organization_id: OrganizationId;
    slug: string;
    name: string;
    created_at_ms: number;
  };
  team_member: { team_id: TeamId; user_id: UserId };
  project_team: { project_id: ProjectId; team_id: TeamId };
}
