import type { OrganizationId, ProjectId } from '@seismo/protocol';
import { keepable } from '../keepable.ts';
import { copy, demandNew } from '../engines/memory/rows.ts';
import type {
  Artifact,
  ArtifactFacts,
  ArtifactReads,
  ArtifactWrites,
  Assembly,
  BundleUse,
  Chunk,
  Upload,
  UploadKey,
} from './contract.ts';

export interface ArtifactData {
  bundles: { id: number; organizationId: OrganizationId; checksum: string | null }[];
  uses: (BundleUse & { bundleId: number })[];
  artifacts: Omit<Artifact, 'release' | 'dist' | 'uploadedAtMs'>[];
  chunks: Chunk[];
  assemblies: Assembly[];
  /** The numbers given last. */
  lastBundleId: number;
  lastArtifactId: number;
}

export function emptyArtifacts(): ArtifactData {
  return { bundles: [], uses: [], artifacts: [], chunks: [], assemblies: [], lastBundleId: 0, lastArtifactId: 0 };
}

export function artifactReads(current: () => ArtifactData): ArtifactReads {
  const used = (projectId: ProjectId): Artifact[] =>
    current()
      .uses.filter((use) => use.projectId === projectId)
      .flatMap(({ bundleId, release, dist, uploadedAtMs }) =>
        current()
          .artifacts.filter((file) => file.bundleId === bundleId)
          .map((file) => ({ ...copy(file), release, dist, uploadedAtMs })),
      );
  const newestFirst = (files: Artifact[]) =>
    files.sort(
      (one, other) => other.uploadedAtMs - one.uploadedAtMs || other.id - one.id || byReleaseAndDist(one, other),
    );
  const byUrl = (one: Artifact, other: Artifact) => byText(one.url, other.url) || one.id - other.id;

  return {
    artifactsByDebugIds: async (projectId, debugIds) =>
      newestFirst(used(projectId).filter(({ debugId }) => debugId !== null && debugIds.includes(debugId))),
    artifactsByUrls: async (projectId, urls, count, release) =>
      newestFirst(
        used(projectId).filter(
          (file) => urls.includes(file.url) && (release === undefined || file.release === release),
        ),
      ).slice(0, count),
    artifactsOfRelease: async (projectId, release, count) =>
      used(projectId)
        .filter((file) => file.release === release)
        .sort(
          (one, other) => other.uploadedAtMs - one.uploadedAtMs || byUrl(one, other) || byText(one.dist, other.dist),
        )
        .slice(0, count),
    artifactsOfUpload: async (upload, count) =>
      used(upload.projectId)
        .filter((file) => isOf(upload, { ...file, projectId: upload.projectId }))
        .sort(byUrl)
        .slice(0, count),
    artifactById: async (projectId, id) => newestFirst(used(projectId).filter((file) => file.id === id))[0] ?? null,
    listUploads: async (projectId, { after, count }) =>
      current()
        .uses.filter((use) => use.projectId === projectId)
        .map((use) => uploadOf(current(), use))
        .filter(
          (upload) =>
            after === null ||
            upload.uploadedAtMs < after.uploadedAtMs ||
            (upload.uploadedAtMs === after.uploadedAtMs && upload.bundleId < after.bundleId),
        )
        .sort(
          (one, other) =>
            other.uploadedAtMs - one.uploadedAtMs || other.bundleId - one.bundleId || byReleaseAndDist(one, other),
        )
        .slice(0, count),
    releasesWithArtifacts: async (projectIds, releases) =>
      [
        ...new Set(
          current()
            .uses.filter(({ projectId, release }) => projectIds.includes(projectId) && releases.includes(release))
            .map(({ release }) => release),
        ),
      ].sort(),
    newestUploadAtMs: async (projectId) =>
      current()
        .uses.filter((use) => use.projectId === projectId)
        .reduce<number | null>((newest, { uploadedAtMs }) => Math.max(newest ?? 0, uploadedAtMs), null),
    bundleByChecksum: async (organizationId, checksum) =>
      current().bundles.find((bundle) => bundle.organizationId === organizationId && bundle.checksum === checksum)
        ?.id ?? null,

    chunksKept: async (organizationId, checksums) =>
      copy(
        current()
          .chunks.filter((chunk) => chunk.organizationId === organizationId && checksums.includes(chunk.checksum))
          .sort((one, other) => byText(one.checksum, other.checksum)),
      ),
    chunkBytes: async (organizationId) =>
      current()
        .chunks.filter((chunk) => chunk.organizationId === organizationId)
        .reduce((sum, { bytes }) => sum + bytes, 0),
    chunksBefore: async (beforeMs) =>
      current()
        .chunks.filter(({ addedAtMs }) => addedAtMs < beforeMs)
        .map(({ organizationId, checksum }) => ({ organizationId, checksum }))
        .sort((one, other) => one.organizationId - other.organizationId || byText(one.checksum, other.checksum)),

    assembly: async (organizationId, checksum) =>
      copy(current().assemblies.find((each) => isNamed(each, organizationId, checksum)) ?? null),
    assembliesUnderWay: async () =>
      copy(
        current()
          .assemblies.filter(({ problem }) => problem === null)
          .sort((one, other) => one.startedAtMs - other.startedAtMs || byText(one.checksum, other.checksum)),
      ),
  };
}

