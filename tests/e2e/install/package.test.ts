import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { throwError } from '../app/send.ts';
import { freePort } from '../free-port.ts';
import { owner, startServer } from '../running-server.ts';

const repository = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
let folder: string;
let seismo: string;

/** The package as the systemd unit and the image have it: in a folder of its own, by the host's npm. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seismo-package-'));
  await run(process.execPath, ['scripts/build-package.mjs'], { cwd: repository });
  const [tarball = ''] = globSync('dist/seismo-*.tgz', { cwd: repository });
  const path = join(repository, tarball);
  // Development installs it already, so that npm has most of it in its cache.
  await run('npm', ['install', '--global', '--prefix', folder, '--prefer-offline', '--no-audit', path], { env: alone });
  seismo = join(folder, 'bin/seismo');
  const { stdout: installed } = await run('du', ['-sm', folder]);
  const megabytes = ((await stat(path)).size / 1e6).toFixed(1);
  process.stdout.write(`${tarball}: ${megabytes} MB, installed: ${installed.split('\t', 1)[0]} MB\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Without the settings of the npm that runs the tests, except where packages come from and whom to trust for them. */
const alone = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      /^(node_extra_ca_certs|npm_config_(globalconfig|userconfig|registry|cafile))$/i.test(name) ||
      !/^(npm_|node_|init_cwd|seismo_)/i.test(name),
  ),
) as NodeJS.ProcessEnv;

/** Runs a program that can write to its data directory only. */
const readOnly = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount --bind "$SEISMO_DATA_DIR" "$SEISMO_DATA_DIR" && mount -o remount,bind,ro / && exec "$@"',
  'sh',
];
const canMount = (() => {
  try {
    execFileSync(readOnly[0]!, [...readOnly.slice(1), 'true'], { env: { ...alone, SEISMO_DATA_DIR: tmpdir() } });
    return true;
  } catch {
    return false;
  }
})();

test('the installed package contains no tools of development', () => {
  const found = globSync('**/{typescript,tailwindcss,vitest,@next/swc-*,sharp}/package.json', { cwd: folder });
  expect(found).toEqual([]);
});

test('npx starts it with the data in the current folder, and a signal to npx stops it', async () => {
  const port = await freePort();
  const npx = spawn('npx', ['--call', 'seismo start'], {
    cwd: folder,
    env: { ...alone, PORT: String(port), PATH: `${join(folder, 'bin')}${delimiter}${alone['PATH']}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void npx.kill('SIGKILL'));
  let printed = '';
  npx.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  await expect.poll(() => printed).toContain(`Set up Seismo with this one-time link`);
  expect(existsSync(join(folder, 'data/state.sqlite'))).toBe(true);

  const answers = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await answers()).toBe(true);
  const ended = once(npx, 'exit');
  npx.kill('SIGTERM');
  await ended;
  await expect.poll(answers).toBe(false);
});

test('the installed server stores an event and shows it', async () => {
  await using server = await startServer({ program: canMount ? [...readOnly, seismo] : [seismo] });
  expect(await server.seismo('project', 'create', 'web', '--platform', 'javascript')).toMatchObject({ slug: 'web' });
  await throwError(server, await server.createProject('shop', 'node'), { value: 'from the package' });
  const titles = async () => {
    const issues = await server.get<{ title: string }[]>('/api/0/organizations/main/issues/');
    return issues.map(({ title }) => title);
  };
  await expect.poll(titles).toEqual(['TypeError: from the package']);

  const headers = { accept: 'text/html', cookie: await server.sessionCookie(owner.email) };
  const page = await fetch(`${server.url}/issues`, { headers });
  const html = await page.text();
  expect(html).toContain('from the package');
  const [, script = ''] = /<script[^>]* src="(\/_next\/static\/[^"]+)"/.exec(html)!;
  expect((await fetch(`${server.url}${script}`)).status).toBe(200);
  expect((await fetch(`${server.url}/kit/seismo-browser.tgz`)).headers.get('content-type')).toBe('application/gzip');
  expect(server.logged()).not.toMatch(/EROFS|read-only/i);
});

// Mounting takes root.
test.skipIf(!canMount)('meanwhile, only its data directory could be written', async () => {
  const [command, ...first] = readOnly;
  const write = (path: string) =>
    run(command!, [...first, 'touch', path], { env: { ...alone, SEISMO_DATA_DIR: folder } });
  await expect(write(join(repository, 'dist/touched'))).rejects.toThrow('Read-only');
  await expect(write(join(tmpdir(), 'seismo-touched'))).rejects.toThrow('Read-only');
  await write(join(folder, 'touched'));
});
