import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits, mappingErrors, type MappingErrorCode } from '@seismo/protocol';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { eventItem, newEventId, processed, send } from './app/send.ts';
import { type Project } from './running-server.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';
import { sentryCli } from './uploads/sentry-cli.ts';
import { serveBuild } from './uploads/visit.ts';

const shop = join(import.meta.dirname, 'uploads/shop/main.js');
const release = 'shop@1.0.0';

const { server, browser } = await serverAndBrowser();
const folder = await mkdtemp(join(tmpdir(), 'seismo-doctor-'));

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A developer's mistake, and the doctor's finding after a customer hits the error. */
interface Situation {
  error: MappingErrorCode;
  name: string;
  /** Runs in the folder of the build, which contains `main.js` and its map. */
  upload(at: Place): Promise<unknown>;
  /** Runs between the upload and the customer's error. */
  deploy?(at: Place): Promise<unknown>;
  /** The SDK options of the page. */
  page?: { release?: string; dist?: string };
  detail: object;
}

interface Place {
  dist: string;
  project: Project;
  cli(...args: string[]): Promise<unknown>;
  upload(...args: string[]): Promise<unknown>;
}

const byRelease = ['--release', release, '--url-prefix', '~/assets'];
const anId = expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string;

const situations: Situation[] = [
  {
    error: 'no-debug-id',
    name: 'nothing was uploaded, and nothing injected',
    upload: async () => {},
    detail: {},
  },
  {
    error: 'no-artifact-with-debug-id',
    name: 'another build was uploaded than the one that is deployed',
    async upload({ dist, cli, upload }) {
      await cli('sourcemaps', 'inject', dist);
      await upload(...byRelease);
    },
    async deploy({ dist, cli }) {
      await buildShop(dist, { banner: '/* built again */' });
      await cli('sourcemaps', 'inject', dist);
    },
    detail: { debugId: anId, artifact: '~/assets/main.js', uploaded: anId },
  },
  {
    error: 'release-differs',
    name: 'the release is uploaded under another name than it reports under',
    upload: ({ upload }) => upload('--release', 'shop@1.0.0-build7', '--url-prefix', '~/assets'),
    detail: { release, uploaded: ['shop@1.0.0-build7'] },
  },
  {
    error: 'dist-differs',
    name: 'the page says another dist',
    upload: ({ upload }) => upload(...byRelease, '--dist', 'web'),
    page: { dist: 'ios' },
    detail: { artifact: '~/assets/main.js', dist: 'ios', uploaded: ['web'] },
  },
  {
    error: 'url-mismatch',
    name: 'the files are uploaded under another folder than they are served from',
    upload: ({ upload }) => upload('--release', release, '--url-prefix', '~/static/js'),
    detail: {
      looked: [expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/assets\/main\.js$/) as string, '~/assets/main.js'],
      closest: '~/static/js/main.js',
      differs: 'the folder',
    },
  },
  {
    error: 'no-map-for-source',
    name: 'the maps are deleted before the upload',
    async upload({ dist, upload }) {
      await rm(join(dist, 'main.js.map'));
      await upload(...byRelease);
    },
    detail: { artifact: '~/assets/main.js', expected: '~/assets/main.js.map' },
  },
  {
    error: 'position-missing',
    name: 'a proxy puts lines in front of the deployed file',
    upload: ({ upload }) => upload(...byRelease),
    deploy: async ({ dist }) => {
      const script = join(dist, 'main.js');
      await writeFile(script, `/*\n * A license,\n * of some lines.\n */\n\n\n${await readFile(script, 'utf8')}`);
    },
    detail: { artifact: '~/assets/main.js.map' },
  },
  {
    error: 'source-content-missing',
    name: 'the bundler leaves the sources out of the map',
    async upload({ dist, upload }) {
      await buildShop(dist, { sourcesContent: false });
      await upload(...byRelease, '--no-rewrite');
    },
    detail: {},
  },
  {
    error: 'map-too-large',
    name: 'the map is larger than is read',
    async upload({ dist, upload }) {
      const file = join(dist, 'main.js.map');
      const map = JSON.parse(await readFile(file, 'utf8')) as object;
      await writeFile(file, JSON.stringify({ ...map, x_padding: ' '.repeat(limits.MAP_BYTES_MAX) }));
      await upload(...byRelease, '--no-rewrite');
    },
    detail: {
      artifact: '~/assets/main.js.map',
      problem: expect.stringMatching(/^\d+ bytes$/) as string,
      bytesMax: limits.MAP_BYTES_MAX,
    },
  },
  {
    error: 'map-malformed',
    name: 'a tool has broken the mappings before the upload',
    async upload({ dist, upload }) {
      const file = join(dist, 'main.js.map');
      const map = JSON.parse(await readFile(file, 'utf8')) as { mappings: string };
      await writeFile(file, JSON.stringify({ ...map, mappings: `${map.mappings.slice(0, 40)}\u{fffd}` }));
      await upload(...byRelease, '--no-rewrite');
    },
    detail: {
      artifact: '~/assets/main.js.map',
      problem: expect.stringMatching(/^a character that is not base 64 at \d+$/) as string,
    },
  },
  {
    error: 'map-gone',
    name: 'somebody cleaned up the disk',
    async upload({ dist, upload }) {
      // A different build: the cache may still have a build that another project has used.
      await buildShop(dist, { banner: '/* of another day */' });
      await upload(...byRelease);
    },
    async deploy() {
      const files = await readdir(server.dataDir, { recursive: true });
      const blobs = files.filter((file) => /(?:^|\/)artifacts\//.test(file));
      expect(blobs.length).toBeGreaterThan(0);
      for (const blob of blobs) await rm(join(server.dataDir, blob), { recursive: true, force: true });
    },
    detail: { artifact: '~/assets/main.js.map' },
  },
];

