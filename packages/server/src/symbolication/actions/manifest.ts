import { isFields, limits } from '@seismo/protocol';

/** The one name under which a build uploads the names of its server actions; the format is in docs/digest.md. */
export const ACTIONS_URL = 'seismo:///nextjs/server-actions.json';

export interface ActionName {
  /** As exported. */
  name: string;
  file: string;
}

/** What is no such list, or not of this version, names nothing. */
export function readActionManifest(bytes: Uint8Array): ReadonlyMap<string, ActionName> {
  const names = new Map<string, ActionName>();
  let manifest: unknown;
  try {
    manifest = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return names;
  }
  if (!isFields(manifest) || manifest['version'] !== 1 || !isFields(manifest['actions'])) return names;
  for (const [id, about] of Object.entries(manifest['actions'])) {
    if (names.size === limits.ACTION_COUNT_MAX) break;
    const { name, file } = isFields(about) ? about : {};
    if (!isActionId(id) || typeof name !== 'string' || name === '') continue;
    names.set(id, {
      name: name.slice(0, limits.SYMBOL_CHARS_MAX).toWellFormed(),
      file: typeof file === 'string' ? file.slice(0, limits.PATH_CHARS_MAX).toWellFormed() : '',
    });
  }
  return names;
}

/** 40 hexadecimal digits up to Next 14, 42 since. */
export function isActionId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{40,64}$/.test(value);
}
