import { sql, type Kysely } from 'kysely';
import type { OrganizationId } from '@seismo/protocol';
import { storableText } from '../storable-text.ts';
import type { StateEngine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import type { ArtifactFacts, ArtifactWrites, BundleUse } from './contract.ts';
import { keptPlan } from './sql.ts';

export function artifactWrites(db: Kysely<Schema>, engine: StateEngine): ArtifactWrites {
  const texts = (values: readonly string[]) => engine.list(values, 'text') as never;

  async function useBundle(bundleId: number, uses: BundleUse[]): Promise<void> {
    const rows = uses.map((use) => ({
      bundle_id: bundleId,
      project_id: use.projectId,
      release: storableText(use.release),
      dist: storableText(use.dist),
      uploaded_at_ms: use.uploadedAtMs,
    }));
    await engine.runMany(db, rows, (row) =>
      db
        .insertInto('artifact_use')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['bundle_id', 'project_id', 'release', 'dist'])
            .doUpdateSet({ uploaded_at_ms: sql`excluded.uploaded_at_ms` }),
        ),
    );
  }

  /** The keys among these of blobs that no file has. */
  async function orphansOf(blobKeys: string[]): Promise<string[]> {
    const kept = await db
      .selectFrom('artifact')
      .select('blob_key')
      .distinct()
      .where('blob_key', 'in', texts(blobKeys))
      .execute();
    const keys = new Set(blobKeys);
    for (const { blob_key } of kept) keys.delete(blob_key);
    return [...keys].sort();
  }

  /** Updates the counts of a changed bundle and the map of each file. */
  async function recount(bundleId: number): Promise<void> {
    const files = await db
      .selectFrom('artifact')
      .select(['id', 'kind', 'url', 'debug_id', 'map_url', 'map_id', 'bytes'])
      .where('bundle_id', '=', bundleId)
      .execute();
    const maps = files.filter(({ kind }) => kind === 'source-map');
    for (const file of files.filter(({ kind }) => kind !== 'source-map')) {
      const map = maps.find(({ url }) => url === file.map_url)?.id ?? null;
      if (map !== file.map_id) {
        await db.updateTable('artifact').set({ map_id: map }).where('id', '=', file.id).execute();
      }
    }
    await db
      .updateTable('artifact_bundle')
      .set({
        file_count: files.length,
        debug_id_count: files.filter(({ debug_id }) => debug_id !== null).length,
        map_count: maps.length,
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      })
      .where('id', '=', bundleId)
      .execute();
  }

  return {
    useBundle,

    async addBundle({ organizationId, checksum, files, uses }) {
      const { id } = await db
        .insertInto('artifact_bundle')
        .values({
          organization_id: organizationId,
          checksum,
          file_count: files.length,
          debug_id_count: files.filter(({ debugId }) => debugId !== null).length,
          map_count: files.filter(({ kind }) => kind === 'source-map').length,
          bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      // Insert maps and other files without a reference first, so that a reference finds the id of its map.
      const ids = new Map<number, number>();
      for (const withMap of [false, true]) {
        const positions = [...files.keys()].filter((at) => (files[at]!.map !== null) === withMap);
        const rows = positions.map((at) => {
          const { map } = files[at]!;
          return artifactRow(id, organizationId, files[at]!, map === null ? null : (ids.get(map) ?? null));
        });
        const made = await engine.runMany(db, rows, (row) => db.insertInto('artifact').values(row).returning('id'));
        for (const [index, at] of positions.entries()) ids.set(at, made[index]![0]!.id);
      }
      await useBundle(id, uses);
      return id;
    },

    async putReleaseFile({ organizationId, use, file }) {
      const known = await db
        .selectFrom('artifact_use')
        .innerJoin('artifact_bundle', 'artifact_bundle.id', 'artifact_use.bundle_id')
        .select('artifact_bundle.id')
        .where('checksum', 'is', null)
        .where('project_id', '=', use.projectId)
        .where('release', '=', storableText(use.release))
        .where('dist', '=', storableText(use.dist))
        .executeTakeFirst();
      const bundle =
        known ??
        (await db
          .insertInto('artifact_bundle')
          .values({
            organization_id: organizationId,
            checksum: null,
            file_count: 0,
            debug_id_count: 0,
            map_count: 0,
            bytes: 0,
          })
          .returning('id')
          .executeTakeFirstOrThrow());
      const replaced = await db
        .deleteFrom('artifact')
        .where('bundle_id', '=', bundle.id)
        .where('url', '=', storableText(file.url))
        .returning('blob_key')
        .execute();
      const { id } = await db
        .insertInto('artifact')
        .values(artifactRow(bundle.id, organizationId, file, null))
        .returning('id')
        .executeTakeFirstOrThrow();
      await recount(bundle.id);
      await useBundle(bundle.id, [use]);
      return { id, orphans: await orphansOf(replaced.map(({ blob_key }) => blob_key)) };
    },

    async deleteUpload({ bundleId, projectId, release, dist }) {
      const gone = await db
        .deleteFrom('artifact_use')
        .where('bundle_id', '=', bundleId)
        .where('project_id', '=', projectId)
        .where('release', '=', release)
        .where('dist', '=', dist)
        .returning('bundle_id')
        .executeTakeFirst();
      const used = await db
        .selectFrom('artifact_use')
        .select('bundle_id')
        .where('bundle_id', '=', bundleId)
        .limit(1)
        .executeTakeFirst();
      if (!gone || used) return [];
      const files = await db.deleteFrom('artifact').where('bundle_id', '=', bundleId).returning('blob_key').execute();
      await db.deleteFrom('artifact_bundle').where('id', '=', bundleId).execute();
      return orphansOf(files.map(({ blob_key }) => blob_key));
    },

    async deleteReleaseFile(projectId, id) {
      const file = await db
        .selectFrom('artifact')
        .innerJoin('artifact_bundle', 'artifact_bundle.id', 'artifact.bundle_id')
        .innerJoin('artifact_use', 'artifact_use.bundle_id', 'artifact.bundle_id')
        .select(['artifact.bundle_id', 'artifact.blob_key'])
        .where('artifact.id', '=', id)
        .where('checksum', 'is', null)
        .where('project_id', '=', projectId)
        .executeTakeFirst();
      if (!file) return [];
      await db.deleteFrom('artifact').where('id', '=', id).execute();
      await recount(file.bundle_id);
      const empty = await db
        .deleteFrom('artifact_use')
        .where('bundle_id', '=', file.bundle_id)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('artifact').select('id').where('bundle_id', '=', file.bundle_id))),
        )
        .returning('bundle_id')
        .execute();
      if (empty.length > 0) await db.deleteFrom('artifact_bundle').where('id', '=', file.bundle_id).execute();
      return orphansOf([file.blob_key]);
    },

    async addChunk({ organizationId, checksum, bytes, addedAtMs }) {
      await db
        .insertInto('artifact_chunk')
        .values({ organization_id: organizationId, checksum, bytes, added_at_ms: addedAtMs })
        .onConflict((conflict) =>
          conflict.columns(['organization_id', 'checksum']).doUpdateSet({ added_at_ms: addedAtMs }),
        )
        .execute();
    },

    async removeChunks(organizationId, checksums) {
      await db
        .deleteFrom('artifact_chunk')
        .where('organization_id', '=', organizationId)
        .where('checksum', 'in', texts(checksums))
        .execute();
    },

    async setAssembly(assembly) {
      const row = { plan: keptPlan(assembly), started_at_ms: assembly.startedAtMs, problem: assembly.problem };
      await db
        .insertInto('artifact_assembly')
        .values({ organization_id: assembly.organizationId, checksum: assembly.checksum, ...row })
        .onConflict((conflict) => conflict.columns(['organization_id', 'checksum']).doUpdateSet(row))
        .execute();
    },

    async removeAssembly(organizationId, checksum) {
      await db
        .deleteFrom('artifact_assembly')
        .where('organization_id', '=', organizationId)
        .where('checksum', '=', checksum)
        .execute();
    },
  };
}

function artifactRow(
  bundleId: number,
  organizationId: OrganizationId,
  file: Omit<ArtifactFacts, 'map'>,
  mapId: number | null,
) {
  return {
    bundle_id: bundleId,
    organization_id: organizationId,
    kind: file.kind,
    url: storableText(file.url),
    debug_id: file.debugId,
    map_url: storableText(file.mapUrl),
    map_id: mapId,
    blob_key: file.blobKey,
    bytes: file.bytes,
  };
}
