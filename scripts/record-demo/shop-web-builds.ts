import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { startUploadRecorder } from './upload-recorder.ts';
import type { Visit } from './visit.ts';

export const shopOrigin = 'https://shop.acme.example';
const root = join(import.meta.dirname, 'shop-web');
const dist = join(root, 'dist');
const assets = join(dist, 'assets');
const run = promisify(execFile);

/** A build of the shop as a web server would serve it. */
export interface ShopBuild {
  name: Visit['build'];
  read(path: string): { body: Buffer; contentType: string };
}

export interface ShopBuilds {
  builds: ShopBuild[];
  /** The ZIP that sentry-cli uploaded for `production`. */
  uploaded: Buffer;
  /** Not uploaded for `staging`: the shop's own script and its map, after `sentry-cli sourcemaps inject`. */
  notUploaded: { name: string; body: Buffer }[];
}

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript',
  '.html': 'text/html',
  '.map': 'application/json',
};

async function bundle(mode: 'production' | 'staging', isTraced = false): Promise<void> {
  await build({
    configFile: false,
    root,
    mode,
    logLevel: 'warn',
    // React and the SDK keep their file in the next build, so that browsers can cache it.
    build: {
      outDir: dist,
      emptyOutDir: true,
      sourcemap: 'hidden',
      target: 'es2022',
      rollupOptions: { output: { codeSplitting: { groups: [{ name: 'vendor', test: /node_modules/ }] } } },
    },
    define: {
      __SENTRY_TRACING__: String(isTraced),
      __SENTRY_DEBUG__: 'false',
      'import.meta.env.VITE_TRACES': isTraced ? '"1"' : '"0"',
    },
  });
  for (const name of await readdir(assets)) if (name.endsWith('.map')) await leaveOutLibraries(join(assets, name));
}

/** Library sources are most of a map, and the recordings are committed. Positions in them stay. */
async function leaveOutLibraries(path: string): Promise<void> {
  const map = JSON.parse(await readFile(path, 'utf8')) as { sources: string[]; sourcesContent: (string | null)[] };
  map.sourcesContent = map.sourcesContent.map((text, index) =>
    map.sources[index]!.includes('/node_modules/') ? null : text,
  );
  await writeFile(path, JSON.stringify(map));
}

function sentryCli(url: string, ...args: string[]) {
  const env = { ...process.env, SENTRY_URL: url, SENTRY_ORG: 'main', SENTRY_PROJECT: 'shop-web' };
  return run('sentry-cli', args, { env: { ...env, SENTRY_AUTH_TOKEN: 'x', SENTRY_CLI_NO_TELEMETRY: '1' } });
}

async function filesIn(folder: string): Promise<{ name: string; body: Buffer }[]> {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(names.map(async (name) => ({ name, body: await readFile(join(folder, name)) })));
}

async function served(name: Visit['build']): Promise<ShopBuild> {
  const page = await readFile(join(dist, 'index.html'));
  const files = new Map((await filesIn(assets)).map((file) => [`/assets/${file.name}`, file.body]));
  return {
    name,
    read: (path) => {
      const body = files.get(path) ?? page;
      return { body, contentType: contentTypes[files.has(path) ? extname(path) : '.html'] ?? 'text/plain' };
    },
  };
}

/** A build whose SDK sends traces. */
export async function buildTracedShop(): Promise<ShopBuild> {
  try {
    await bundle('production', true);
    return await served('production');
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
}

/** Three builds of the shop: before source maps were set up, production, and staging. */
export async function buildShop(): Promise<ShopBuilds> {
  await using recorder = await startUploadRecorder();
  try {
    await bundle('production');
    const first = await served('first');

    await bundle('production');
    await sentryCli(recorder.origin, 'sourcemaps', 'inject', assets);
    await sentryCli(recorder.origin, 'sourcemaps', 'upload', '--url-prefix', '~/assets', assets);
    const production = await served('production');

    await bundle('staging');
    await sentryCli(recorder.origin, 'sourcemaps', 'inject', assets);
    const staging = await served('staging');
    const notUploaded = (await filesIn(assets)).filter(({ name }) => basename(name).startsWith('index-'));

    return { builds: [first, production, staging], uploaded: recorder.bundle(), notUploaded };
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
}
