import { limits } from '@seismo/protocol';
import { readArtifact } from '#store/blobs/artifact-bytes.ts';
import type { Artifact } from '#store/state/contract.ts';
import { noMapFor, type MappingError, type Found } from './find-artifact.ts';
import { inlineMap } from './map/inline-map.ts';
import { readMap, type SourceMap } from './map/read-map.ts';
import type { MapStores } from './stores.ts';

/** `key` identifies the map for callers that cache parts of it. */
export type Loaded = { map: SourceMap; key: string } | { error: MappingError };

interface Entry {
  loaded: Loaded;
  bytes: number;
}

const ERROR_BYTES = 500;

/**
 * The last used maps in compact form. Unreadable ones are cached, too, because a blob never changes; missing ones are
 * not, because they may be uploaded later. The newest stays whatever its size, or each event would read it again.
 */
export class MapCache {
  readonly #blobs: MapStores['blobs'];
  readonly #entries = new Map<string, Entry>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(blobs: MapStores['blobs'], bytesMax = limits.MAP_CACHE_BYTES_MAX) {
    this.#blobs = blobs;
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The map if it is cached, so that the caller need not wait. */
  peek(found: Found): Loaded | null {
    const key = keyOf(found);
    const entry = this.#entries.get(key);
    if (!entry) return null;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.loaded;
  }

  async load(found: Found): Promise<Loaded> {
    const known = this.peek(found);
    if (known) return known;
    const artifact = artifactOf(found);
    if (artifact.bytes > limits.MAP_BYTES_MAX) return tooLarge(`${artifact.bytes} bytes`);
    const bytes = await readArtifact(this.#blobs, artifact);
    if (!bytes) return { error: { why: 'map-gone', detail: {} } };
    const loaded = read(found, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.#keep(keyOf(found), { loaded, bytes: 'map' in loaded ? loaded.map.bytes : ERROR_BYTES });
    return loaded;
  }

  #keep(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const [oldest, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#bytesMax || oldest === key) break;
      this.#entries.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}

export function artifactOf(found: Found): Artifact {
  return found.by === 'inline' ? found.script : found.map;
}

function keyOf(found: Found): string {
  return found.by === 'inline' ? `inline:${found.script.blobKey}` : found.map.blobKey;
}

function read(found: Found, bytes: Buffer): Loaded {
  const text = found.by === 'inline' ? inlineMap(bytes) : bytes;
  if (!text) return { error: noMapFor(artifactOf(found)) };
  const reading = readMap(text);
  if ('map' in reading) return { map: reading.map, key: keyOf(found) };
  if (reading.error === 'map-too-large') return tooLarge(reading.why);
  return { error: { why: 'map-malformed', detail: { problem: reading.why } } };
}

function tooLarge(problem: string): Loaded {
  return { error: { why: 'map-too-large', detail: { problem, bytesMax: limits.MAP_BYTES_MAX } } };
}
