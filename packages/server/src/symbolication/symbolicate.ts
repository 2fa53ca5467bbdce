import { limits, type DebugId, type EventPayload, type Frame, type ProjectId } from '@seismo/protocol';
import { ActionManifests, ActionNames } from './actions/name-actions.ts';
import { componentStackOf, type ComponentStack } from './component-stack.ts';
import { debugIdsOf, framesOf } from '#domain/events/frames-of-event.ts';
import { findArtifact, type MappingError, type Finding, type Found, type WantedFile } from './find-artifact.ts';
import { isForeign, isScript, lacksMap, pathOf } from './file-url.ts';
import { artifactOf, MapCache, type Loaded } from './map-cache.ts';
import { mapFrame } from './map-frame.ts';
import type { OriginalPosition, SourceMap } from './map/read-map.ts';
import { SourceCache, type Source } from './source-cache.ts';
import { StoreFailure } from '#store/store-failure.ts';
import type { MapStores } from './stores.ts';

/** Whether a frame is application code, given its current value. */
export type InAppRule = (frame: Frame, stated: boolean | undefined) => boolean;

export interface Symbolicator {
  /** For one batch: lookups are cached for its events, so an upload takes effect with the next batch. */
  forBatch(): BatchSymbolicator;
}

export interface BatchSymbolicator {
  /** Maps the frames of the event. Returns a promise only if it has to read. */
  symbolicate(event: EventPayload, projectId: ProjectId): void | Promise<void>;
  /** The same for the names of server actions. */
  nameActions(event: EventPayload, projectId: ProjectId): void | Promise<void>;
}

export function createSymbolicator(stores: MapStores, isInApp: InAppRule): Symbolicator {
  const maps = new MapCache(stores.blobs);
  const sources = new SourceCache();
  const manifests = new ActionManifests(stores.blobs);
  return { forBatch: () => new Batch(stores, maps, sources, new ActionNames(stores, manifests), isInApp) };
}

/** Frames of one file in an event, which share the map. */
interface FileOfEvent {
  wanted: WantedFile;
  map: MapOfFile | { error: MappingError } | null;
}

interface MapOfFile {
  map: SourceMap;
  /** Of its sources. */
  key: string;
  by: Found['by'];
  artifact: string;
}

class Batch implements BatchSymbolicator {
  readonly #stores: MapStores;
  readonly #maps: MapCache;
  readonly #sources: SourceCache;
  readonly #actions: ActionNames;
  readonly #isInApp: InAppRule;
  readonly #findings = new Map<string, Finding>();
  readonly #hasUploads = new Map<ProjectId, boolean>();

  constructor(stores: MapStores, maps: MapCache, sources: SourceCache, actions: ActionNames, isInApp: InAppRule) {
    this.#stores = stores;
    this.#maps = maps;
    this.#sources = sources;
    this.#actions = actions;
    this.#isInApp = isInApp;
  }

  symbolicate(event: EventPayload, projectId: ProjectId): void | Promise<void> {
    const stacks = stacksOf(event, projectId);
    if (stacks.files.size === 0) return;
    if (this.#atHand(stacks)) return this.#apply(event, stacks);
    return this.#bring(stacks, projectId).then(() => this.#apply(event, stacks));
  }

  nameActions(event: EventPayload, projectId: ProjectId): void | Promise<void> {
    return this.#actions.name(event, projectId);
  }

  /** Whether all that the event needs is in memory. */
  #atHand({ files, projectId }: Stacks): boolean {
    const hasUploads = this.#hasUploads.get(projectId);
    if (hasUploads === undefined) return false;
    const budget = new Budget();
    for (const file of files.values()) {
      const finding = hasUploads ? this.#findings.get(keyOf(file.wanted)) : errorWithoutUploads(file.wanted);
      if (!finding) return false;
      if ('error' in finding) file.map = finding;
      else if (!budget.covers(finding.found)) file.map = overBudget(finding.found);
      else {
        const loaded = this.#maps.peek(finding.found);
        if (!loaded) return false;
        file.map = mapOf(finding.found, loaded);
      }
    }
    return true;
  }

