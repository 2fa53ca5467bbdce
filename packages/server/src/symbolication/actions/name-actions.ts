import { limits, type EventPayload, type Json, type ProjectId } from '@seismo/protocol';
import { readArtifact } from '#store/blobs/artifact-bytes.ts';
import type { Artifact } from '#store/state/contract.ts';
import { StoreFailure } from '#store/store-failure.ts';
import type { MapStores } from '../stores.ts';
import { ACTIONS_URL, isActionId, readActionManifest, type ActionName } from './manifest.ts';

type ActionStores = { state: Pick<MapStores['state'], 'artifactsByUrls'>; blobs: MapStores['blobs'] };
type Names = ReadonlyMap<string, ActionName>;

/** The last manifests; a blob never changes. */
export class ActionManifests {
  readonly #blobs: ActionStores['blobs'];
  readonly #read = new Map<string, Names>();

  constructor(blobs: ActionStores['blobs']) {
    this.#blobs = blobs;
  }

  async names(artifact: Artifact): Promise<Names> {
    const known = this.#read.get(artifact.blobKey);
    if (known) return known;
    if (artifact.bytes > limits.ACTION_MANIFEST_BYTES_MAX) return new Map();
    const bytes = await readArtifact(this.#blobs, artifact);
    const names = bytes ? readActionManifest(bytes) : new Map<string, ActionName>();
    this.#read.set(artifact.blobKey, names);
    const [oldest] = this.#read.keys();
    if (oldest !== undefined && this.#read.size > limits.ACTION_MANIFEST_COUNT_MAX) this.#read.delete(oldest);
    return names;
  }
}

/**
 * Names the server actions of events: the one that failed, and those in breadcrumbs. An ID is a hash of file and
 * export, so any build's list may have it; those of the event's release come first, then the newest.
 */
export class ActionNames {
  readonly #stores: ActionStores;
  readonly #manifests: ActionManifests;
  readonly #uploads = new Map<ProjectId, Promise<Artifact[]>>();

  constructor(stores: ActionStores, manifests = new ActionManifests(stores.blobs)) {
    this.#stores = stores;
    this.#manifests = manifests;
  }

  /** Answers a promise only if there is an action without a name. */
  name(event: EventPayload, projectId: ProjectId): void | Promise<void> {
    const nameless = unnamedActionsOf(event);
    if (nameless.size > 0) return this.#find(event, projectId, nameless);
  }

  async #find(event: EventPayload, projectId: ProjectId, nameless: ReadonlyMap<string, Naming[]>): Promise<void> {
    try {
      const left = new Map(nameless);
      for (const artifact of inOrder(event, await this.#uploadsOf(projectId))) {
        if (left.size === 0) break;
        const names = await this.#manifests.names(artifact);
        for (const [id, setters] of left) {
          const found = names.get(id);
          if (!found) continue;
          for (const take of setters) take(found);
          left.delete(id);
        }
      }
    } catch (error) {
      throw new StoreFailure(error);
    }
  }

  #uploadsOf(projectId: ProjectId): Promise<Artifact[]> {
    let uploads = this.#uploads.get(projectId);
    if (!uploads) {
      uploads = this.#stores.state.artifactsByUrls(projectId, [ACTIONS_URL], limits.ACTION_MANIFEST_COUNT_MAX);
      this.#uploads.set(projectId, uploads);
    }
    return uploads;
  }
}

type Naming = (action: ActionName) => void;

function inOrder({ release = '' }: EventPayload, uploads: Artifact[]): Artifact[] {
  return uploads.toSorted((one, other) => Number(other.release === release) - Number(one.release === release));
}

/** IDs without a name, each with a function to set it. */
function unnamedActionsOf({ contexts, tags, breadcrumbs }: EventPayload): Map<string, Naming[]> {
  const found = new Map<string, Naming[]>();
  const want = (id: Json | undefined, take: Naming): void => {
    if (!isActionId(id)) return;
    const setters = found.get(id);
    if (setters) setters.push(take);
    else found.set(id, [take]);
  };
  const next = contexts['nextjs'];
  if (next && next['action_name'] === undefined) {
    want(next['action_id'], ({ name, file }) => {
      Object.assign(next, { action_name: name, ...(file !== '' && { action_file: file }) });
      if (tags['action'] === next['action_id']) tags['action'] = name.slice(0, limits.TAG_VALUE_CHARS_MAX);
    });
  }
  for (const { data } of breadcrumbs?.values ?? []) {
    if (!data || data['http.action_name'] !== undefined) continue;
    want(data['http.action_id'] ?? data['next-action'], ({ name }) => {
      data['http.action_name'] = name;
    });
  }
  return found;
}
