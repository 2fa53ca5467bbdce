import { sql, type Kysely } from 'kysely';
import type { ProjectId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Publish } from '../outbox/sql.ts';
import type { Schema } from '../schema.ts';
import type { CommitRef, Commit, ReleaseReads, ReleaseRecord, ReleaseSearches, ReleaseWrites } from './contract.ts';

type RecordReads = ReleaseSearches &
  Pick<
    ReleaseReads,
    'releaseRecord' | 'commitsOf' | 'releaseWithCommit' | 'deploysOf' | 'newestCommits' | 'lastDeploys'
  >;

const commitColumns = [
  'commit_id as id',
  'message',
  'author_name as authorName',
  'author_email as authorEmail',
  'at_ms as atMs',
  'repository',
] as const;

const deployColumns = [
  'id',
  'environment',
  'name',
  'url',
  'started_at_ms as startedAtMs',
  'finished_at_ms as finishedAtMs',
] as const;

export function recordReads(db: Kysely<Schema>, engine: StateEngine): RecordReads {
  const listed = (ids: readonly number[]) => engine.list(ids, 'bigint') as never;
  return {
    async releaseRecord(organizationId, version) {
      const rows = await records(db)
        .where('organization_id', '=', organizationId)
        .where('version', '=', storableText(version))
        .execute();
      return (await withProjects(db, engine, rows))[0] ?? null;
    },
    async listReleaseRecords({ projectIds, seenIn, status, text, during, after, count, requestedBy }) {
      const found = records(db)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('release_project')
              .select('release_id')
              .whereRef('release_id', '=', 'release_record.id')
              .where('project_id', 'in', listed(projectIds)),
          ),
        )
        .$if(seenIn !== null, (query) =>
          query.where(({ or, eb, exists, selectFrom }) =>
            or([
              eb('version', 'in', engine.list(seenIn!.versions, 'text') as never),
              exists(
                selectFrom('deploy')
                  .select('deploy.id')
                  .whereRef('release_id', '=', 'release_record.id')
                  .where('environment', 'in', engine.list(seenIn!.environments, 'text') as never),
              ),
            ]),
          ),
        )
        .$if(status !== null, (query) => query.where('status', '=', status!))
        .$if(text !== '', (query) =>
          query.where(sql<boolean>`lower(version) like ${`%${escaped(text.toLowerCase())}%`} escape '\\'`),
        )
        .$if(during !== undefined, (query) =>
          query.where(sql<boolean>`${day} >= ${during!.fromMs} and ${day} < ${during!.toMs}`),
        )
        .$if(after !== null, (query) => query.where(sql<boolean>`(${day}, id) < (${after!.atMs}, ${after!.id})`))
        .orderBy(day, 'desc')
        .orderBy('id', 'desc')
        .limit(count);
      const rows = await (text === '' ? found.execute() : engine.search(found, requestedBy));
      return withProjects(db, engine, rows);
    },
    async releaseWithCommit(projectId, commit) {
      const found = await db
        .selectFrom('release_commit')
        .innerJoin('release_project', 'release_project.release_id', 'release_commit.release_id')
        .innerJoin('release_record', 'release_record.id', 'release_commit.release_id')
        .select('release_record.version')
        .where('release_project.project_id', '=', projectId)
        .where('release_commit.commit_id', '=', commit)
        .orderBy('release_record.id')
        .limit(1)
        .executeTakeFirst();
      return found?.version ?? null;
    },
    async findCommits({ projectId, text, count, requestedBy }) {
      const like = `%${escaped(text.toLowerCase())}%`;
      const says = (column: string) => sql<boolean>`lower(${sql.ref(column)}) like ${like} escape '\\'`;
      const found = db
        .selectFrom('release_commit')
        .innerJoin('release_project', 'release_project.release_id', 'release_commit.release_id')
        .innerJoin('release_record', 'release_record.id', 'release_commit.release_id')
        .select([
          'commit_id as id',
          'message',
          'author_name as authorName',
          'at_ms as atMs',
          'repository',
          'release_record.version as release',
          'release_record.id as releaseId',
          'position',
          sql<number>`row_number() over (partition by commit_id order by ${day} desc, release_record.id desc, position)`.as(
            'nth',
          ),
          day.as('day'),
        ])
        .where('release_project.project_id', '=', projectId)
        .where((on) => on.or([says('message'), says('author_name'), says('commit_id')]));
      const newest = db
        .selectFrom(found.as('found'))
        .select(['id', 'message', 'authorName', 'atMs', 'repository', 'release'])
        .where('nth', '=', 1)
        .orderBy('day', 'desc')
        .orderBy('releaseId', 'desc')
        .orderBy('position')
        .limit(count);
      return engine.search(newest, requestedBy);
    },
    async commitsOf(releaseId) {
      const rows = await db
        .selectFrom('release_commit')
        .select([...commitColumns, 'files'])
        .where('release_id', '=', releaseId)
        .orderBy('position')
        .execute();
      return rows.map(({ files, ...commit }) => ({ ...commit, files: JSON.parse(files) as Commit['files'] }));
    },
    async newestCommits(releaseIds) {
      return db
        .selectFrom('release_commit')
        .select([...commitColumns, 'release_id as releaseId'])
        .where('release_id', 'in', listed(releaseIds))
        .where('position', '=', 0)
        .orderBy('release_id')
        .execute();
    },
    async lastDeploys(releaseIds) {
      return db
        .selectFrom('deploy')
        .select([...deployColumns, 'release_id as releaseId'])
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('deploy')
            .select(({ fn }) => fn.max('id').as('last'))
            .where('release_id', 'in', listed(releaseIds))
            .groupBy('release_id'),
        )
        .orderBy('release_id')
        .execute();
    },
    async deploysOf(releaseId) {
      return db
        .selectFrom('deploy')
        .select(deployColumns)
        .where('release_id', '=', releaseId)
        .orderBy('id', 'desc')
        .execute();
    },
  };
}

