import type { ArtifactView, UploadView } from '#query/source-maps/views.ts';
import type { ReleaseView } from '#query/releases/views.ts';
import type { Queries } from '#query/bind.ts';
import { healthShape } from './release-health.ts';
import { versionShape } from './release-version.ts';

export function releaseShape(release: ReleaseView) {
  const { version, projects, lastDeploy, lastCommit } = release;
  return {
    id: release.id,
    version,
    ...versionShape(version),
    status: release.status,
    dateCreated: iso(release.createdAtMs),
    dateStarted: iso(release.startedAtMs),
    dateReleased: iso(release.releasedAtMs),
    firstEvent: iso(release.firstSeenAtMs),
    lastEvent: iso(release.lastSeenAtMs),
    lastCommit: lastCommit && newestCommitShape(lastCommit),
    lastDeploy: lastDeploy && deployShape(lastDeploy),
    url: release.url || null,
    ref: release.ref || null,
    refs: release.refs,
    newGroups: release.newIssues,
    regressedGroups: release.regressedIssues,
    resolvedGroups: release.resolvedIssues,
    ...(release.health && { healthData: healthShape(release.health) }),
    commitCount: release.commitCount,
    deployCount: release.deployCount,
    authors: release.authors,
    projects: projects.map(({ id, slug, name, platform, newIssues, regressedIssues, resolvedIssues, health }) => ({
      id,
      slug,
      name,
      platform,
      platforms: [platform],
      newGroups: newIssues,
      regressedGroups: regressedIssues,
      resolvedGroups: resolvedIssues,
      ...(health && { hasHealthData: health.by === 'sessions', healthData: healthShape(health) }),
    })),
    data: {},
    owner: null,
  };
}

type Commit = Awaited<ReturnType<Queries['releaseCommits']>>[number];
type NewestCommit = NonNullable<ReleaseView['lastCommit']>;
type Deploy = NonNullable<ReleaseView['lastDeploy']>;

export function commitShape({ files, ...commit }: Commit) {
  return {
    ...newestCommitShape(commit),
    patchSet: files.map(({ path, change }) => ({ path, type: change[0]!.toUpperCase() })),
  };
}

function newestCommitShape({ id, message, authorName, authorEmail, atMs, repository }: NewestCommit) {
  return {
    id,
    message,
    dateCreated: iso(atMs),
    author: { name: authorName, email: authorEmail },
    repository: { name: repository },
  };
}

/** `dateFinished` is never null: the Rust CLI panics on it (protocol.md §7). */
export function deployShape({ id, environment, name, url, startedAtMs, finishedAtMs }: Deploy) {
  return {
    id: String(id),
    environment,
    name: name || null,
    url: url || null,
    dateStarted: iso(startedAtMs),
    dateFinished: new Date(finishedAtMs).toISOString(),
  };
}

export function fileShape({ id, url, dist, bytes, sha256, debugId, kind, mapUrl, uploadedAtMs }: ArtifactView) {
  return {
    id: String(id),
    name: url,
    dist: dist || null,
    size: bytes,
    sha1: sha256.slice(0, 40),
    headers: {
      'Content-Type': kind === 'source-map' ? 'application/json' : 'application/javascript',
      ...(debugId && { 'debug-id': debugId }),
      ...(mapUrl && { Sourcemap: mapUrl }),
    },
    dateCreated: iso(uploadedAtMs),
  };
}

/** An upload's ID includes the bundle, release and dist, because one bundle may be used for several releases. */
export function uploadShape({ bundleId, release, dist, uploadedAtMs, fileCount }: UploadView) {
  return {
    bundleId: uploadName({ bundleId, release, dist }),
    associations: release ? [{ release, dist: dist || null }] : [],
    date: iso(uploadedAtMs),
    dateModified: iso(uploadedAtMs),
    fileCount,
  };
}

type UploadName = Pick<UploadView, 'bundleId' | 'release' | 'dist'>;

function uploadName({ bundleId, release, dist }: UploadName): string {
  return Buffer.from(JSON.stringify([bundleId, release, dist])).toString('base64url');
}

export function readUploadName(name: string): UploadName | null {
  try {
    const [bundleId, release, dist] = JSON.parse(Buffer.from(name.slice(0, 2000), 'base64url').toString()) as unknown[];
    return Number.isSafeInteger(bundleId) && typeof release === 'string' && typeof dist === 'string'
      ? { bundleId: bundleId as number, release, dist }
      : null;
  } catch {
    return null;
  }
}

function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
