import { limits, type DebugId } from '@seismo/protocol';
import type { ArtifactFacts, ArtifactKind } from '#store/state/contract.ts';
import { mapUrlOf } from './map-url.ts';
import { readFileReferences } from './file-references.ts';

export type Described = Omit<ArtifactFacts, 'map' | 'blobKey'>;

/** The description of a file for the store: from its tool, else from the file itself. */
export function describeFile(
  declared: { kind: ArtifactKind; url: string; debugId: DebugId | null; mapReference: string },
  bytes: Uint8Array,
): Described {
  const own = readFileReferences(declared.kind, bytes);
  const mapUrl =
    declared.kind === 'source-map'
      ? ''
      : mapUrlOf(declared.url, declared.mapReference === '' ? own.mapReference : declared.mapReference);
  return {
    kind: declared.kind,
    url: declared.url,
    debugId: declared.debugId ?? own.debugId,
    mapUrl: mapUrl.length > limits.ARTIFACT_URL_CHARS_MAX ? '' : mapUrl,
    bytes: bytes.byteLength,
  };
}

/**
 * Finds each file's map among the files of its upload: by debug ID, else by reference, else by name. The name alone is
 * not enough, because Next's maps have other names than their chunks.
 */
export function linkMaps<File extends Omit<ArtifactFacts, 'map'>>(
  files: readonly File[],
): (File & { map: number | null })[] {
  const byDebugId = new Map<string, number>();
  const byUrl = new Map<string, number>();
  for (const [at, { kind, url, debugId }] of files.entries()) {
    if (kind !== 'source-map') continue;
    byUrl.set(url, at);
    if (debugId !== null) byDebugId.set(debugId, at);
  }
  return files.map((file) => {
    if (file.kind === 'source-map') return { ...file, map: null };
    const map = (file.debugId && byDebugId.get(file.debugId)) ?? byUrl.get(file.mapUrl) ?? byUrl.get(`${file.url}.map`);
    return { ...file, map: map ?? null };
  });
}
