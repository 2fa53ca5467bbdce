import type { ProjectId } from '@seismo/protocol';
import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import type { FirstEvent, Organization, ProjectKey, ProjectReads, ProjectWrites } from './contract.ts';

const organizationColumns = ['id', 'slug', 'name', 'created_at_ms as createdAtMs', 'shares_issues'] as const;
const projectColumns = [
  'id',
  'organization_id as organizationId',
  'slug',
  'name',
  'platform',
  'created_at_ms as createdAtMs',
  'first_event_at_ms as firstEventAtMs',
] as const;
const keyColumns = [
  'project_key.id',
  'project_key.project_id as projectId',
  'project_key.label',
  'project_key.public_key as publicKey',
  'project_key.active',
  'project_key.rate_limit_count as count',
  'project_key.rate_limit_window_s as windowS',
  'project_key.created_at_ms as createdAtMs',
] as const;

export function projectReads(db: Kysely<Schema>, engine: StateEngine): ProjectReads {
  const listKeysOfProjects = async (ids: ProjectId[]) => {
    const keys = db
      .selectFrom('project_key')
      .select(keyColumns)
      .where('project_id', 'in', engine.list(ids, 'bigint') as never)
      .orderBy('id');
    return (await keys.execute()).map(keyOf);
  };
  return {
    async listOrganizations(ids) {
      const organizations = db
        .selectFrom('organization')
        .select(organizationColumns)
        .where('id', 'in', engine.list(ids, 'bigint') as never)
        .orderBy('slug');
      return (await organizations.execute()).map(organizationOf);
    },
    async organizationBySlug(slug) {
      const organization = db.selectFrom('organization').select(organizationColumns).where('slug', '=', slug);
      const row = await organization.executeTakeFirst();
      return row ? organizationOf(row) : null;
    },
    listProjects(organizationIds) {
      return db
        .selectFrom('project')
        .select(projectColumns)
        .where('organization_id', 'in', engine.list(organizationIds, 'bigint') as never)
        .orderBy('slug')
        .orderBy('id')
        .execute();
    },
    async projectById(id) {
      return (await db.selectFrom('project').select(projectColumns).where('id', '=', id).executeTakeFirst()) ?? null;
    },
    async projectBySlug(organizationId, slug) {
      const project = db
        .selectFrom('project')
        .select(projectColumns)
        .where('organization_id', '=', organizationId)
        .where('slug', '=', slug);
      return (await project.executeTakeFirst()) ?? null;
    },
    listKeys: (projectId) => listKeysOfProjects([projectId]),
    listKeysOfProjects,
    async listKeysOfSetting(name) {
      const keys = db
        .selectFrom('project_key')
        .select(keyColumns)
        .where('project_id', 'in', (on) =>
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
        .innerJoin('project', 'project.id', 'project_key.project_id')
        .select([...keyColumns, 'project.organization_id as organizationId', 'project.slug as projectSlug'])
        .where('public_key', '=', publicKey)
        .executeTakeFirst();
      return row ? { ...keyOf(row), organizationId: row.organizationId, projectSlug: row.projectSlug } : null;
    },
  };
}

export function projectWrites(db: Kysely<Schema>): ProjectWrites {
  return {
    async createOrganization({ slug, name, createdAtMs }) {
      const { id } = await db
        .insertInto('organization')
        .values({ slug, name, created_at_ms: createdAtMs })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async createProject({ organizationId, slug, name, platform, createdAtMs }) {
      const { id } = await db
        .insertInto('project')
        .values({
          organization_id: organizationId,
          slug,
          name,
          platform,
          created_at_ms: createdAtMs,
          first_event_at_ms: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async updateOrganization(id, { slug, name, sharesIssues }) {
      const change = {
        ...(slug !== undefined && { slug }),
        ...(name !== undefined && { name }),
        ...(sharesIssues !== undefined && { shares_issues: Number(sharesIssues) }),
      };
      if (Object.keys(change).length === 0) return;
      await db.updateTable('organization').set(change).where('id', '=', id).execute();
    },
    async updateProject(id, { slug, name, platform }) {
      const change = {
        ...(slug !== undefined && { slug }),
        ...(name !== undefined && { name }),
        ...(platform !== undefined && { platform }),
      };
      if (Object.keys(change).length === 0) return;
      await db.updateTable('project').set(change).where('id', '=', id).execute();
    },
    async createKey({ projectId, label, publicKey, active, rateLimit, createdAtMs }) {
      const { id } = await db
        .insertInto('project_key')
        .values({
          project_id: projectId,
          label,
          public_key: publicKey,
          active: active ? 1 : 0,
          rate_limit_count: rateLimit?.count ?? null,
          rate_limit_window_s: rateLimit?.windowS ?? null,
          created_at_ms: createdAtMs,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async updateKey(id, { label, active, rateLimit }) {
      const change = {
        ...(label !== undefined && { label }),
        ...(active !== undefined && { active: active ? 1 : 0 }),
        ...(rateLimit !== undefined && {
          rate_limit_count: rateLimit?.count ?? null,
          rate_limit_window_s: rateLimit?.windowS ?? null,
        }),
      };
      if (Object.keys(change).length === 0) return;
      await db.updateTable('project_key').set(change).where('id', '=', id).execute();
    },
    async deleteKey(id) {
      await db.deleteFrom('project_key').where('id', '=', id).execute();
    },
  };
}

export async function applyFirstEvents(db: Kysely<Schema>, firstEvents: FirstEvent[]): Promise<void> {
  for (const { projectId, atMs, platform } of firstEvents) {
    if (platform !== '') {
      const unnamed = db.updateTable('project').set({ platform }).where('id', '=', projectId);
      await unnamed.where('platform', '=', '').execute();
    }
    await db
      .updateTable('project')
      .set({ first_event_at_ms: atMs })
      .where('id', '=', projectId)
      .where('first_event_at_ms', 'is', null)
      .execute();
  }
}

interface KeyRow {
  id: number;
  projectId: ProjectKey['projectId'];
  label: string;
  publicKey: string;
  active: number;
  count: number | null;
  windowS: number | null;
  createdAtMs: number;
}

function keyOf({ id, projectId, label, publicKey, active, count, windowS, createdAtMs }: KeyRow): ProjectKey {
  const rateLimit = count === null || windowS === null ? null : { count, windowS };
  return { id, projectId, label, publicKey, active: active === 1, rateLimit, createdAtMs };
}

function organizationOf({
  shares_issues: sharesIssues,
  ...organization
}: Omit<Organization, 'sharesIssues'> & { shares_issues: number }): Organization {
  return { ...organization, sharesIssues: sharesIssues === 1 };
}
