import { sql, type NotNull } from 'kysely';
import type { ProjectId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import { doNothing, isEmpty } from '../columns.ts';
import { storableText } from '../storable-text.ts';
import type { Publish } from '../outbox/sql.ts';
import type { Db } from '../schema.ts';
import type { ReleaseReads, ReleaseRecord, ReleaseSearches, ReleaseWrites } from './contract.ts';

type RecordReads = ReleaseSearches &
  Pick<
    ReleaseReads,
    'releaseRecord' | 'commitsOf' | 'releaseWithCommit' | 'deploysOf' | 'newestCommits' | 'lastDeploys'
  >;

const commitColumns = ['commitId as id', 'message', 'authorName', 'authorEmail', 'atMs', 'repository'] as const;

const deployColumns = ['id', 'environment', 'name', 'url', 'startedAtMs', 'finishedAtMs'] as const;

export function recordReads(db: Db, engine: StateEngine): RecordReads {
  const listed = <Id extends number>(ids: readonly Id[]) => engine.list(ids, 'bigint');
  return {
    async releaseRecord(organizationId, version) {
      const row = await records(db, engine)
        .where('organizationId', '=', organizationId)
        .where('version', '=', storableText(version))
        .executeTakeFirst();
      return row ? recordOf(row) : null;
    },
    async listReleaseRecords({ projectIds, seenIn, status, text, during, after, count, requestedBy }) {
      const found = records(db, engine)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('release_project')
              .select('releaseId')
              .whereRef('releaseId', '=', 'release_record.id')
              .where('projectId', 'in', listed(projectIds)),
          ),
        )
        .$if(seenIn !== null, (query) =>
          query.where(({ or, eb, exists, selectFrom }) =>
            or([
              eb('version', 'in', engine.list(seenIn!.versions, 'text')),
              exists(
                selectFrom('deploy')
                  .select('deploy.id')
                  .whereRef('releaseId', '=', 'release_record.id')
                  .where('environment', 'in', engine.list(seenIn!.environments, 'text')),
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
      return rows.map(recordOf);
    },
    async releaseWithCommit(projectId, commit) {
      const found = await db
        .selectFrom('release_commit')
        .innerJoin('release_project', 'release_project.releaseId', 'release_commit.releaseId')
        .innerJoin('release_record', 'release_record.id', 'release_commit.releaseId')
        .select('release_record.version')
        .where('release_project.projectId', '=', projectId)
        .where('release_commit.commitId', '=', commit)
        .orderBy('release_record.id')
        .limit(1)
        .executeTakeFirst();
      return found?.version ?? null;
    },
    async findCommits({ projectId, text, count, requestedBy }) {
      const like = `%${escaped(text.toLowerCase())}%`;
      const contains = (column: string) => sql<boolean>`lower(${sql.ref(column)}) like ${like} escape '\\'`;
      const found = db
        .selectFrom('release_commit')
        .innerJoin('release_project', 'release_project.releaseId', 'release_commit.releaseId')
        .innerJoin('release_record', 'release_record.id', 'release_commit.releaseId')
        .select([
          'commitId as id',
          'message',
          'authorName',
          'atMs',
          'repository',
          'release_record.version as release',
          'release_record.id as releaseId',
          'position',
          sql<number>`row_number() over (partition by commit_id order by ${day} desc, release_record.id desc, position)`.as(
            'nth',
          ),
          day.as('day'),
        ])
        .where('release_project.projectId', '=', projectId)
        .where((on) => on.or([contains('message'), contains('authorName'), contains('commitId')]));
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
    async commitsOf(releaseIds) {
      return db
        .selectFrom('release_commit')
        .select([...commitColumns, 'files', 'releaseId'])
        .where('releaseId', 'in', listed(releaseIds))
        .orderBy('releaseId')
        .orderBy('position')
        .execute();
    },
    async newestCommits(releaseIds) {
      return db
        .selectFrom('release_commit')
        .select([...commitColumns, 'releaseId'])
        .where('releaseId', 'in', listed(releaseIds))
        .where('position', '=', 0)
        .orderBy('releaseId')
        .execute();
    },
    async lastDeploys(releaseIds) {
      return db
        .selectFrom('deploy')
        .select([...deployColumns, 'releaseId'])
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('deploy')
            .select(({ fn }) => fn.max('id').as('last'))
            .where('releaseId', 'in', listed(releaseIds))
            .groupBy('releaseId'),
        )
        .orderBy('releaseId')
        .execute();
    },
    async deploysOf(releaseIds) {
      return db
        .selectFrom('deploy')
        .select([...deployColumns, 'releaseId'])
        .where('releaseId', 'in', listed(releaseIds))
        .orderBy('id', 'desc')
        .execute();
    },
  };
}

export function releaseWrites(db: Db, engine: StateEngine, publish: Publish): ReleaseWrites {
  return {
    async ensureRelease({ organizationId, version, projectIds, createdAtMs }) {
      const known = db
        .selectFrom('release_record')
        .select('id')
        .where('organizationId', '=', organizationId)
        .where('version', '=', storableText(version));
      const made = db
        .insertInto('release_record')
        .values(newRecord(organizationId, version, createdAtMs))
        .returning('id');
      const { id } = (await known.executeTakeFirst()) ?? (await made.executeTakeFirstOrThrow());
      const added = await engine.runMany(
        db,
        projectIds.map((projectId) => ({ releaseId: id, projectId })),
        (row) => db.insertInto('release_project').values(row).onConflict(doNothing).returning('projectId'),
      );
      publishRelease(
        publish,
        version,
        added.flat().map(({ projectId }) => projectId),
      );
      return id;
    },
    async updateRelease(id, change) {
      const [url, ref] = [change.url, change.ref].map((text) => text && storableText(text));
      const row = { ...change, url, ref, refs: change.refs && JSON.stringify(change.refs) };
      if (!isEmpty(row)) await db.updateTable('release_record').set(row).where('id', '=', id).execute();
    },
    async setCommits(id, commits) {
      await db.deleteFrom('release_commit').where('releaseId', '=', id).execute();
      const rows = commits.map((commit, position) => ({
        releaseId: id,
        position,
        commitId: storableText(commit.id),
        message: storableText(commit.message),
        authorName: storableText(commit.authorName),
        authorEmail: storableText(commit.authorEmail),
        atMs: commit.atMs,
        repository: storableText(commit.repository),
        files: JSON.stringify(commit.files),
      }));
      await engine.runMany(db, rows, (row) => db.insertInto('release_commit').values(row));
      await db.updateTable('release_record').set({ commitCount: commits.length }).where('id', '=', id).execute();
    },
    async addDeploy(id, deploy) {
      const made = await db
        .insertInto('deploy')
        .values({
          ...deploy,
          releaseId: id,
          environment: storableText(deploy.environment),
          name: storableText(deploy.name),
          url: storableText(deploy.url),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const places = await db
        .selectFrom('release_project')
        .innerJoin('release_record', 'release_record.id', 'releaseId')
        .select(['projectId', 'version'])
        .where('releaseId', '=', id)
        .orderBy('projectId')
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
        .set({ hidden })
        .where('projectId', '=', projectId)
        .where('name', '=', storableText(name))
        .execute();
    },
    async deleteRelease(id) {
      for (const table of ['release_commit', 'deploy', 'release_project'] as const) {
        await db.deleteFrom(table).where('releaseId', '=', id).execute();
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
    organizationId,
    version: storableText(version),
    createdAtMs,
    url: '',
    ref: '',
    status: 'open' as const,
    refs: '[]',
    commitCount: 0,
  };
}

const day = sql<number>`coalesce(released_at_ms, created_at_ms)`;

const escaped = (text: string) => storableText(text).replaceAll(/[\\%_]/g, '\\$&');

function records(db: Db, engine: StateEngine) {
  return db
    .selectFrom('release_record')
    .selectAll()
    .select(({ selectFrom }) => [
      selectFrom('deploy')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('releaseId', '=', 'release_record.id')
        .as('deployCount'),
      selectFrom('release_project')
        .select(engine.jsonList<ProjectId>('projectId').as('ids'))
        .whereRef('releaseId', '=', 'release_record.id')
        .as('projectIds'),
    ])
    .$narrowType<{ deployCount: NotNull; projectIds: NotNull }>();
}

function recordOf({ projectIds, ...row }: ReleaseRecord): ReleaseRecord {
  return { ...row, projectIds: projectIds.sort((one, other) => one - other) };
}
