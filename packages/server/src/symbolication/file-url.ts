import type { EventPayload, Frame } from '@seismo/protocol';

/** Code that has no file of the customer's: no upload could ever belong to it. */
const FOREIGN =
  /^(?:<anonymous>|\[native code\]|native(?: |$)|node:|internal\/|eval at |data:|blob:|about:|wasm:|webpack-internal:|(?:chrome|moz|safari|safari-web|ms-browser)-extension:|(?:chrome|resource):\/\/|webkit-masked-url:)/i;
const SCRIPT = /\.(?:[cm]?[jt]sx?|bundle|vue|svelte)$/i;
const NODE_COLUMN_OF_BUILT_CODE = 200;
const INSTALLED = /(?:^|[/\\])node_modules[/\\]/;

export function pathOf(frame: Frame): string {
  return frame.abs_path ?? frame.filename ?? '';
}

/** Whether a map could say more of the frame, its file allowing: JavaScript that none was found for before. */
export function isScript(frame: Frame, event: EventPayload): boolean {
  const platform = frame.platform ?? event.platform;
  return (platform === 'javascript' || platform === 'node') && frame.map === undefined;
}

export function isForeign(path: string): boolean {
  return path === '' || path.startsWith('node:') || FOREIGN.test(path);
}

/**
 * Whether it is worth a word that a frame has no map. A page with a script in it cannot have one, and a server mostly runs
 * what was written: there only a line that no person wrote tells that it was built. A package that is installed there comes
 * as its author built it.
 */
export function lacksMap(frame: Frame, event: EventPayload): boolean {
  const line = frame.context_line;
  const isReadable = line !== undefined && line.length < NODE_COLUMN_OF_BUILT_CODE && !line.includes('{snip}');
  if (isReadable) return false;
  if ((frame.platform ?? event.platform) === 'node') {
    if (INSTALLED.test(pathOf(frame))) return false;
    return line !== undefined || (frame.colno ?? 0) > NODE_COLUMN_OF_BUILT_CODE;
  }
  return SCRIPT.test(withoutQuery(pathOf(frame)));
}

/**
 * Names under which a file may have been uploaded, the most exact first: the URL, and `~` for its scheme and host
 * (docs.sentry.io, "Artifact and Release Bundles"); the query of a URL says nothing about the file.
 */
export function uploadNames(path: string): string[] {
  const bare = withoutQuery(path);
  const names = [bare];
  const url = /^[a-z][a-z0-9+.-]{0,30}:\/\/[^/]*(\/.*)$/i.exec(bare);
  if (url) names.push(`~${url[1]}`);
  else if (!bare.startsWith('~')) names.push(bare.startsWith('/') ? `~${bare}` : `~/${bare.replace(/^\.\//, '')}`);
  return [...new Set(names)];
}

function withoutQuery(path: string): string {
  const end = path.search(/[?#]/);
  return end > 0 ? path.slice(0, end) : path;
}
