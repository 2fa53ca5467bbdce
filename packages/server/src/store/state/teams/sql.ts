import type { ProjectId, UserId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import { doNothing, isEmpty } from '../columns.ts';
import { storableText } from '../storable-text.ts';
import type { Db } from '../schema.ts';
import { insertActivities } from '../issues/activities.sql.ts';
import type { Publish } from '../outbox/sql.ts';
import type { Assignee } from '#domain/ownership/assignee.ts';
import type { TeamReads, TeamWrites } from './contract.ts';

export function teamReads(db: Db, engine: StateEngine): TeamReads {
  return {
    async listTeams(organizationIds) {
      const teams = await db
        .selectFrom('team')
        .select(['id', 'organizationId', 'slug', 'name', 'createdAtMs'])
        .select((on) => [
          on
            .selectFrom('team_member')
            .select(engine.jsonList<UserId>('userId').as('ids'))
            .whereRef('teamId', '=', 'team.id')
            .as('memberIds'),
          on
            .selectFrom('project_team')
            .select(engine.jsonList<ProjectId>('projectId').as('ids'))
            .whereRef('teamId', '=', 'team.id')
            .as('projectIds'),
        ])
        .where('organizationId', 'in', engine.list(organizationIds, 'bigint'))
        .orderBy('slug')
        .orderBy('id')
        .execute();
      const sorted = <Id extends number>(ids: Id[] | null) => ids!.sort((one, other) => one - other);
      return teams.map((team) => ({ ...team, memberIds: sorted(team.memberIds), projectIds: sorted(team.projectIds) }));
    },
  };
}

export function teamWrites(db: Db, engine: StateEngine, publish: Publish): TeamWrites {
  return {
    async createTeam({ organizationId, slug, name, createdAtMs }) {
      const row = { organizationId, slug, name: storableText(name), createdAtMs };
      return (await db.insertInto('team').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    async updateTeam(id, { slug, name }) {
      const change = { slug, name: name && storableText(name) };
      if (isEmpty(change)) return;
      await db.updateTable('team').set(change).where('id', '=', id).execute();
    },
    async deleteTeam(id, by) {
      const unassigned = await db
        .updateTable('issue')
        .set({ assigneeTeamId: null })
        .where('assigneeTeamId', '=', id)
        .returning('id')
        .execute();
      const from: Assignee = { kind: 'team', teamId: id };
      const activities = unassigned.map((issue) => ({ issueId: issue.id, kind: 'unassigned' as const, from, ...by }));
      await insertActivities(db, engine, publish, activities);
      await db.deleteFrom('team_member').where('teamId', '=', id).execute();
      await db.deleteFrom('project_team').where('teamId', '=', id).execute();
      await db.deleteFrom('team').where('id', '=', id).execute();
    },
    async setTeamMember(id, userId, isMember) {
      const row = { teamId: id, userId };
      if (isMember) {
        const member = db.insertInto('team_member').values(row);
        await member.onConflict(doNothing).execute();
      } else await db.deleteFrom('team_member').where('teamId', '=', id).where('userId', '=', userId).execute();
    },
    async setTeamProject(id, projectId, hasProject) {
      if (hasProject) {
        const project = db.insertInto('project_team').values({ projectId, teamId: id });
        await project.onConflict(doNothing).execute();
      } else await db.deleteFrom('project_team').where('teamId', '=', id).where('projectId', '=', projectId).execute();
    },
  };
}