export function releaseWrites(db: Kysely<Schema>, engine: StateEngine, publish: Publish): ReleaseWrites {
  return {
    async ensureRelease({ organizationId, version, projectIds, createdAtMs }) {
      const known = db
        .selectFrom('release_record')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('version', '=', storableText(version));
      const made = db
        .insertInto('release_record')
        .values(newRecord(organizationId, version, createdAtMs))
        .returning('id');
      const { id } = (await known.executeTakeFirst()) ?? (await made.executeTakeFirstOrThrow());
      const added = await engine.runMany(
        db,
        projectIds.map((projectId) => ({ release_id: id, project_id: projectId })),
        (row) =>
          db
            .insertInto('release_project')
            .values(row)
            .onConflict((conflict) => conflict.doNothing())
            .returning('project_id as projectId'),
      );
      publishRelease(
        publish,
        version,
        added.flat().map(({ projectId }) => projectId),
      );
      return id;
    },
    async updateRelease(id, change) {
      const row = {
        ...(change.startedAtMs !== undefined && { started_at_ms: change.startedAtMs }),
        ...(change.releasedAtMs !== undefined && { released_at_ms: change.releasedAtMs }),
        ...(change.url !== undefined && { url: storableText(change.url) }),
        ...(change.ref !== undefined && { ref: storableText(change.ref) }),
        ...(change.status !== undefined && { status: change.status }),
        ...(change.refs !== undefined && { refs: JSON.stringify(change.refs) }),
      };
      if (Object.keys(row).length > 0) await db.updateTable('release_record').set(row).where('id', '=', id).execute();
    },
    async setCommits(id, commits) {
      await db.deleteFrom('release_commit').where('release_id', '=', id).execute();
      const rows = commits.map((commit, position) => ({
        release_id: id,
        position,
        commit_id: storableText(commit.id),
        message: storableText(commit.message),
        author_name: storableText(commit.authorName),
        author_email: storableText(commit.authorEmail),
        at_ms: commit.atMs,
        repository: storableText(commit.repository),
        files: JSON.stringify(commit.files),
      }));
      await engine.runMany(db, rows, (row) => db.insertInto('release_commit').values(row));
      await db.updateTable('release_record').set({ commit_count: commits.length }).where('id', '=', id).execute();
    },
    async addDeploy(id, deploy) {
      const made = await db
        .insertInto('deploy')
        .values({
          release_id: id,
          environment: storableText(deploy.environment),
          name: storableText(deploy.name),
          url: storableText(deploy.url),
          started_at_ms: deploy.startedAtMs,
          finished_at_ms: deploy.finishedAtMs,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const places = await db
        .selectFrom('release_project')
        .innerJoin('release_record', 'release_record.id', 'release_id')
        .select(['project_id as projectId', 'version'])
        .where('release_id', '=', id)
        .orderBy('project_id')
        .execute();
      const [first] = places;
      if (first) {
        publish([
          {
            kind: 'deploy-added',
            projectIds: places.map(({ projectId }) => projectId),
            issueId: null,
            version: first.version,
            environment: deploy.environment,
            deployId: made.id,
          },
        ]);
      }
      return made.id;
    },
    async hideEnvironment(projectId, name, hidden) {
      await db
        .updateTable('environment')
        .set({ hidden: Number(hidden) })
        .where('project_id', '=', projectId)
        .where('name', '=', storableText(name))
        .execute();
    },
    async deleteRelease(id) {
      for (const table of ['release_commit', 'deploy', 'release_project'] as const) {
        await db.deleteFrom(table).where('release_id', '=', id).execute();
      }
      await db.deleteFrom('release_record').where('id', '=', id).execute();
    },
  };
}

export function publishRelease(publish: Publish, version: string, projectIds: ProjectId[]): void {
  if (projectIds.length > 0) publish([{ kind: 'release-created', projectIds, issueId: null, version }]);
}

export function newRecord(organizationId: ReleaseRecord['organizationId'], version: string, createdAtMs: number) {
  return {
    organization_id: organizationId,
    version: storableText(version),
    created_at_ms: createdAtMs,
    url: '',
    ref: '',
    status: 'open' as const,
    refs: '[]',
    commit_count: 0,
  };
}

const day = sql<number>`coalesce(released_at_ms, created_at_ms)`;

const escaped = (text: string) => storableText(text).replaceAll(/[\\%_]/g, '\\$&');

function records(db: Kysely<Schema>) {
  return db.selectFrom('release_record').select(({ selectFrom }) => [
    'id',
    'organization_id as organizationId',
    'version',
    'created_at_ms as createdAtMs',
    'started_at_ms as startedAtMs',
    'released_at_ms as releasedAtMs',
    'url',
    'ref',
    'status',
    'refs',
    'commit_count as commitCount',
    selectFrom('deploy')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('release_id', '=', 'release_record.id')
      .as('deployCount'),
  ]);
}

async function withProjects(
  db: Kysely<Schema>,
  engine: StateEngine,
  rows: (Omit<ReleaseRecord, 'projectIds' | 'refs' | 'deployCount'> & { refs: string; deployCount: number | null })[],
): Promise<ReleaseRecord[]> {
  const ids = engine.list(
    rows.map(({ id }) => id),
    'bigint',
  ) as never;
  const links = await db
    .selectFrom('release_project')
    .select(['release_id', 'project_id'])
    .where('release_id', 'in', ids)
    .orderBy('project_id')
    .execute();
  const projectsOf = new Map<number, ProjectId[]>(rows.map(({ id }) => [id, []]));
  for (const { release_id, project_id } of links) projectsOf.get(release_id)!.push(project_id);
  return rows.map(({ refs, deployCount, ...row }) => ({
    ...row,
    refs: JSON.parse(refs) as CommitRef[],
    deployCount: Number(deployCount),
    projectIds: projectsOf.get(row.id)!,
  }));
}
