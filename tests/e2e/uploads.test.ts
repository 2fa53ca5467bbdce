import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processed } from './app/send.ts';
import { type Project } from './running-server.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';
import { builds } from './uploads/builds.ts';
import { framesOf } from './uploads/frames.ts';
import { sentryCli } from './uploads/sentry-cli.ts';
import { serveBuild } from './uploads/visit.ts';

const run = promisify(execFile);
const shop = join(import.meta.dirname, 'uploads/shop');

const { server, browser } = await serverAndBrowser();
const authToken = await server.createToken('org:ci');
const folder = await mkdtemp(join(tmpdir(), 'seismo-uploads-'));
// The tools cache an organization's server by its slug, which must not outlive a run.
process.env['SENTRY_CONFIG_DIR'] = join(folder, 'config');

afterAll(() => rm(folder, { recursive: true, force: true }));

interface File {
  name: string;
  dist: string | null;
  headers: { 'debug-id'?: string; Sourcemap?: string };
}

const filesOf = (project: string, release: string) =>
  server.get<File[]>(`/api/0/projects/main/${project}/releases/${encodeURIComponent(release)}/files/`);

/** Every script has a debug ID and a map with the same ID. */
function expectMapped(files: File[]): void {
  const idsOf = (isMap: boolean) =>
    files.filter(({ name }) => name.endsWith('.map') === isMap).map(({ headers }) => headers['debug-id']);
  const scripts = idsOf(false);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts).not.toContain(undefined);
  expect(scripts.filter((id) => !idsOf(true).includes(id))).toEqual([]);
}

/** The frames in the original source, for every bundler and minifier. */
const written = [
  'main.js:8:10 payNow',
  'basket.js:10:19 Basket.checkOut',
  'cart.js:3:15 totalOf',
  'cart.js:3:61 totalOf.<anonymous>',
];

/** A customer hits the error in the built page; the issue shows the original source. */
async function expectReadable(project: Project, folderOfBuild: string, visit: { release?: string; dist?: string }) {
  const [script] = (await readdir(folderOfBuild, { recursive: true })).filter((file) => file.endsWith('.js'));
  await using site = await serveBuild(folderOfBuild, script!);
  await site.visit(browser, { dsn: project.dsn, ...visit });
  await processed(server);
  const [issue] = await server.get<{ id: string; culprit: string }[]>(`/api/0/projects/main/${project.slug}/issues/`);
  const { inApp, line, linesAround } = await framesOf(server, issue!.id);
  expect(inApp.map((frame) => frame.replace(/^.*?(?=\w+\.js:)/, ''))).toEqual(written);
  expect(line).toBe('return cart.reduce((sum, { price, count }) => sum + price.amount * count, 0);');
  // Two lines before the failing line, and one after it, where the file ends.
  expect(linesAround).toBe(4);
  expect(issue!.culprit).toMatch(/totalOf/);
}

