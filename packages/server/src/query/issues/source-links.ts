import {
  decodedPath,
  limits,
  type EventPayload,
  type Frame,
  type OrganizationId,
  type ProjectId,
} from '@seismo/protocol';
import { barePath } from '#domain/ownership/bare-path.ts';
import { defaultSource, readDocument, type SourceMapping } from '#domain/configuration/documents.ts';
import { decodeBody } from '#store/bodies/body.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed, projectsNamed } from '../projects/projects.ts';
import type { SavedRepository, SourcePreview } from './views.ts';
import { readsReleases, type Viewer } from '#domain/permissions/viewer.ts';

/** URLs of files on source code hosts. Paths are from clients: each part is encoded, and none leads upward. */

interface SourceLocation {
  projectId: ProjectId;
  organizationId: OrganizationId;
}

/** Addresses of the lines of an event's own frames, by `locationOf` of the frame. */
export async function frameLinks(
  { state }: Pick<QueryDeps, 'state'>,
  place: SourceLocation,
  event: EventPayload,
): Promise<Record<string, string>> {
  const { mappings } = await sourceSettings(state, place.projectId);
  if (mappings.length === 0) return {};
  const revisionOf = await revisionsOf(state, place, event.release ?? '');
  const links: Record<string, string> = {};
  for (const frame of framesOf(event)) {
    const link = linkOf(frame, mappings, revisionOf);
    if (link) links[pathOf(frame)] = link;
  }
  return links;
}

/** The page of a commit of these projects; `null` if the repository's URL is not configured. */
export async function commitLinks(
  { state }: Pick<QueryDeps, 'state'>,
  projectIds: readonly ProjectId[],
): Promise<(commit: string, repository: string) => string | null> {
  const documents = (await state.configurations(projectIds)).filter(({ name }) => name === 'source');
  return (commit, repository) => {
    for (const { document } of documents) {
      const { mappings } = readDocument(document, defaultSource);
      const mapping =
        mappings.find((each) => isOf(each, repository)) ?? (mappings.length === 1 ? mappings[0] : undefined);
      if (mapping) return `${mapping.repository}/${commitPaths[mapping.host]}/${encodeURIComponent(commit)}`;
    }
    return null;
  };
}

/** The mapping results of files in the project's newest events. */
export async function previewSourceLinks(deps: QueryDeps, viewer: Viewer, slug: string): Promise<SourcePreview[]> {
  const { id: projectId, organizationId } = await projectNamed(deps, viewer, 'event:read', slug);
  const { mappings } = await sourceSettings(deps.state, projectId);
  const rows = await deps.telemetry.query('newestBodies', { projectId, count: PREVIEW_EVENT_COUNT });
  const found = new Map<string, SourcePreview>();
  for (const { body } of rows) {
    const { event } = await decodeBody(body);
    const revisionOf = await revisionsOf(deps.state, { projectId, organizationId }, event.release ?? '');
    for (const frame of framesOf(event)) {
      const path = decodedPath(frame.filename ?? frame.abs_path ?? '');
      if (path === '' || found.has(path)) continue;
      found.set(path, { path, line: frame.lineno ?? null, link: linkOf(frame, mappings, revisionOf) });
      if (found.size === PREVIEW_PATH_COUNT) return [...found.values()];
    }
  }
  return [...found.values()];
}

const PREVIEW_EVENT_COUNT = 20;
const PREVIEW_PATH_COUNT = 20;

/** How a frame is found again among the links of its event. */
function pathOf({ filename, abs_path: path, lineno }: Frame): string {
  return `${filename ?? path ?? ''}:${lineno ?? ''}`;
}

/** The first mapping that the frame's path fits. Frames of libraries are in no repository of ours. */
export function linkOf(
  frame: Frame,
  mappings: readonly SourceMapping[],
  revisionOf: (mapping: SourceMapping) => string,
): string | null {
  if (frame.in_app === false) return null;
  for (const mapping of mappings) {
    const path = pathIn(mapping, frame);
    if (path === null) continue;
    const { repository, host } = mapping;
    const line = frame.lineno === undefined ? '' : `${lineAnchors[host]}${frame.lineno}`;
    return `${repository}/${filePaths[host]}/${encoded(revisionOf(mapping))}/${encoded(path)}${line}`;
  }
  return null;
}

