import { isFields, limits } from '@seismo/protocol';

/** The URL under which builds upload the names of their server actions; docs/digest.md has the format. */
export const ACTIONS_URL = 'seismo:///nextjs/server-actions.json';

export interface ActionName {
  /** As exported. */
  name: string;
  file: string;
}

/** Returns no names for other content or another version. */
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