describe('sentry-cli', () => {
  const cli = (cwd: string, ...args: string[]) => sentryCli(server, 'cli', args, cwd);

  let shopProject: Project;
  beforeAll(async () => {
    shopProject = await server.createProject('cli', 'javascript');
  });

  async function builtShop(name: string): Promise<string> {
    const outdir = join(folder, name);
    await build({ entryPoints: [join(shop, 'main.js')], outdir, bundle: true, minify: true, sourcemap: true });
    return outdir;
  }

  test('injects debug IDs and uploads', async () => {
    const dist = await builtShop('debug-ids');
    await cli(dist, 'sourcemaps', 'inject', '.');
    const { stdout, stderr } = await cli(dist, 'sourcemaps', 'upload', '--wait', '--release', 'cli@1', '.');
    expect(`${stdout}${stderr}`).toContain('File processing complete');
    const files = await filesOf('cli', 'cli@1');
    expect(files.map(({ name }) => name).sort()).toEqual(['~/main.js', '~/main.js.map']);
    expectMapped(files);
    // Without a release: found by debug ID alone.
    await cli(dist, 'sourcemaps', 'upload', '.');
    const uploads = await server.get<{ associations: unknown[] }[]>('/api/0/projects/main/cli/files/artifact-bundles/');
    expect(uploads.map(({ associations }) => associations.length)).toEqual([0, 1]);
  });

  test('uploads for a release and dist without debug IDs', async () => {
    const dist = await builtShop('release');
    await cli(dist, 'sourcemaps', 'upload', '--release', 'cli@2', '--dist', 'web', '--url-prefix', '~/assets', '.');
    const files = await filesOf('cli', 'cli@2');
    expect(files).toMatchObject([
      { name: '~/assets/main.js', dist: 'web', headers: { Sourcemap: '~/assets/main.js.map' } },
      { name: '~/assets/main.js.map', dist: 'web' },
    ]);
    expect(files.map(({ headers }) => headers['debug-id'])).toEqual([undefined, undefined]);
    await expectReadable(shopProject, dist, { release: 'cli@2', dist: 'web' });
  });

  test('gets an error for an unknown project', async () => {
    const dist = await builtShop('nowhere');
    const failed = cli(dist, 'sourcemaps', 'upload', '--project', 'nothing', '--release', 'x', '.');
    // The tool's own text for a 404.
    await expect(failed).rejects.toThrow(/configured the correct release, project, and organization/);
  });

  test('creates releases with commits and deploys', async () => {
    const repository = join(folder, 'repository');
    await cp(shop, repository, { recursive: true });
    const git = (...args: string[]) =>
      run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example', ...args], { cwd: repository });
    await git('init', '--quiet');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'Add up the cart');
    await writeFile(join(repository, 'main.js'), await readFile(join(shop, 'cart.js')));
    await git('commit', '--quiet', '--all', '--message', 'Move it');
    await cli(repository, 'releases', 'new', 'cli@3');
    await cli(repository, 'releases', 'set-commits', 'cli@3', '--local');
    await cli(repository, 'releases', 'finalize', 'cli@3');
    await cli(repository, 'deploys', 'new', '--release', 'cli@3', '--env', 'production', '--time', '30');
    const release = await server.get<object>('/api/0/organizations/main/releases/cli@3/');
    expect(release).toMatchObject({
      dateReleased: expect.any(String),
      commitCount: 2,
      lastCommit: { message: 'Move it', author: { email: 'ada@shop.example' } },
      lastDeploy: { environment: 'production' },
    });
    const commits = await server.get<object[]>('/api/0/organizations/main/releases/cli@3/commits/');
    expect(commits).toMatchObject([
      { patchSet: [{ path: 'main.js', type: 'M' }] },
      {
        patchSet: [
          { path: 'basket.js', type: 'A' },
          { path: 'cart.js', type: 'A' },
          { path: 'main.js', type: 'A' },
        ],
      },
    ]);
    // The next release starts at the end of this release; with --auto too, since no repository is connected.
    await cli(repository, 'releases', 'new', 'cli@4');
    await cli(repository, 'releases', 'set-commits', 'cli@4', '--auto', '--ignore-empty');
    const { stdout } = await cli(repository, 'releases', 'list');
    expect(stdout).toContain('cli@4');
  });
});

describe.each(Object.entries(builds))('%s', (name, buildAndUpload) => {
  test('uploads its build, and an error of the built page is mapped', async () => {
    const project = name
      .replaceAll(/[^a-z]+/gi, '-')
      .replaceAll(/^-|-$/g, '')
      .toLowerCase();
    const made = await server.createProject(project, 'javascript');
    const release = `${project}@1.0.0`;
    const out = join(folder, project);
    await buildAndUpload({ url: server.url, project, authToken, release, out });
    expectMapped(await filesOf(project, release));
    const { dateReleased } = await server.get<{ dateReleased: string | null }>(
      `/api/0/organizations/main/releases/${release}/`,
    );
    expect(dateReleased).not.toBeNull();
    // By debug ID alone: the release of the event is another.
    await expectReadable(made, out, { release: 'another' });
  });
});