  async #bring({ files }: Stacks, projectId: ProjectId): Promise<void> {
    if (!this.#hasUploads.has(projectId)) {
      const newest = await answered(this.#stores.state.newestUploadAtMs(projectId));
      this.#hasUploads.set(projectId, newest !== null);
    }
    const hasUploads = this.#hasUploads.get(projectId)!;
    const budget = new Budget();
    for (const file of files.values()) {
      const finding = hasUploads ? await this.#find(file.wanted) : errorWithoutUploads(file.wanted);
      if ('error' in finding) file.map = finding;
      else if (!budget.covers(finding.found)) file.map = overBudget(finding.found);
      else file.map = mapOf(finding.found, await answered(this.#maps.load(finding.found)));
    }
  }

  async #find(wanted: WantedFile): Promise<Finding> {
    const key = keyOf(wanted);
    const known = this.#findings.get(key);
    if (known) return known;
    const finding = await answered(findArtifact(this.#stores.state, wanted));
    this.#findings.set(key, finding);
    return finding;
  }

  #apply(event: EventPayload, { lists, components, files }: Stacks): void {
    let framesLeft = limits.MAPPED_FRAME_COUNT_MAX;
    let sourcesLeft = limits.MAPPED_SOURCE_FRAME_COUNT_MAX;
    for (const frames of lists) {
      const positions = frames.map((frame) => {
        const file = files.get(pathOf(frame));
        return file?.map && framesLeft-- > 0 && isScript(frame, event) ? positionOf(frame, event, file.map) : null;
      });
      // From the throw outward, because the innermost source lines matter most.
      for (let i = frames.length - 1; i >= 0; i--) {
        const found = positions[i];
        if (!found) continue;
        const frame = frames[i]!;
        const source = this.#sourceOf(found);
        mapFrame(frame, { ...found, source, calledAs: positions[i - 1]?.position.name ?? null }, sourcesLeft-- > 0);
        frame.in_app = found.position.ignored ? false : this.#isInApp(frame, frame.in_app);
      }
    }
    for (const frame of components?.frames ?? []) {
      const { map = null } = files.get(pathOf(frame)) ?? {};
      const found = map && framesLeft-- > 0 ? positionOf(frame, event, map) : null;
      if (!found) continue;
      const built = frame.function!;
      mapFrame(frame, { ...found, source: this.#sourceOf(found), calledAs: null }, false);
      if (frame.function === 'module code') frame.function = built;
    }
    components?.write();
  }

  #sourceOf({ position: { content }, map, key }: FoundPosition): Source | undefined {
    return content ? this.#sources.get(`${key}:${content.from}`, () => map.text(content)) : undefined;
  }
}

interface FoundPosition extends MapOfFile {
  position: OriginalPosition;
}

function positionOf(frame: Frame, event: EventPayload, of: NonNullable<FileOfEvent['map']>): FoundPosition | null {
  if ('error' in of) {
    if (lacksMap(frame, event)) frame.map = { state: 'unmapped', ...of.error };
    return null;
  }
  if (frame.lineno === undefined || frame.colno === undefined) {
    frame.map = { state: 'unmapped', why: 'no-position', detail: {} };
    return null;
  }
  const position = of.map.find(frame.lineno - 1, frame.colno - 1);
  if (position && position.source !== '') return { ...of, position };
  frame.map = { state: 'unmapped', why: 'position-missing', detail: { artifact: of.artifact } };
  return null;
}

/** The bytes of maps that one event may use, whether they are cached or not. */
class Budget {
  #left = limits.MAPPED_EVENT_BYTES_MAX;

  covers(found: Found): boolean {
    this.#left -= artifactOf(found).bytes;
    return this.#left >= 0;
  }
}

interface Stacks {
  projectId: ProjectId;
  lists: Frame[][];
  components: ComponentStack | null;
  /** By path. */
  files: Map<string, FileOfEvent>;
}

function stacksOf(event: EventPayload, projectId: ProjectId): Stacks {
  const lists = framesOf(event);
  const components = componentStackOf(event);
  const { release = '', dist = '' } = event;
  const files: Stacks['files'] = new Map();
  let debugIds: Map<string, DebugId> | null = null;
  for (const frames of components ? [...lists, components.frames] : lists) {
    for (const frame of frames) {
      const path = pathOf(frame);
      if (files.has(path) || files.size >= limits.MAPPED_FILE_COUNT_MAX) continue;
      if (!isScript(frame, event) || isForeign(path)) continue;
      debugIds ??= debugIdsOf(event);
      const debugId = debugIds.get(path) ?? debugIds.get(frame.filename ?? '') ?? null;
      files.set(path, { wanted: { projectId, path, debugId, release, dist }, map: null });
    }
  }
  return { projectId, lists, components, files };
}

/** Equal files have equal results. */
function keyOf({ projectId, release, dist, debugId, path }: WantedFile): string {
  return [projectId, release, dist, debugId ?? '', path].join('\n');
}

function errorWithoutUploads({ debugId }: WantedFile): { error: MappingError } {
  return debugId
    ? { error: { why: 'no-artifact-with-debug-id', detail: { debugId } } }
    : { error: { why: 'no-debug-id', detail: {} } };
}

function mapOf(found: Found, loaded: Loaded): MapOfFile | { error: MappingError } {
  const { url: artifact } = artifactOf(found);
  if ('map' in loaded) return { ...loaded, by: found.by, artifact };
  return { error: { ...loaded.error, detail: { artifact, ...loaded.error.detail } } };
}

function overBudget(found: Found): { error: MappingError } {
  const { url } = artifactOf(found);
  const problem = 'the source maps of this event together exceed the limit';
  return {
    error: { why: 'map-too-large', detail: { artifact: url, problem, bytesMax: limits.MAPPED_EVENT_BYTES_MAX } },
  };
}

async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new StoreFailure(error);
  }
}
