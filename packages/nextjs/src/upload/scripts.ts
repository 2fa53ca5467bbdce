import { open, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { lastComment } from './debug-id.ts';
import { filesUnder } from './files.ts';
import { hiddenPath } from './hidden-maps.ts';

/** A built script with its map, as paths. */
export interface BuiltScript {
  script: string;
  /** Where its map is now, which may be hidden from browsers. */
  map: string;
  /** As uploads name files, `~/_next/static/chunks/app.js`. */
  url: string;
  mapUrl: string;
}

/** Look for the last comment in this much of the script's end. */
const TAIL_BYTES = 8192;

/** All scripts of a build that have a map, for browsers and the server. */
export async function* scriptsOf(distDir: string): AsyncGenerator<BuiltScript> {
  for (const part of ['static', 'server']) {
    for await (const script of filesUnder(join(distDir, part))) {
      if (!/\.[cm]?js$/.test(script)) continue;
      const found = await mapOf(script, distDir);
      if (found === null) continue;
      const urlOf = (path: string) => `~/_next/${relative(distDir, path).split(sep).join('/')}`;
      yield { script, map: found.isAt, url: urlOf(script), mapUrl: urlOf(found.path) };
    }
  }
}

/** The map named in the script's last comment, else the one beside it; never outside of the build. */
async function mapOf(script: string, distDir: string): Promise<{ path: string; isAt: string } | null> {
  const named = lastComment(await tailOf(script), 'sourceMappingURL=').split(/[?#]/, 1)[0]!;
  if (named.startsWith('data:')) return null;
  const candidates = [
    ...(named ? [resolve(dirname(script), decoded(named))] : []),
    join(dirname(script), `${basename(script)}.map`),
  ];
  for (const path of candidates) {
    if (!path.startsWith(resolve(distDir) + sep)) continue;
    for (const isAt of [path, hiddenPath(resolve(distDir), path)]) {
      if ((await stat(isAt).catch(() => null))?.isFile()) return { path, isAt };
    }
  }
  return null;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

async function tailOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    await file.read(bytes, 0, bytes.length, size - bytes.length);
    return bytes;
  } finally {
    await file.close();
  }
}
