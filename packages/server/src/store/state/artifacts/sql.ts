import type { ProjectId } from '@seismo/protocol';
import { sql, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { StateEngine } from '../engine.ts';
import type { Db, Schema } from '../schema.ts';
import type { Artifact, ArtifactReads, Assembly, Upload } from './contract.ts';

export function artifactReads(db: Db, engine: StateEngine): ArtifactReads {
  const texts = <Text extends string>(values: readonly Text[]) => engine.list(values, 'text');
  const numbers = <Id extends number>(values: readonly Id[]) => engine.list(values, 'bigint');
  const ofProject = (projectId: ProjectId) => usedArtifacts(db).where('artifact_use.projectId', '=', projectId);
  const assemblies = db.selectFrom('artifact_assembly').selectAll();

  /**
   * The unary plus keeps SQLite from using the project index: without table statistics it would read all uploads of the
   * project instead of the few files with this name.
   */
  const named = (projectId: number) => usedArtifacts(db).where(sql<boolean>`+artifact_use.project_id = ${projectId}`);

  return {
    async artifactsByDebugIds(projectId, debugIds) {
      return newestFirst(named(projectId).where('debugId', 'in', texts(debugIds))).execute();
    },
    async artifactsByUrls(projectId, urls, count, release) {
      const found =
        release === undefined ? named(projectId) : ofProject(projectId).where('artifact_use.release', '=', release);
      return newestFirst(found.where('artifact.url', 'in', texts(urls)))
        .limit(count)
        .execute();
    },
    async artifactsOfRelease(projectId, release, count) {
      return ofProject(projectId)
        .where('artifact_use.release', '=', release)
        .orderBy('artifact_use.uploadedAtMs', 'desc')
        .orderBy('artifact.url')
        .orderBy('artifact.id')
        .orderBy('artifact_use.dist')
        .limit(count)
        .execute();
    },
    async artifactsOfUpload({ bundleId, projectId, release, dist }, count) {
      return ofProject(projectId)
        .where('artifact_use.bundleId', '=', bundleId)
        .where('artifact_use.release', '=', release)
        .where('artifact_use.dist', '=', dist)
        .orderBy('artifact.url')
        .orderBy('artifact.id')
        .limit(count)
        .execute();
    },
    async artifactById(projectId, id) {
      const found = newestFirst(ofProject(projectId).where('artifact.id', '=', id)).limit(1);
      return (await found.executeTakeFirst()) ?? null;
    },
    async listUploads(projectId, { after, count }) {
      const uploads = db
        .selectFrom('artifact_use')
        .innerJoin('artifact_bundle', 'artifact_bundle.id', 'artifact_use.bundleId')
        .select([
          'bundleId',
          'projectId',
          'release',
          'dist',
          'uploadedAtMs',
          'checksum',
          'fileCount',
          'debugIdCount',
          'mapCount',
          'bytes',
        ])
        .where('projectId', '=', projectId)
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(uploaded_at_ms, bundle_id) < (${after!.uploadedAtMs}, ${after!.bundleId})`),
        )
        .orderBy('uploadedAtMs', 'desc')
        .orderBy('bundleId', 'desc')
        .orderBy('release')
        .orderBy('dist')
        .limit(count);
      return (await uploads.execute()).map(({ checksum, ...upload }): Upload => ({
        ...upload,
        bundled: checksum !== null,
      }));
    },
    async releasesWithArtifacts(projectIds, releases) {
      const found = db
        .selectFrom('artifact_use')
        .select('release')
        .distinct()
        .where('projectId', 'in', numbers(projectIds))
        .where('release', 'in', texts(releases));
      return (await found.execute()).map(({ release }) => release).sort();
    },
    async newestUploadAtMs(projectId) {
      const newest = db
        .selectFrom('artifact_use')
        .select('uploadedAtMs as atMs')
        .where('projectId', '=', projectId)
        .orderBy('uploadedAtMs', 'desc')
        .limit(1);
      return (await newest.executeTakeFirst())?.atMs ?? null;
    },
    async bundleByChecksum(organizationId, checksum) {
      const bundle = db.selectFrom('artifact_bundle').select('id');
      return (await bundle.where((on) => on.and({ organizationId, checksum })).executeTakeFirst())?.id ?? null;
    },

    async storedChunks(organizationId, checksums) {
      return db
        .selectFrom('artifact_chunk')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('checksum', 'in', texts(checksums))
        .orderBy('checksum')
        .execute();
    },
    async chunkBytes(organizationId) {
      const { bytes } = await db
        .selectFrom('artifact_chunk')
        .select(sql<number>`coalesce(sum(bytes), 0)`.as('bytes'))
        .where('organizationId', '=', organizationId)
        .executeTakeFirstOrThrow();
      return bytes;
    },
    async chunksBefore(addedAtMs) {
      return db
        .selectFrom('artifact_chunk')
        .select(['organizationId', 'checksum'])
        .where('addedAtMs', '<', addedAtMs)
        .orderBy('organizationId')
        .orderBy('checksum')
        .execute();
    },

    async assembly(organizationId, checksum) {
      const row = await assemblies.where((on) => on.and({ organizationId, checksum })).executeTakeFirst();
      return row ? assemblyOf(row) : null;
    },
    async unfinishedAssemblies() {
      const rows = assemblies.where('problem', 'is', null).orderBy('startedAtMs').orderBy('checksum');
      return (await rows.execute()).map(assemblyOf);
    },
  };
}

/** Every file once for each release and dist it was uploaded for. */
function usedArtifacts(db: Db) {
  return db
    .selectFrom('artifact_use')
    .innerJoin('artifact', 'artifact.bundleId', 'artifact_use.bundleId')
    .selectAll('artifact')
    .select(['artifact_use.release', 'artifact_use.dist', 'artifact_use.uploadedAtMs']);
}

function newestFirst<DB, Tables extends keyof DB>(query: SelectQueryBuilder<DB, Tables, Artifact>) {
  return query
    .orderBy(sql`artifact_use.uploaded_at_ms`, 'desc')
    .orderBy(sql`artifact.id`, 'desc')
    .orderBy(sql`artifact_use.release`)
    .orderBy(sql`artifact_use.dist`);
}

function assemblyOf({ plan, ...assembly }: Selectable<Schema['artifact_assembly']>): Assembly {
  return { ...assembly, ...plan };
}
