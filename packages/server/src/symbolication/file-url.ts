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

/** Whether a map could apply to the frame: JavaScript that is not mapped yet. */
export function isScript(frame: Frame, event: EventPayload): boolean {
  const platform = frame.platform ?? event.platform;
  return (platform === 'javascript' || platform === 'node') && frame.map === undefined;
}

export function isForeign(path: string): boolean {
  return path === '' || path.startsWith('node:') || FOREIGN.test(path);
}

/**
 * Whether to report that a frame has no map. Inline scripts of a page cannot have one, and servers usually run unbuilt
 * code: there, only a generated-looking line shows that it was built. Installed packages are left as published.
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
 * The names that an upload may have for the file, most exact first: the URL, and `~` in place of scheme and host
 * (docs.sentry.io, "Artifact and Release Bundles"). The query string is ignored.
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