async function buildShop(dist: string, { banner = '', sourcesContent = true } = {}): Promise<void> {
  await build({
    entryPoints: [shop],
    outdir: dist,
    bundle: true,
    minify: true,
    sourcemap: true,
    sourcesContent,
    banner: { js: banner },
  });
}

/** The data of the project's source map page. */
async function checkOf(project: Project) {
  await processed(server);
  const check = await server.get<{
    errors: { error: MappingErrorCode; examples: { files: { path: string; detail: object }[] }[] }[];
  }>(`/api/0/projects/main/${project.slug}/source-map-check/`);
  return check.errors.map(({ error, examples }) => ({ error, files: examples.flatMap(({ files }) => files) }));
}

test.each(situations)('$error: $name', async ({ error, upload, deploy, page, detail }) => {
  const project = await server.createProject(error, 'javascript');
  const dist = join(folder, error);
  const cli = (...args: string[]) => sentryCli(server, error, args);
  const at = { dist, project, cli, upload: (...args: string[]) => cli('sourcemaps', 'upload', ...args, dist) };
  await buildShop(dist);
  await upload(at);
  await deploy?.(at);
  await using site = await serveBuild(dist, 'main.js');
  await site.visit(browser, { dsn: project.dsn, release, ...page });
  const [found, ...others] = await checkOf(project);
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    error,
    files: [{ path: expect.stringContaining('/assets/main.js') as string, detail }],
  });
});

test('no-position: a client that sends neither line nor column', async () => {
  const project = await server.createProject('no-position', 'javascript');
  const filename = 'https://shop.example/assets/main.js';
  const frames = [{ filename, abs_path: filename, function: 'pay', in_app: true }];
  const exception = { values: [{ type: 'TypeError', value: 'no', stacktrace: { frames } }] };
  const eventId = newEventId();
  const dist = join(folder, 'no-position');
  await buildShop(dist);
  await sentryCli(server, project.slug, ['sourcemaps', 'upload', ...byRelease, dist]);
  await send(server, project, [eventItem({ event_id: eventId, platform: 'javascript', release, exception })], eventId);
  expect(await checkOf(project)).toMatchObject([{ error: 'no-position', files: [{ path: filename, detail: {} }] }]);
});

test('every reason has a test case', () => {
  const covered = [...situations.map(({ error }) => error), 'no-position'];
  expect(covered.toSorted()).toEqual(Object.keys(mappingErrors).toSorted());
});
