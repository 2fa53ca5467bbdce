import { isFields, limits, readDebugId, type DebugId, type Fields } from '@seismo/protocol';
import type { ArtifactKind } from '#store/state/contract.ts';
import { BundleProblem } from './contract.ts';

export interface ManifestFile {
  /** Its name in the ZIP, the only place where it is looked up. */
  entry: string;
  kind: ArtifactKind;
  url: string;
  /** Both from the headers; files may also contain them. */
  debugId: DebugId | null;
  mapReference: string;
}

const kinds: Record<string, ArtifactKind> = {
  minified_source: 'minified-source',
  source_map: 'source-map',
  source: 'source',
};

/** `manifest.json` of an artifact bundle (protocol.md §7): the two sentry-cli write it differently, in order and case. */
export function readManifest(bytes: Uint8Array): ManifestFile[] {
  let manifest: unknown;
  try {
    manifest = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new BundleProblem('The manifest.json of the bundle is not JSON.');
  }
  if (!isFields(manifest) || !isFields(manifest['files'])) {
    throw new BundleProblem('The manifest.json of the bundle has no "files".');
  }
  const files = Object.entries(manifest['files']);
  if (files.length > limits.BUNDLE_FILE_COUNT_MAX) {
    throw new BundleProblem(
      `The bundle has ${files.length} files; the limit is ${limits.BUNDLE_FILE_COUNT_MAX}. Upload it in parts.`,
    );
  }
  return files.map(([entry, about]) => readFile(entry, about));
}

function readFile(entry: string, about: unknown): ManifestFile {
  const fields: Fields = isFields(about) ? about : {};
  const url = textOf(fields['url']);
  if (!url || url.length > limits.ARTIFACT_URL_CHARS_MAX) {
    throw new BundleProblem(
      `The file ${JSON.stringify(entry.slice(0, 200))} of the bundle has no URL, or one of more than ${limits.ARTIFACT_URL_CHARS_MAX} characters.`,
    );
  }
  const type = textOf(fields['type']);
  const headers = lowerCased(fields['headers']);
  return {
    entry,
    kind: Object.hasOwn(kinds, type) ? kinds[type]! : 'other',
    url,
    debugId: readDebugId(headers.get('debug-id')),
    mapReference: headers.get('sourcemap') || headers.get('x-sourcemap') || '',
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function lowerCased(headers: unknown): Map<string, string> {
  const all = new Map<string, string>();
  if (!isFields(headers)) return all;
  for (const [name, value] of Object.entries(headers)) {
    all.set(name.toLowerCase(), textOf(value));
  }
  return all;
}
