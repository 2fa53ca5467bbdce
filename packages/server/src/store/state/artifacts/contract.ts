import type { DebugId, OrganizationId, ProjectId } from '@seismo/protocol';

/**
 * Source maps and the minified files they belong to, as tools upload them: in bundles (`sourcemaps upload`, the bundler
 * plugins) or file by file to a release (older tools). The bytes of a file are a blob; `readArtifact` in `#store/blobs`
 * reads them. Only the project of an upload can see it.
 */
export interface ArtifactReads {
  /** Files with any of these debug IDs, newest upload first. */
  artifactsByDebugIds(projectId: ProjectId, debugIds: DebugId[]): Promise<Artifact[]>;
  /** Files with exactly one of these URLs, of the release or of any, newest upload first; at most `count`. */
  artifactsByUrls(projectId: ProjectId, urls: string[], count: number, release?: string): Promise<Artifact[]>;
  /** Files of any dist of the release, newest upload first, then by URL; at most `count`. */
  artifactsOfRelease(projectId: ProjectId, release: string, count: number): Promise<Artifact[]>;
  /** Files of one upload by URL; at most `count`. */
  artifactsOfUpload(upload: UploadKey, count: number): Promise<Artifact[]>;
  artifactById(projectId: ProjectId, id: number): Promise<Artifact | null>;
  /** Newest first, at most `count`. */
  listUploads(
    projectId: ProjectId,
    page: { after: Pick<Upload, 'uploadedAtMs' | 'bundleId'> | null; count: number },
  ): Promise<Upload[]>;
  /** The given releases that have files. */
  releasesWithArtifacts(projectIds: ProjectId[], releases: string[]): Promise<string[]>;
  newestUploadAtMs(projectId: ProjectId): Promise<number | null>;
  bundleByChecksum(organizationId: OrganizationId, checksum: string): Promise<number | null>;

  /** The given chunks that are stored. */
  storedChunks(organizationId: OrganizationId, checksums: string[]): Promise<Chunk[]>;
  chunkBytes(organizationId: OrganizationId): Promise<number>;
  chunksBefore(addedAtMs: number): Promise<Pick<Chunk, 'organizationId' | 'checksum'>[]>;

  assembly(organizationId: OrganizationId, checksum: string): Promise<Assembly | null>;
  /** Unfinished assemblies, oldest first. */
  unfinishedAssemblies(): Promise<Assembly[]>;
}

export interface ArtifactWrites {
  /** Adds the whole bundle or nothing. Throws if the organization has a bundle with this checksum. */
  addBundle(bundle: NewBundle): Promise<number>;
  /** The bundle is there for these projects and releases too; where it was already, it counts as uploaded again. */
  useBundle(bundleId: number, uses: BundleUse[]): Promise<void>;
  /** Adds one file of a release, without a bundle. It replaces the release's file with the same URL. */
  putReleaseFile(file: NewReleaseFile): Promise<{ id: number; orphans: string[] }>;
  /**
   * Removes the upload from the project, with files that no other project or release uses. Returns the keys of
   * unreferenced blobs, which the caller deletes after the commit.
   */
  deleteUpload(upload: UploadKey): Promise<string[]>;
  /** Deletes a file that was uploaded alone, like `deleteUpload`. Files of a bundle are only deleted with it. */
  deleteReleaseFile(projectId: ProjectId, id: number): Promise<string[]>;

  /** Adding a chunk again makes it young again. */
  addChunk(chunk: Chunk): Promise<void>;
  removeChunks(organizationId: OrganizationId, checksums: string[]): Promise<void>;

  /** Replaces the assembly with the same checksum. */
  setAssembly(assembly: Assembly): Promise<void>;
  removeAssembly(organizationId: OrganizationId, checksum: string): Promise<void>;
}

export type ArtifactKind = 'minified-source' | 'source-map' | 'source' | 'other';

export interface Artifact {
  id: number;
  bundleId: number;
  organizationId: OrganizationId;
  kind: ArtifactKind;
  /** As uploaded: `~/static/app.js`, `app:///main.js`, `https://shop.example/app.js`. */
  url: string;
  debugId: DebugId | null;
  /** The file's reference to its map, resolved against its own URL; `''` if it has none or the map is inline. */
  mapUrl: string;
  /** The map of a minified file, if the same upload has it: by debug ID, else by `mapUrl`. */
  mapId: number | null;
  blobKey: string;
  /** Uncompressed. */
  bytes: number;
  /** `''`: uploaded without one, to be found by debug ID only. */
  release: string;
  dist: string;
  uploadedAtMs: number;
}

/** A file before it is stored. `map` is the position of its map in the same list. */
export interface ArtifactFacts extends Pick<Artifact, 'kind' | 'url' | 'debugId' | 'mapUrl' | 'blobKey' | 'bytes'> {
  map: number | null;
}

export interface BundleUse {
  projectId: ProjectId;
  release: string;
  dist: string;
  uploadedAtMs: number;
}

export interface NewBundle {
  organizationId: OrganizationId;
  /** SHA-1 of the bundle as uploaded, 40 hex digits. */
  checksum: string;
  files: ArtifactFacts[];
  uses: BundleUse[];
}

export interface NewReleaseFile {
  organizationId: OrganizationId;
  use: BundleUse;
  file: Omit<ArtifactFacts, 'map'>;
}

export interface UploadKey {
  bundleId: number;
  projectId: ProjectId;
  release: string;
  dist: string;
}

/** A bundle or single files of one project, release and dist. */
export interface Upload extends UploadKey {
  uploadedAtMs: number;
  /** Whether it was uploaded as a bundle or file by file. */
  bundled: boolean;
  fileCount: number;
  /** Files that have a debug ID. */
  debugIdCount: number;
  mapCount: number;
  bytes: number;
}

export interface Chunk {
  organizationId: OrganizationId;
  /** SHA-1, 40 hex digits. */
  checksum: string;
  bytes: number;
  addedAtMs: number;
}

/** A bundle that is being assembled from its chunks. It is stored, so that a restart continues it. */
export interface Assembly {
  organizationId: OrganizationId;
  checksum: string;
  chunks: string[];
  projectIds: ProjectId[];
  release: string;
  dist: string;
  startedAtMs: number;
  /** Why it failed; `null` while it is under way. */
  problem: string | null;
}
