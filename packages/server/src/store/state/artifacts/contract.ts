import type { DebugId, OrganizationId, ProjectId } from '@seismo/protocol';

/**
 * Source maps and the minified files they belong to, as tools upload them: in bundles (`sourcemaps upload`, the bundler
 * plugins) or file by file to a release (older tools). A file's bytes are a blob, `readArtifact` in `#store/blobs` gives
 * them. What was uploaded for a project is seen by that project only.
 */
export interface ArtifactReads {
  /** Files with one of these debug ids, the one uploaded last first. */
  artifactsByDebugIds(projectId: ProjectId, debugIds: DebugId[]): Promise<Artifact[]>;
  /** Files with exactly one of these URLs, of the release or of any, the one uploaded last first; at most `count`. */
  artifactsByUrls(projectId: ProjectId, urls: string[], count: number, release?: string): Promise<Artifact[]>;
  /** Files of any dist of the release, the one uploaded last first, then by URL; at most `count`. */
  artifactsOfRelease(projectId: ProjectId, release: string, count: number): Promise<Artifact[]>;
  /** Files of one upload by URL; at most `count`. */
  artifactsOfUpload(upload: UploadKey, count: number): Promise<Artifact[]>;
  artifactById(projectId: ProjectId, id: number): Promise<Artifact | null>;
  /** The last one first, at most `count`. */
  listUploads(
    projectId: ProjectId,
    page: { after: Pick<Upload, 'uploadedAtMs' | 'bundleId'> | null; count: number },
  ): Promise<Upload[]>;
  /** The given releases that have files. */
  releasesWithArtifacts(projectIds: ProjectId[], releases: string[]): Promise<string[]>;
  newestUploadAtMs(projectId: ProjectId): Promise<number | null>;
  bundleByChecksum(organizationId: OrganizationId, checksum: string): Promise<number | null>;

  /** The given chunks that are stored. */
  chunksKept(organizationId: OrganizationId, checksums: string[]): Promise<Chunk[]>;
  chunkBytes(organizationId: OrganizationId): Promise<number>;
  chunksBefore(addedAtMs: number): Promise<Pick<Chunk, 'organizationId' | 'checksum'>[]>;

  assembly(organizationId: OrganizationId, checksum: string): Promise<Assembly | null>;
  /** Unfinished ones, the oldest first. */
  assembliesUnderWay(): Promise<Assembly[]>;
}

export interface ArtifactWrites {
  /** All of a bundle or nothing. Throws if the organization has one of this checksum. */
  addBundle(bundle: NewBundle): Promise<number>;
  /** The bundle is there for these projects and releases too; where it was already, it counts as uploaded again. */
  useBundle(bundleId: number, uses: BundleUse[]): Promise<void>;
  /** One file of a release, without a bundle; it takes the place of the release's file of the same URL. */
  putReleaseFile(file: NewReleaseFile): Promise<{ id: number; orphans: string[] }>;
  /**
   * Removes the upload from the project, with files that no other project or release uses. Returns the keys of
   * unreferenced blobs, which the caller deletes after the commit.
   */
  deleteUpload(upload: UploadKey): Promise<string[]>;
  /** Of a file that came alone; as `deleteUpload`. Files of a bundle stay as they are: the bundle is one thing. */
  deleteReleaseFile(projectId: ProjectId, id: number): Promise<string[]>;

  /** Adding a chunk again makes it young again. */
  addChunk(chunk: Chunk): Promise<void>;
  removeChunks(organizationId: OrganizationId, checksums: string[]): Promise<void>;

  /** Takes the place of one of the same checksum. */
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
  /** Where the file says that its map is, resolved against its own URL; `''` if it does not say, or holds it inside. */
  mapUrl: string;
  /** The map of a minified file, if the same upload has it: by debug id, else by `mapUrl`. */
  mapId: number | null;
  blobKey: string;
  /** Uncompressed. */
  bytes: number;
  /** `''`: uploaded without one, to be found by debug id only. */
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

/** A bundle, or the files that came one by one, as one project has it for one release and dist. */
export interface Upload extends UploadKey {
  uploadedAtMs: number;
  /** Whether it came as a bundle or file by file. */
  bundled: boolean;
  fileCount: number;
  /** Files that have a debug id. */
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

/** A bundle that is being put together from its chunks: kept, so that a restart takes it up again. */
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
