import type { OrganizationId, TeamId, UserId } from '@seismo/protocol';

export interface TeamReads {
  /** By slug. */
  listTeams(organizationIds: OrganizationId[]): Promise<Team[]>;
}

export interface TeamWrites {
  createTeam(team: Omit<Team, 'id' | 'memberIds'>): Promise<TeamId>;
  renameTeam(id: TeamId, name: string): Promise<void>;
  /** What was assigned to it is assigned to nobody then. */
  deleteTeam(id: TeamId): Promise<void>;
  setTeamMember(id: TeamId, userId: UserId, isMember: boolean): Promise<void>;
}

export interface Team {
  id: TeamId;
  organizationId: OrganizationId;
  slug: string;
  name: string;
  createdAtMs: number;
  /** In ascending order. */
  memberIds: UserId[];
}