export function artifactWrites(data: ArtifactData): ArtifactWrites {
  const addFile = (bundleId: number, organizationId: OrganizationId, file: Omit<ArtifactFacts, 'map'>): number => {
    const { kind, url, debugId, mapUrl, blobKey, bytes } = file;
    data.artifacts.push({
      id: ++data.lastArtifactId,
      bundleId,
      organizationId,
      kind,
      url: keepable(url),
      debugId,
      mapUrl: keepable(mapUrl),
      mapId: null,
      blobKey,
      bytes,
    });
    return data.lastArtifactId;
  };
  const useBundle = (bundleId: number, uses: BundleUse[]) => {
    if (uses.length > 0 && !data.bundles.some(({ id }) => id === bundleId)) throw new Error('There is no such bundle.');
    for (const { projectId, release, dist, uploadedAtMs } of uses) {
      const use = { bundleId, projectId, release: keepable(release), dist: keepable(dist), uploadedAtMs };
      data.uses = [...data.uses.filter((known) => !isOf(known, use)), use];
    }
  };
  const orphansOf = (keys: string[]) =>
    [...new Set(keys)].filter((key) => !data.artifacts.some(({ blobKey }) => blobKey === key)).sort();
  const linkMaps = (bundleId: number) => {
    const files = data.artifacts.filter((file) => file.bundleId === bundleId);
    for (const file of files.filter(({ kind }) => kind !== 'source-map')) {
      file.mapId = files.find(({ kind, url }) => kind === 'source-map' && url === file.mapUrl)?.id ?? null;
    }
  };
  const takeFiles = (isGone: (file: ArtifactData['artifacts'][number]) => boolean): string[] => {
    const gone = data.artifacts.filter(isGone);
    data.artifacts = data.artifacts.filter((file) => !isGone(file));
    return gone.map(({ blobKey }) => blobKey);
  };

  return {
    useBundle: async (bundleId, uses) => useBundle(bundleId, uses),

    async addBundle({ organizationId, checksum, files, uses }) {
      demandNew(!data.bundles.some((bundle) => isNamed(bundle, organizationId, checksum)), 'bundle');
      const id = ++data.lastBundleId;
      data.bundles.push({ id, organizationId, checksum });
      // Numbers as an engine gives them: what has no map first.
      const ids = new Map<number, number>();
      for (const withMap of [false, true]) {
        for (const [at, file] of files.entries()) {
          if ((file.map !== null) === withMap) ids.set(at, addFile(id, organizationId, file));
        }
      }
      for (const [at, { map }] of files.entries()) {
        if (map !== null) data.artifacts.find((file) => file.id === ids.get(at))!.mapId = ids.get(map) ?? null;
      }
      useBundle(id, uses);
      return id;
    },

    async putReleaseFile({ organizationId, use, file }) {
      const known = data.bundles.find(
        ({ id, checksum }) =>
          checksum === null &&
          data.uses.some((one) =>
            isOf(one, { ...use, bundleId: id, release: keepable(use.release), dist: keepable(use.dist) }),
          ),
      );
      const bundleId = known?.id ?? ++data.lastBundleId;
      if (!known) data.bundles.push({ id: bundleId, organizationId, checksum: null });
      const replaced = takeFiles((one) => one.bundleId === bundleId && one.url === keepable(file.url));
      const id = addFile(bundleId, organizationId, file);
      linkMaps(bundleId);
      useBundle(bundleId, [use]);
      return { id, orphans: orphansOf(replaced) };
    },

    async deleteUpload(upload) {
      if (!data.uses.some((use) => isOf(use, upload))) return [];
      data.uses = data.uses.filter((use) => !isOf(use, upload));
      if (data.uses.some(({ bundleId }) => bundleId === upload.bundleId)) return [];
      data.bundles = data.bundles.filter(({ id }) => id !== upload.bundleId);
      return orphansOf(takeFiles(({ bundleId }) => bundleId === upload.bundleId));
    },

    async deleteReleaseFile(projectId, id) {
      const file = data.artifacts.find((one) => one.id === id);
      const bundle = data.bundles.find((one) => one.id === file?.bundleId && one.checksum === null);
      if (!bundle || !data.uses.some((use) => use.bundleId === bundle.id && use.projectId === projectId)) return [];
      const gone = takeFiles((one) => one.id === id);
      linkMaps(bundle.id);
      if (!data.artifacts.some(({ bundleId }) => bundleId === bundle.id)) {
        data.uses = data.uses.filter(({ bundleId }) => bundleId !== bundle.id);
        data.bundles = data.bundles.filter((one) => one !== bundle);
      }
      return orphansOf(gone);
    },

    async addChunk(chunk) {
      const known = data.chunks.find((one) => isNamed(one, chunk.organizationId, chunk.checksum));
      if (known) known.addedAtMs = chunk.addedAtMs;
      else data.chunks.push(copy(chunk));
    },
    async removeChunks(organizationId, checksums) {
      data.chunks = data.chunks.filter(
        (chunk) => chunk.organizationId !== organizationId || !checksums.includes(chunk.checksum),
      );
    },

    async setAssembly(assembly) {
      const others = data.assemblies.filter((one) => !isNamed(one, assembly.organizationId, assembly.checksum));
      const { release, dist } = assembly;
      data.assemblies = [...others, { ...copy(assembly), release: keepable(release), dist: keepable(dist) }];
    },
    async removeAssembly(organizationId, checksum) {
      data.assemblies = data.assemblies.filter((one) => !isNamed(one, organizationId, checksum));
    },
  };
}

function uploadOf(data: ArtifactData, use: BundleUse & { bundleId: number }): Upload {
  const files = data.artifacts.filter(({ bundleId }) => bundleId === use.bundleId);
  return {
    ...copy(use),
    bundled: data.bundles.find(({ id }) => id === use.bundleId)!.checksum !== null,
    fileCount: files.length,
    debugIdCount: files.filter(({ debugId }) => debugId !== null).length,
    mapCount: files.filter(({ kind }) => kind === 'source-map').length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function isOf(one: UploadKey, other: UploadKey): boolean {
  return (['bundleId', 'projectId', 'release', 'dist'] as const).every((key) => one[key] === other[key]);
}

function isNamed(
  one: { organizationId: OrganizationId; checksum: string | null },
  organizationId: OrganizationId,
  checksum: string,
): boolean {
  return one.organizationId === organizationId && one.checksum === checksum;
}

function byReleaseAndDist(one: { release: string; dist: string }, other: { release: string; dist: string }): number {
  return byText(one.release, other.release) || byText(one.dist, other.dist);
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
