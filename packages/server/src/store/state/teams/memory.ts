import type { TeamId } from '@seismo/protocol';
import type { IssueData } from '../issues/memory.ts';
import { keepable } from '../keepable.ts';
import { copy, demandNew } from '../engines/memory/rows.ts';
import type { Team, TeamReads, TeamWrites } from './contract.ts';

export interface TeamData {
  teams: Team[];
  lastTeamId: number;
}

export function emptyTeams(): TeamData {
  return { teams: [], lastTeamId: 0 };
}

export function teamReads(current: () => TeamData): TeamReads {
  return {
    listTeams: async (organizationIds) =>
      copy(current().teams.filter(({ organizationId }) => organizationIds.includes(organizationId))).sort(
        (one, other) => (one.slug < other.slug ? -1 : one.slug > other.slug ? 1 : one.id - other.id),
      ),
  };
}

export function teamWrites(data: TeamData & IssueData): TeamWrites {
  return {
    async createTeam(team) {
      const isNew = !data.teams.some(
        ({ organizationId, slug }) => organizationId === team.organizationId && slug === team.slug,
      );
      demandNew(isNew, 'team');
      const id = ++data.lastTeamId as TeamId;
      data.teams.push({ ...team, id, name: keepable(team.name), memberIds: [], projectIds: [] });
      return id;
    },
    async updateTeam(id, { slug, name }) {
      const team = data.teams.find((each) => each.id === id);
      if (!team) return;
      const others = data.teams.filter((each) => each.organizationId === team.organizationId && each.id !== id);
      demandNew(!others.some((each) => each.slug === slug), 'team');
      Object.assign(team, { ...(slug !== undefined && { slug }), ...(name !== undefined && { name: keepable(name) }) });
    },
    async deleteTeam(id) {
      data.teams = data.teams.filter((team) => team.id !== id);
      for (const issue of data.issues) {
        if (issue.assignee?.kind === 'team' && issue.assignee.teamId === id) issue.assignee = null;
      }
    },
    async setTeamMember(id, userId, isMember) {
      const team = data.teams.find((each) => each.id === id);
      if (!team) return;
      const others = team.memberIds.filter((each) => each !== userId);
      team.memberIds = isMember ? [...others, userId].sort((one, other) => one - other) : others;
    },
    async setTeamProject(id, projectId, hasProject) {
      const team = data.teams.find((each) => each.id === id);
      if (!team) return;
      const others = team.projectIds.filter((each) => each !== projectId);
      team.projectIds = hasProject ? [...others, projectId].sort((one, other) => one - other) : others;
    },
  };
}
