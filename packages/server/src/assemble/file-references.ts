import { limits, readDebugId, type DebugId } from '@seismo/protocol';
import type { ArtifactKind } from '#store/state/contract.ts';

/** The debug ID and the map reference inside a file, for uploads without them. */
export function readFileReferences(
  kind: ArtifactKind,
  bytes: Uint8Array,
): { debugId: DebugId | null; mapReference: string } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'source-map') return { debugId: debugIdOfMap(buffer), mapReference: '' };
  return {
    debugId: readDebugId(lastComment(buffer, 'debugId=', 64)),
    mapReference: lastComment(buffer, 'sourceMappingURL=', limits.ARTIFACT_URL_CHARS_MAX),
  };
}

/** Files that were uploaded one by one have no kind: it comes from the name or the content. */
export function kindOf(url: string, bytes: Uint8Array): ArtifactKind {
  const path = url.replace(/[?#].*$/s, '');
  if (path.endsWith('.map')) return 'source-map';
  if (/\.(?:[cm]?js|jsx|bundle|jsbundle)$/i.test(path)) return 'minified-source';
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString('latin1');
  return /^\s*\{/.test(start) && start.includes('"version"') ? 'source-map' : 'other';
}

/**
 * The value of the last `//# <name>` or older `//@ <name>` comment. Inline maps (`data:`) and values longer than
 * `charsMax` are ignored.
 */
function lastComment(buffer: Buffer, name: string, charsMax: number): string {
  const at = Math.max(...['#', '@'].map((sign) => buffer.lastIndexOf(`//${sign} ${name}`)));
  if (at < 0) return '';
  const start = at + '//# '.length + name.length;
  const text = buffer.subarray(start, start + charsMax * 4 + 1).toString('utf8');
  const value = /^\S*/.exec(text)![0];
  return value.length > charsMax || value.startsWith('data:') ? '' : value;
}

/**
 * The first `"debugId": "…"` or `"debug_id": "…"`. Within a JSON text, `"debugId"` with bare quotes and a colon can only
 * be a key (in `sourcesContent` its quotes are escaped), so the map need not be parsed, which for a large one costs
 * ten times its size.
 */
function debugIdOfMap(buffer: Buffer): DebugId | null {
  for (const key of ['"debugId"', '"debug_id"']) {
    for (let at = buffer.indexOf(key); at >= 0; at = buffer.indexOf(key, at + key.length)) {
      const after = buffer.subarray(at + key.length, at + key.length + 80).toString('latin1');
      const id = readDebugId(/^\s{0,20}:\s{0,20}"([0-9a-fA-F-]{32,36})"/.exec(after)?.[1]);
      if (id) return id;
    }
  }
  return null;
}
