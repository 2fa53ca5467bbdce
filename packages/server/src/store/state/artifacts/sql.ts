import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import { storableText } from '../storable-text.ts';
import type { StateEngine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import type { Artifact, ArtifactReads, Assembly, Upload } from './contract.ts';

export function artifactReads(db: Kysely<Schema>, engine: StateEngine): ArtifactReads {
  const texts = (values: readonly string[]) => engine.list(values, 'text') as never;
  const numbers = (values: readonly number[]) => engine.list(values, 'bigint') as never;
  const ofProject = (projectId: number) => usedArtifacts(db).where('artifact_use.project_id', '=', projectId as never);

  /**
   * With a sign before the project, so that SQLite begins with the few files of that name. Without figures of the tables
   * it would look through all that the project ever uploaded.
   */
  const named = (projectId: number) => usedArtifacts(db).where(sql<boolean>`+artifact_use.project_id = ${projectId}`);

  return {
    async artifactsByDebugIds(projectId, debugIds) {
      return newestFirst(named(projectId).where('debug_id', 'in', texts(debugIds))).execute();
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
        .orderBy('artifact_use.uploaded_at_ms', 'desc')
        .orderBy('artifact.url')
        .orderBy('artifact.id')
        .orderBy('artifact_use.dist')
        .limit(count)
        .execute();
    },
    async artifactsOfUpload({ bundleId, projectId, release, dist }, count) {
      return ofProject(projectId)
        .where('artifact_use.bundle_id', '=', bundleId)
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
        .innerJoin('artifact_bundle', 'artifact_bundle.id', 'artifact_use.bundle_id')
        .select([
          'bundle_id as bundleId',
          'project_id as projectId',
          'release',
          'dist',
          'uploaded_at_ms as uploadedAtMs',
          'checksum',
          'file_count as fileCount',
          'debug_id_count as debugIdCount',
          'map_count as mapCount',
          'bytes',
        ])
        .where('project_id', '=', projectId)
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(uploaded_at_ms, bundle_id) < (${after!.uploadedAtMs}, ${after!.bundleId})`),
        )
        .orderBy('uploaded_at_ms', 'desc')
        .orderBy('bundle_id', 'desc')
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
        .where('project_id', 'in', numbers(projectIds))
        .where('release', 'in', texts(releases));
      return (await found.execute()).map(({ release }) => release).sort();
    },
    async newestUploadAtMs(projectId) {
      const newest = db
        .selectFrom('artifact_use')
        .select('uploaded_at_ms as atMs')
        .where('project_id', '=', projectId)
        .orderBy('uploaded_at_ms', 'desc')
        .limit(1);
      return (await newest.executeTakeFirst())?.atMs ?? null;
    },
    async bundleByChecksum(organizationId, checksum) {
      const bundle = db
        .selectFrom('artifact_bundle')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('checksum', '=', checksum);
      return (await bundle.executeTakeFirst())?.id ?? null;
    },

    async chunksKept(organizationId, checksums) {
      return db
        .selectFrom('artifact_chunk')
        .select(['organization_id as organizationId', 'checksum', 'bytes', 'added_at_ms as addedAtMs'])
        .where('organization_id', '=', organizationId)
        .where('checksum', 'in', texts(checksums))
        .orderBy('checksum')
        .execute();
    },
    async chunkBytes(organizationId) {
      const { bytes } = await db
        .selectFrom('artifact_chunk')
        .select(sql<number>`coalesce(sum(bytes), 0)`.as('bytes'))
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow();
      return Number(bytes);
    },
    async chunksBefore(addedAtMs) {
      return db
        .selectFrom('artifact_chunk')
        .select(['organization_id as organizationId', 'checksum'])
        .where('added_at_ms', '<', addedAtMs)
        .orderBy('organization_id')
        .orderBy('checksum')
        .execute();
    },

    async assembly(organizationId, checksum) {
      const row = await assemblies(db)
        .where('organization_id', '=', organizationId)
        .where('checksum', '=', checksum)
        .executeTakeFirst();
      return row ? readAssembly(row) : null;
    },
    async assembliesUnderWay() {
      const rows = await assemblies(db)
        .where('problem', 'is', null)
        .orderBy('started_at_ms')
        .orderBy('checksum')
        .execute();
      return rows.map(readAssembly);
    },
  };
}

/** Every file once for each release and dist it was uploaded for. */
function usedArtifacts(db: Kysely<Schema>) {
  return db
    .selectFrom('artifact_use')
    .innerJoin('artifact', 'artifact.bundle_id', 'artifact_use.bundle_id')
    .select([
      'artifact.id',
      'artifact.bundle_id as bundleId',
      'artifact.organization_id as organizationId',
      'artifact.kind',
      'artifact.url',
      'artifact.debug_id as debugId',
      'artifact.map_url as mapUrl',
      'artifact.map_id as mapId',
      'artifact.blob_key as blobKey',
      'artifact.bytes',
      'artifact_use.release',
      'artifact_use.dist',
      'artifact_use.uploaded_at_ms as uploadedAtMs',
    ]);
}

function newestFirst<DB, Tables extends keyof DB>(query: SelectQueryBuilder<DB, Tables, Artifact>) {
  return query
    .orderBy(sql`artifact_use.uploaded_at_ms`, 'desc')
    .orderBy(sql`artifact.id`, 'desc')
    .orderBy(sql`artifact_use.release`)
    .orderBy(sql`artifact_use.dist`);
}

type Plan = Pick<Assembly, 'chunks' | 'projectIds' | 'release' | 'dist'>;

function assemblies(db: Kysely<Schema>) {
  return db
    .selectFrom('artifact_assembly')
    .select(['organization_id as organizationId', 'checksum', 'plan', 'started_at_ms as startedAtMs', 'problem']);
}

function readAssembly({ plan, ...rest }: Omit<Assembly, keyof Plan> & { plan: string }): Assembly {
  return { ...rest, ...(JSON.parse(plan) as Plan) };
}

export const keptPlan = ({ chunks, projectIds, release, dist }: Plan): string =>
  JSON.stringify({ chunks, projectIds, release: storableText(release), dist: storableText(dist) });
