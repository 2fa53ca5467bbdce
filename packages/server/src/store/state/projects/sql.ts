import type { ProjectId } from '@seismo/protocol';
import type { Selectable } from 'kysely';
import { isEmpty } from '../columns.ts';
import type { StateEngine } from '../engine.ts';
import type { Db, Schema } from '../schema.ts';
import type { FirstEvent, ProjectKey, ProjectReads, ProjectWrites } from './contract.ts';

const projectColumns = ['id', 'organizationId', 'slug', 'name', 'platform', 'createdAtMs', 'firstEventAtMs'] as const;

export function projectReads(db: Db, engine: StateEngine): ProjectReads {
  const listKeysOfProjects = async (ids: ProjectId[]) => {
    const keys = db
      .selectFrom('project_key')
      .selectAll()
      .where('projectId', 'in', engine.list(ids, 'bigint'))
      .orderBy('id');
    return (await keys.execute()).map(keyOf);
  };
  return {
    listOrganizations(ids) {
      return db
        .selectFrom('organization')
        .selectAll()
        .where('id', 'in', engine.list(ids, 'bigint'))
        .orderBy('slug')
        .execute();
    },
    async organizationBySlug(slug) {
      return (await db.selectFrom('organization').selectAll().where('slug', '=', slug).executeTakeFirst()) ?? null;
    },
    listProjects(organizationIds) {
      return db
        .selectFrom('project')
        .select(projectColumns)
        .where('organizationId', 'in', engine.list(organizationIds, 'bigint'))
        .orderBy('slug')
        .orderBy('id')
        .execute();
    },
    allProjects() {
      return db.selectFrom('project').select(projectColumns).orderBy('id').execute();
    },
    async projectById(id) {
      return (await db.selectFrom('project').select(projectColumns).where('id', '=', id).executeTakeFirst()) ?? null;
    },
    async projectBySlug(organizationId, slug) {
      const project = db
        .selectFrom('project')
        .select(projectColumns)
        .where('organizationId', '=', organizationId)
        .where('slug', '=', slug);
      return (await project.executeTakeFirst()) ?? null;
    },
    listKeys: (projectId) => listKeysOfProjects([projectId]),
    listKeysOfProjects,
    async listKeysOfSetting(name) {
      const keys = db
        .selectFrom('project_key')
        .selectAll()
        .where('projectId', 'in', (on) =>
          on
            .selectFrom('setting')
            .select(({ cast }) => cast<ProjectId>('value', 'bigint').as('id'))
            .where('name', '=', name),
        )
        .orderBy('id');
      return (await keys.execute()).map(keyOf);
    },
    async keyByPublicKey(publicKey) {
      const row = await db
        .selectFrom('project_key')
        .innerJoin('project', 'project.id', 'project_key.projectId')
        .selectAll('project_key')
        .select(['project.organizationId', 'project.slug as projectSlug'])
        .where('publicKey', '=', publicKey)
        .executeTakeFirst();
      return row ? keyOf(row) : null;
    },
  };
}

export function projectWrites(db: Db): ProjectWrites {
  return {
    async createOrganization(organization) {
      return (await db.insertInto('organization').values(organization).returning('id').executeTakeFirstOrThrow()).id;
    },
    async createProject(project) {
      return (await db.insertInto('project').values(project).returning('id').executeTakeFirstOrThrow()).id;
    },
    async updateOrganization(id, change) {
      if (isEmpty(change)) return;
      await db.updateTable('organization').set(change).where('id', '=', id).execute();
    },
    async updateProject(id, change) {
      if (isEmpty(change)) return;
      await db.updateTable('project').set(change).where('id', '=', id).execute();
    },
    async createKey({ rateLimit, ...key }) {
      const row = { ...key, ...rateLimitColumns(rateLimit) };
      return (await db.insertInto('project_key').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    async updateKey(id, { rateLimit, ...change }) {
      const columns = { ...change, ...(rateLimit !== undefined && rateLimitColumns(rateLimit)) };
      if (isEmpty(columns)) return;
      await db.updateTable('project_key').set(columns).where('id', '=', id).execute();
    },
    async deleteKey(id) {
      await db.deleteFrom('project_key').where('id', '=', id).execute();
    },
  };
}

export async function applyFirstEvents(db: Db, firstEvents: FirstEvent[]): Promise<void> {
  for (const { projectId, atMs, platform } of firstEvents) {
    if (platform !== '') {
      const unnamed = db.updateTable('project').set({ platform }).where('id', '=', projectId);
      await unnamed.where('platform', '=', '').execute();
    }
    await db
      .updateTable('project')
      .set({ firstEventAtMs: atMs })
      .where('id', '=', projectId)
      .where('firstEventAtMs', 'is', null)
      .execute();
  }
}

function rateLimitColumns(rateLimit: ProjectKey['rateLimit']) {
  return { rateLimitCount: rateLimit?.count ?? null, rateLimitWindowS: rateLimit?.windowS ?? null };
}

function keyOf<Row extends Selectable<Schema['project_key']>>({ rateLimitCount, rateLimitWindowS, ...key }: Row) {
  const [count, windowS] = [rateLimitCount, rateLimitWindowS];
  return { ...key, rateLimit: count === null || windowS === null ? null : { count, windowS } };
}