const filePaths = { github: 'blob', gitlab: '-/blob', bitbucket: 'src' };
const commitPaths = { github: 'commit', gitlab: '-/commit', bitbucket: 'commits' };
const lineAnchors = { github: '#L', gitlab: '#L', bitbucket: '#lines-' };

function pathIn(
  { stackRoot, sourceRoot }: SourceMapping,
  { filename = '', abs_path: absolute = '' }: Frame,
): string | null {
  for (const name of [decodedPath(filename), withoutScheme(filename), decodedPath(absolute), withoutScheme(absolute)]) {
    // webpack adds a hash to files with the same name: `./src/a.ts?8f3c`.
    const path = name.replace(/\?[\w-]*$/, '');
    if (path === '' || path.length > limits.PATTERN_CHARS_MAX * 4 || !path.startsWith(stackRoot)) continue;
    const rest = path.slice(stackRoot.length);
    // Without a prefix, only relative paths can be paths of the repository.
    if (stackRoot === '' && /^(?:\/|[a-z][a-z0-9+.-]*:|<)/i.test(rest)) continue;
    const inside = `${sourceRoot}${rest}`.replace(/^(?:\.?\/)+/, '');
    const parts = inside.split('/');
    if (inside === '' || parts.includes('..') || parts.includes('node_modules')) continue;
    return inside;
  }
  return null;
}

/** `webpack:///./src/a.ts` is a path. A web address or an absolute path has no known project root. */
function withoutScheme(name: string): string {
  return /^(?:https?:|\/)/i.test(name) ? '' : barePath(name);
}

function encoded(path: string): string {
  return path
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/');
}

/** Repositories of the projects that the viewer may see, each once. */
export async function repositories(deps: Pick<QueryDeps, 'state'>, viewer: Viewer): Promise<SavedRepository[]> {
  const projects = await projectsNamed(deps, viewer, readsReleases, []);
  const found = new Map<string, SavedRepository>();
  for (const { id } of projects) {
    const { mappings, savedAtMs } = await sourceSettings(deps.state, id);
    for (const { repository, host } of mappings) {
      const known = found.get(repository);
      found.set(repository, { repository, host, savedAtMs: Math.min(savedAtMs, known?.savedAtMs ?? savedAtMs) });
    }
  }
  return [...found.values()].toSorted((one, other) => one.repository.localeCompare(other.repository));
}

async function sourceSettings(
  state: QueryDeps['state'],
  projectId: ProjectId,
): Promise<{ mappings: SourceMapping[]; savedAtMs: number }> {
  const [newest] = await state.configurationHistory(projectId, 'source', 1);
  return { mappings: readDocument(newest?.document, defaultSource).mappings, savedAtMs: newest?.atMs ?? 0 };
}

/** The commit of the release, if a tool reported it, else the branch. */
async function revisionsOf(
  state: QueryDeps['state'],
  { organizationId }: SourceLocation,
  version: string,
): Promise<(mapping: SourceMapping) => string> {
  const release = version === '' ? null : await state.releaseRecord(organizationId, version);
  const newest = release && release.commitCount > 0 ? await state.newestCommits([release.id]) : [];
  const known = [
    ...newest.map(({ id, repository }) => ({ commit: id, repository })),
    ...(release?.refs ?? []).map(({ commit, repository }) => ({ commit, repository })),
  ];
  return (mapping) => known.find(({ repository }) => isOf(mapping, repository))?.commit ?? (mapping.branch || 'HEAD');
}

/** Tools name a repository `acme/shop`, or not at all. */
function isOf({ repository }: SourceMapping, name: string): boolean {
  const path = URL.parse(repository)?.pathname.toLowerCase() ?? '';
  return name === '' || path.endsWith(`/${name.toLowerCase().replace(/\.git$/, '')}`);
}

function framesOf({ exception, threads, stacktrace }: EventPayload): Frame[] {
  const stacks = [...(exception?.values ?? []), ...(threads?.values ?? []), { stacktrace }];
  return stacks.flatMap((each) => each.stacktrace?.frames ?? []);
}
