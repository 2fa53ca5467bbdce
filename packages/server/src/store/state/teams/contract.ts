import type { OrganizationId, ProjectId, TeamId, UserId } from '@seismo/protocol';

export interface TeamReads {
  /** By slug. */
  listTeams(organizationIds: OrganizationId[]): Promise<Team[]>;
}

export interface TeamWrites {
  createTeam(team: Omit<Team, 'id' | 'memberIds' | 'projectIds'>): Promise<TeamId>;
  updateTeam(id: TeamId, change: Partial<Pick<Team, 'slug' | 'name'>>): Promise<void>;
  /** Unassigns its issues, as an action of this user. */
  deleteTeam(id: TeamId, by: { userId: UserId | null; atMs: number }): Promise<void>;
  setTeamMember(id: TeamId, userId: UserId, isMember: boolean): Promise<void>;
  setTeamProject(id: TeamId, projectId: ProjectId, hasProject: boolean): Promise<void>;
}

export interface Team {
  id: TeamId;
  organizationId: OrganizationId;
  slug: string;
  name: string;
  createdAtMs: number;
  /** In ascending order. */
  memberIds: UserId[];
  /** In ascending order. */
  projectIds: ProjectId[];
}
