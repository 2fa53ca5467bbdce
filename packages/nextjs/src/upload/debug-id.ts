import { createHash } from 'node:crypto';

/**
 * Debug IDs connect a script and its map independently of name, release and URL. Turbopack writes them if configured;
 * other files get theirs here, after the build.
 */

/** The debug ID in a script or map, or `null`. */
export function debugIdOf(kind: 'script' | 'map', bytes: Buffer): string | null {
  if (kind === 'script') return ID.exec(lastComment(bytes, 'debugId='))?.[0]?.toLowerCase() ?? null;
  for (const key of ['debugId', 'debug_id']) {
    const at = valueOf(bytes, key, '"');
    if (at >= 0) return ID.exec(bytes.toString('latin1', at, at + 36))?.[0]?.toLowerCase() ?? null;
  }
  return null;
}

/**
 * Where the value of a key begins, after its first character, or -1. The text is not parsed: within JSON, a name in bare
 * quotes with a colon behind it can only be a key, since quotes of texts are escaped. Parsing costs ten times the size.
 */
function valueOf(json: Buffer, key: string, first: string): number {
  const name = `"${key}"`;
  for (let at = json.indexOf(name); at >= 0; at = json.indexOf(name, at + 1)) {
    const after = at + name.length;
    const gap = /^\s{0,8}:\s{0,8}(.)/.exec(json.toString('latin1', after, after + 20));
    if (gap?.[1] === first) return after + gap[0].length;
  }
  return -1;
}

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** The text after the last `//# <name>`, such as the name of the map. */
export function lastComment(bytes: Buffer, name: string): string {
  const at = bytes.lastIndexOf(`//# ${name}`);
  if (at < 0) return '';
  const start = at + name.length + 4;
  return /^\S*/.exec(bytes.toString('utf8', start, start + 2048))![0];
}

/** The same for the same content, so that a repeated build is the same upload. */
export function newDebugId(script: Buffer): string {
  const hex = createHash('sha256').update(script).digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** In pieces: the script with a first line that registers the ID while it runs, and the ID in a comment at its end. */
export function scriptWithDebugId(script: Buffer, id: string): Buffer[] {
  const directive = /^\s*(?:"use strict"|'use strict');?/.exec(script.toString('latin1', 0, 64))?.[0] ?? '';
  const first =
    `${directive}!function(){try{var g=globalThis,s=(new g.Error).stack;` +
    `s&&((g._sentryDebugIds=g._sentryDebugIds||{})[s]="${id}")}catch(e){}}();\n`;
  // The map's name stays the last comment: some readers look no further.
  const mapAt = script.lastIndexOf('//# sourceMappingURL=');
  const end = mapAt < 0 ? script.length : mapAt;
  const comment = `${end === 0 || script[end - 1] === 0x0a ? '' : '\n'}//# debugId=${id}\n`;
  return [
    Buffer.from(first),
    // Keep the columns of the first line.
    Buffer.from(' '.repeat(directive.length)),
    script.subarray(directive.length, end),
    Buffer.from(comment),
    script.subarray(end),
  ];
}

/** In pieces: the map for a script that got one more line at its start. An index map moves its sections, for which it has to be read. */
export function mapWithDebugId(map: Buffer, id: string): Buffer[] {
  if (valueOf(map, 'sections', '[') >= 0) {
    const index = JSON.parse(map.toString('utf8')) as { sections?: { offset: { line: number } }[] };
    for (const { offset } of index.sections ?? []) offset.line += 1;
    return [Buffer.from(JSON.stringify({ debugId: id, debug_id: id, ...index }))];
  }
  const at = valueOf(map, 'mappings', '"');
  const brace = map.indexOf('{') + 1;
  if (at < 0 || brace === 0) return [map];
  return [
    map.subarray(0, brace),
    Buffer.from(`"debugId":"${id}","debug_id":"${id}",`),
    map.subarray(brace, at),
    Buffer.from(';'),
    map.subarray(at),
  ];
}
