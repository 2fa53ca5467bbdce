import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { KitAddresses, Log } from '@seismo/server/parts';

/** The output of `scripts/build-kit.mjs` beside the built server, and its routes. */
const files: Record<string, string> = {
  'seismo-browser.tgz': 'application/gzip',
  'seismo-nextjs.tgz': 'application/gzip',
  'seismo.min.js': 'text/javascript; charset=utf-8',
};
const builtDir = join(import.meta.dirname, '../dist/kit');

export interface Kit {
  /** `null` where it is not built, as on a server that runs from its sources. */
  addresses: KitAddresses | null;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/**
 * The SDK packages for customers' apps, served by the server that receives their reports. The content of a URL never
 * changes and stays available after an upgrade, because lock files and pages contain it with a checksum.
 */
export async function openKit(options: {
  storedDir: string;
  publicUrl: string;
  version: string;
  log: Pick<Log, 'warn'>;
  from?: string;
}): Promise<Kit> {
  const { storedDir, publicUrl, version, log, from = builtDir } = options;
  const built = await readBuilt(from);
  const id = built && idOf(version, built);
  try {
    await removeDamaged(storedDir, log);
    if (built && id) await store(storedDir, id, built);
  } catch (error) {
    // Served from memory, and stored by a later start: a full disk must not stop reports.
    log.warn({ stage: 'start', reason: String(error) }, 'the SDK packages could not be saved to disk');
  }
  const addressOf = (name: string): string => `${publicUrl}/kit/${id}/${name}`;

  return {
    addresses: built && {
      browser: addressOf('seismo-browser.tgz'),
      nextjs: addressOf('seismo-nextjs.tgz'),
      script: addressOf('seismo.min.js'),
      scriptIntegrity: `sha384-${createHash('sha384').update(built.get('seismo.min.js')!).digest('base64')}`,
    },
    async handle(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.writeHead(405, { allow: 'GET, HEAD' }).end();
        return;
      }
      const [, requestedVersion, name = ''] =
        /^\/kit\/(?:(\d[\w.-]{0,80})\/)?([a-z.-]{1,40})$/.exec(pathOf(request)) ?? [];
      const type = Object.hasOwn(files, name) ? files[name] : undefined;
      if (type && !requestedVersion && id) {
        // For users who type the URL.
        response.writeHead(302, { location: `${id}/${name}`, 'cache-control': 'no-store', ...forAnyone }).end();
        return;
      }
      const stored = (id: string) => readFile(join(storedDir, id, name)).catch(() => null);
      const content =
        type && requestedVersion
          ? requestedVersion === id
            ? built!.get(name)!
            : await stored(requestedVersion)
          : null;
      if (!type || !content) return missing(response, id === null);
      response.writeHead(200, {
        'content-type': type,
        'content-length': content.length,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        ...forAnyone,
      });
      response.end(request.method === 'HEAD' ? undefined : content);
    },
  };
}

/** Pages of any origin load the script, and check it: `<script crossorigin integrity>`. */
const forAnyone = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

const pathOf = (request: IncomingMessage): string => request.url!.split('?', 1)[0]!;

async function readBuilt(from: string): Promise<Map<string, Buffer> | null> {
  const read = async (name: string) => [name, await readFile(join(from, name))] as const;
  return Promise.all(Object.keys(files).map(read)).then(
    (entries) => new Map(entries),
    () => null,
  );
}

/** `0.1.0-3f2a91bc04de`: the version, and a checksum, because the content also changes between versions. */
function idOf(version: string, built: Map<string, Buffer>): string {
  return `${version}-${checksumOf(built)}`;
}

function checksumOf(built: Map<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const content of built.values()) hash.update(createHash('sha256').update(content).digest());
  return hash.digest('hex').slice(0, 12);
}

/** A truncated package after a power loss would be served as `immutable`, and every installation would fail. */
async function removeDamaged(storedDir: string, log: Pick<Log, 'warn'>): Promise<void> {
  for (const id of await readdir(storedDir).catch(() => [])) {
    const content = id.startsWith('.') ? null : await readBuilt(join(storedDir, id));
    if (content && id.endsWith(`-${checksumOf(content)}`)) continue;
    await rm(join(storedDir, id), { recursive: true });
    if (!id.startsWith('.')) log.warn({ stage: 'start', kit: id }, 'removed a damaged SDK package');
  }
}

/** Atomic: a server that ends meanwhile leaves no partial package at its URL. */
async function store(storedDir: string, id: string, built: Map<string, Buffer>): Promise<void> {
  if (await readBuilt(join(storedDir, id))) return;
  const unfinished = join(storedDir, `.${randomUUID()}`);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  for (const [name, content] of built) {
    const file = await open(join(unfinished, name), 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
  }
  await flushFolder(unfinished);
  await rename(unfinished, join(storedDir, id));
  await flushFolder(storedDir);
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function missing(response: ServerResponse, isNotBuilt: boolean): void {
  const why = isNotBuilt ? 'The kit is not built. Start with "npm start", which builds it.' : 'File not found.';
  response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(`${why}\n`);
}
