import { sql } from 'kysely';
import type { OrganizationId } from '@seismo/protocol';
import { storableText } from '../storable-text.ts';
import type { StateEngine } from '../engine.ts';
import type { Db } from '../schema.ts';
import type { ArtifactFacts, ArtifactWrites, BundleUse } from './contract.ts';

export function artifactWrites(db: Db, engine: StateEngine): ArtifactWrites {
  const texts = <Text extends string>(values: readonly Text[]) => engine.list(values, 'text');

  async function useBundle(bundleId: number, uses: BundleUse[]): Promise<void> {
    const rows = uses.map((use) => ({ ...use, ...releaseNames(use), bundleId }));
    await engine.runMany(db, rows, (row) =>
      db
        .insertInto('artifact_use')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['bundleId', 'projectId', 'release', 'dist'])
            .doUpdateSet({ uploadedAtMs: sql`excluded.uploaded_at_ms` }),
        ),
    );
  }

  /** The keys among these of blobs that no file has. */
  async function orphansOf(blobKeys: string[]): Promise<string[]> {
    const kept = await db
      .selectFrom('artifact')
      .select('blobKey')
      .distinct()
      .where('blobKey', 'in', texts(blobKeys))
      .execute();
    const keys = new Set(blobKeys);
    for (const { blobKey } of kept) keys.delete(blobKey);
    return [...keys].sort();
  }

  /** Updates the counts of a changed bundle and the map of each file. */
  async function recount(bundleId: number): Promise<void> {
    const files = await db
      .selectFrom('artifact')
      .select(['id', 'kind', 'url', 'debugId', 'mapUrl', 'mapId', 'bytes'])
      .where('bundleId', '=', bundleId)
      .execute();
    const maps = files.filter(({ kind }) => kind === 'source-map');
    for (const file of files.filter(({ kind }) => kind !== 'source-map')) {
      const map = maps.find(({ url }) => url === file.mapUrl)?.id ?? null;
      if (map !== file.mapId) {
        await db.updateTable('artifact').set({ mapId: map }).where('id', '=', file.id).execute();
      }
    }
    await db.updateTable('artifact_bundle').set(countsOf(files)).where('id', '=', bundleId).execute();
  }

  return {
    useBundle,

    async addBundle({ organizationId, checksum, files, uses }) {
      const { id } = await db
        .insertInto('artifact_bundle')
        .values({ organizationId, checksum, ...countsOf(files) })
        .returning('id')
        .executeTakeFirstOrThrow();
      // Insert maps and other files without a reference first, so that a reference finds the ID of its map.
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
        .innerJoin('artifact_bundle', 'artifact_bundle.id', 'artifact_use.bundleId')
        .select('artifact_bundle.id')
        .where('checksum', 'is', null)
        .where((on) => on.and({ projectId: use.projectId, ...releaseNames(use) }))
        .executeTakeFirst();
      const bundle =
        known ??
        (await db
          .insertInto('artifact_bundle')
          .values({ organizationId, checksum: null, ...countsOf([]) })
          .returning('id')
          .executeTakeFirstOrThrow());
      const replaced = await db
        .deleteFrom('artifact')
        .where('bundleId', '=', bundle.id)
        .where('url', '=', storableText(file.url))
        .returning('blobKey')
        .execute();
      const { id } = await db
        .insertInto('artifact')
        .values(artifactRow(bundle.id, organizationId, file, null))
        .returning('id')
        .executeTakeFirstOrThrow();
      await recount(bundle.id);
      await useBundle(bundle.id, [use]);
      return { id, orphans: await orphansOf(replaced.map(({ blobKey }) => blobKey)) };
    },

    async deleteUpload({ bundleId, projectId, release, dist }) {
      const gone = await db
        .deleteFrom('artifact_use')
        .where((on) => on.and({ bundleId, projectId, release, dist }))
        .returning('bundleId')
        .executeTakeFirst();
      const used = await db
        .selectFrom('artifact_use')
        .select('bundleId')
        .where('bundleId', '=', bundleId)
        .limit(1)
        .executeTakeFirst();
      if (!gone || used) return [];
      const files = await db.deleteFrom('artifact').where('bundleId', '=', bundleId).returning('blobKey').execute();
      await db.deleteFrom('artifact_bundle').where('id', '=', bundleId).execute();
      return orphansOf(files.map(({ blobKey }) => blobKey));
    },

    async deleteReleaseFile(projectId, id) {
      const file = await db
        .selectFrom('artifact')
        .innerJoin('artifact_bundle', 'artifact_bundle.id', 'artifact.bundleId')
        .innerJoin('artifact_use', 'artifact_use.bundleId', 'artifact.bundleId')
        .select(['artifact.bundleId', 'artifact.blobKey'])
        .where('artifact.id', '=', id)
        .where('checksum', 'is', null)
        .where('projectId', '=', projectId)
        .executeTakeFirst();
      if (!file) return [];
      await db.deleteFrom('artifact').where('id', '=', id).execute();
      await recount(file.bundleId);
      const empty = await db
        .deleteFrom('artifact_use')
        .where('bundleId', '=', file.bundleId)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('artifact').select('id').where('bundleId', '=', file.bundleId))),
        )
        .returning('bundleId')
        .execute();
      if (empty.length > 0) await db.deleteFrom('artifact_bundle').where('id', '=', file.bundleId).execute();
      return orphansOf([file.blobKey]);
    },

    async addChunk(chunk) {
      const { addedAtMs } = chunk;
      await db
        .insertInto('artifact_chunk')
        .values(chunk)
        .onConflict((conflict) => conflict.columns(['organizationId', 'checksum']).doUpdateSet({ addedAtMs }))
        .execute();
    },

    async removeChunks(organizationId, checksums) {
      await db
        .deleteFrom('artifact_chunk')
        .where('organizationId', '=', organizationId)
        .where('checksum', 'in', texts(checksums))
        .execute();
    },

    async setAssembly({ chunks, projectIds, release, dist, ...assembly }) {
      const plan = { chunks, projectIds, ...releaseNames({ release, dist }) };
      const row = { ...assembly, plan: JSON.stringify(plan) };
      await db
        .insertInto('artifact_assembly')
        .values(row)
        .onConflict((conflict) => conflict.columns(['organizationId', 'checksum']).doUpdateSet(row))
        .execute();
    },

    async removeAssembly(organizationId, checksum) {
      const assembly = db.deleteFrom('artifact_assembly');
      await assembly.where((on) => on.and({ organizationId, checksum })).execute();
    },
  };
}

/** What a bundle is known to contain. */
function countsOf(files: readonly Pick<ArtifactFacts, 'kind' | 'debugId' | 'bytes'>[]) {
  return {
    fileCount: files.length,
    debugIdCount: files.filter(({ debugId }) => debugId !== null).length,
    mapCount: files.filter(({ kind }) => kind === 'source-map').length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

const releaseNames = ({ release, dist }: { release: string; dist: string }) => ({
  release: storableText(release),
  dist: storableText(dist),
});

function artifactRow(bundleId: number, organizationId: OrganizationId, file: ReleaseFile, mapId: number | null) {
  const { kind, url, debugId, mapUrl, blobKey, bytes } = file;
  const texts = { url: storableText(url), mapUrl: storableText(mapUrl) };
  return { bundleId, organizationId, kind, debugId, mapId, blobKey, bytes, ...texts };
}

type ReleaseFile = Omit<ArtifactFacts, 'map'>;
