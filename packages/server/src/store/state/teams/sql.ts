import type { ProjectId, UserId } from '@seismo/protocol';
import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Schema } from '../schema.ts';
import type { TeamReads, TeamWrites } from './contract.ts';

export function teamReads(db: Kysely<Schema>, engine: StateEngine): TeamReads {
  return {
    async listTeams(organizationIds) {
      const teams = await db
        .selectFrom('team')
        .select(['id', 'organization_id as organizationId', 'slug', 'name', 'created_at_ms as createdAtMs'])
        .select((on) => [
          on
            .selectFrom('team_member')
            .select(engine.jsonList('user_id').as('ids'))
            .whereRef('team_id', '=', 'team.id')
            .as('memberIds'),
          on
            .selectFrom('project_team')
            .select(engine.jsonList('project_id').as('ids'))
            .whereRef('team_id', '=', 'team.id')
            .as('projectIds'),
        ])
        .where('organization_id', 'in', engine.list(organizationIds, 'bigint') as never)
        .orderBy('slug')
        .orderBy('id')
        .execute();
      const idsIn = <Id extends number>(list: string | null) =>
        (JSON.parse(list ?? '[]') as Id[]).sort((one, other) => one - other);
      return teams.map((team) => ({
        ...team,
        memberIds: idsIn<UserId>(team.memberIds),
        projectIds: idsIn<ProjectId>(team.projectIds),
      }));
    },
  };
}

export function teamWrites(db: Kysely<Schema>): TeamWrites {
  return {
    async createTeam({ organizationId, slug, name, createdAtMs }) {
      const row = { organization_id: organizationId, slug, name: storableText(name), created_at_ms: createdAtMs };
      return (await db.insertInto('team').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    async updateTeam(id, { slug, name }) {
      const change = { ...(slug !== undefined && { slug }), ...(name !== undefined && { name: storableText(name) }) };
      if (Object.keys(change).length === 0) return;
      await db.updateTable('team').set(change).where('id', '=', id).execute();
    },
    async deleteTeam(id) {
      await db.updateTable('issue').set({ assignee_team_id: null }).where('assignee_team_id', '=', id).execute();
      await db.deleteFrom('team_member').where('team_id', '=', id).execute();
      await db.deleteFrom('project_team').where('team_id', '=', id).execute();
      await db.deleteFrom('team').where('id', '=', id).execute();
    },
    async setTeamMember(id, userId, isMember) {
      const row = { team_id: id, user_id: userId };
      if (isMember) {
        const member = db.insertInto('team_member').values(row);
        await member.onConflict((conflict) => conflict.doNothing()).execute();
      } else await db.deleteFrom('team_member').where('team_id', '=', id).where('user_id', '=', userId).execute();
    },
    async setTeamProject(id, projectId, hasProject) {
      if (hasProject) {
        const project = db.insertInto('project_team').values({ project_id: projectId, team_id: id });
        await project.onConflict((conflict) => conflict.doNothing()).execute();
      } else
        await db.deleteFrom('project_team').where('team_id', '=', id).where('project_id', '=', projectId).execute();
    },
  };
}
