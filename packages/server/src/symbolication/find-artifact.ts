import { limits, type DebugId, type ProjectId, type UnmappedFrame } from '@seismo/protocol';
import type { Artifact } from '#store/state/contract.ts';
import { closestName, closestReleases } from './closest-name.ts';
import { uploadNames } from './file-url.ts';
import type { MapStores } from './stores.ts';

/** A file of an event's stack, with the data to find its map. */
export interface WantedFile {
  projectId: ProjectId;
  path: string;
  debugId: DebugId | null;
  release: string;
  dist: string;
}

export type Found = { by: 'debug-id' | 'release'; map: Artifact } | { by: 'inline'; script: Artifact };
export type MappingError = Omit<UnmappedFrame, 'state'>;
export type Finding = { found: Found } | { error: MappingError };

type State = MapStores['state'];

const OTHER_RELEASE_COUNT_MAX = 3;
const UPLOAD_COUNT_MAX = 200;

/**
 * Finds the map of a file: by its debug ID, else by release, dist and URL; last an inline map of the uploaded script.
 * Without a map, returns the reason.
 */
export async function findArtifact(state: State, file: WantedFile): Promise<Finding> {
  let error: MappingError | null = null;
  if (file.debugId) {
    const finding = await mapAmong(
      state,
      file,
      await state.artifactsByDebugIds(file.projectId, [file.debugId]),
      'debug-id',
    );
    if (finding && 'found' in finding) return finding;
    error = finding?.error ?? null;
  }
  const byUrl = file.release === '' ? [] : await ofRelease(state, file);
  const fitting = byUrl.filter(({ dist, debugId }) => dist === file.dist && fitsDebugId(file, debugId));
  const finding = await mapAmong(state, file, inOrder(file, fitting), 'release');
  if (finding && 'found' in finding) return finding;
  return { error: error ?? finding?.error ?? (await reasonOf(state, file, byUrl)) };
}

/** A file with a debug ID never matches one with another ID, even at the same URL. */
function fitsDebugId(file: WantedFile, debugId: DebugId | null): boolean {
  return file.debugId === null || debugId === null || debugId === file.debugId;
}

function ofRelease(state: State, file: WantedFile): Promise<Artifact[]> {
  const names = uploadNames(file.path);
  const withMaps = [...names, ...names.map((name) => `${name}.map`)];
  return state.artifactsByUrls(file.projectId, withMaps, limits.ARTIFACT_LIST_COUNT_MAX, file.release);
}

/** The full URL before `~`, the script before a map beside it; the newest of equals. */
function inOrder(file: WantedFile, artifacts: Artifact[]): Artifact[] {
  const names = uploadNames(file.path);
  const rank = ({ url }: Artifact) => {
    const at = names.indexOf(url);
    return at < 0 ? names.length : at;
  };
  return artifacts.toSorted((one, other) => rank(one) - rank(other));
}

async function mapAmong(
  state: State,
  file: WantedFile,
  artifacts: Artifact[],
  by: 'debug-id' | 'release',
): Promise<Finding | null> {
  const map = artifacts.find(({ kind }) => kind === 'source-map');
  if (map && by === 'debug-id') return { found: { by, map } };
  const scripts = artifacts.filter(({ kind }) => kind !== 'source-map');
  for (const { mapId } of scripts) {
    const its = mapId === null ? null : await state.artifactById(file.projectId, mapId);
    if (its) return { found: { by, map: its } };
  }
  if (map) return { found: { by, map } };
  const script = scripts.find(({ mapUrl }) => mapUrl === '');
  if (script) return { found: { by: 'inline', script } };
  const [mapless] = scripts;
  return mapless ? { error: noMapFor(mapless) } : null;
}

/** The script is uploaded without its map: at the location that the script names. */
export function noMapFor({ url, mapUrl }: Artifact): MappingError {
  return { why: 'no-map-for-source', detail: mapUrl === '' ? { artifact: url } : { artifact: url, expected: mapUrl } };
}

async function reasonOf(state: State, file: WantedFile, byUrl: Artifact[]): Promise<MappingError> {
  if (file.debugId) {
    const other = byUrl.find(({ debugId }) => debugId !== null);
    const detail = { debugId: file.debugId as string };
    return {
      why: 'no-artifact-with-debug-id',
      detail: other ? { ...detail, artifact: other.url, uploaded: other.debugId as string } : detail,
    };
  }
  const [first] = byUrl;
  if (first) {
    const dists = [...new Set(byUrl.map(({ dist }) => dist))];
    return { why: 'dist-differs', detail: { artifact: first.url, dist: file.dist, uploaded: dists } };
  }
  const { projectId, release } = file;
  const files =
    release === '' ? [] : await state.artifactsOfRelease(projectId, release, limits.MAP_CANDIDATE_COUNT_MAX);
  if (files.length > 0) return urlMismatch(file, files);
  const releases = (await uploadedReleases(state, file)).filter((name) => name !== '' && name !== release);
  if (releases.length === 0) return { why: 'no-debug-id', detail: {} };
  return {
    why: 'release-differs',
    detail: { release, uploaded: closestReleases(release, releases, OTHER_RELEASE_COUNT_MAX) },
  };
}

function urlMismatch(file: WantedFile, files: Artifact[]): MappingError {
  const names = uploadNames(file.path);
  const urls = files.filter(({ kind }) => kind !== 'source-map').map(({ url }) => url);
  const closest = closestName(names.at(-1)!, urls.length > 0 ? urls : files.map(({ url }) => url));
  const detail = { looked: names };
  return {
    why: 'url-mismatch',
    detail: closest ? { ...detail, closest: closest.name, differs: closest.differs } : detail,
  };
}

/** Releases that have this very file; if none has, those that were uploaded last. */
async function uploadedReleases(state: State, { projectId, path }: WantedFile): Promise<string[]> {
  const withFile = await state.artifactsByUrls(projectId, uploadNames(path), UPLOAD_COUNT_MAX);
  const named = withFile.map(({ release }) => release).filter((release) => release !== '');
  if (named.length > 0) return named;
  const uploads = await state.listUploads(projectId, { after: null, count: UPLOAD_COUNT_MAX });
  return uploads.map(({ release }) => release);
}
