import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { createAdaptorServer } from '@hono/node-server';
import { TraceMap, originalPositionFor } from '@jridgewell/trace-mapping';
import { build } from 'esbuild';
import { beforeEach, describe, expect, test } from 'vitest';
// The real API and its stores, to check what the server finds in an upload.
import { openApi } from '../../../server/src/testing/api.ts';
import { testPath } from '../../../server/src/testing/cleanup.ts';
import { openShop, type TestServer } from '../../../server/src/testing/test-server.ts';
import { listening } from '../../../browser/src/testing/listening.ts';
import { main } from '../cli.ts';
import { ACTIONS_URL } from './actions.ts';
import { debugIdOf } from './debug-id.ts';

type DebugIds = Parameters<TestServer['state']['artifactsByDebugIds']>[1];

let testServer: TestServer;
let shop: Awaited<ReturnType<typeof openShop>>['shop'];
let env: NodeJS.ProcessEnv;
let distDir: string;

beforeEach(async () => {
  const opened = await openShop();
  ({ server: testServer, shop } = opened);
  const api = openApi(testServer);
  const key = { label: 'test', scopes: ['org:ci' as const], expiresAtMs: null };
  const { token } = await testServer.command.createApiToken(opened.owner, key);
  const server = createAdaptorServer({ fetch: api.fetch }) as Server;
  env = {
    NODE_ENV: 'test',
    SEISMO_AUTH_TOKEN: token,
    // The DSN has the project's ID.
    SEISMO_DSN: `http://key@127.0.0.1:1/${shop.id}`,
    SEISMO_URL: await listening(server),
    SEISMO_ORG: 'acme',
    SEISMO_RELEASE: 'shop@1.0',
  };
  distDir = testPath('.next');
});

/** Runs the command and shows its output if it fails. */
async function upload(...args: string[]) {
  const output = { out: '', error: '' };
  const code = await main(['upload', '--dist-dir', distDir, ...args], env, {
    out: (text) => void (output.out += text),
    error: (text) => void (output.error += text),
  });
  return { code, ...output };
}

const source = `'use strict';
const prices: Record<string, number> = {};

export function fail(sku: string): number {
  if (!(sku in prices)) throw new RangeError('no price for ' + sku);
  return prices[sku]!;
}
(globalThis as Record<string, unknown>)['fail'] = fail;
`;

/** A build as webpack leaves it: minified scripts with maps and without debug IDs. */
async function builtFolder(part: string) {
  const entry = testPath('price.ts');
  await writeFile(entry, source);
  await build({ entryPoints: [entry], outdir: join(distDir, part), minify: true, sourcemap: true, format: 'iife' });
}

/** Where in its source the script of the folder throws, by the map beside it. */
async function thrownAt(part: string): Promise<unknown> {
  const script = join(distDir, part, 'price.js');
  const page: { fail?: (sku: string) => void; _sentryDebugIds?: Record<string, string> } = {};
  runInNewContext(await readFile(script, 'utf8'), page, { filename: script });
  let stack = '';
  try {
    page.fail!('A-1');
  } catch (error) {
    stack = String((error as Error).stack);
  }
  const [, line, column] = /price\.js:(\d+):(\d+)/.exec(stack)!;
  const map = new TraceMap(await readFile(`${script}.map`, 'utf8'));
  const { line: sourceLine, column: sourceColumn } = originalPositionFor(map, {
    line: Number(line),
    column: Number(column) - 1,
  });
  return { sourceLine, sourceColumn, ids: Object.values(page._sentryDebugIds ?? {}) };
}

const debugIdIn = async (path: string) =>
  debugIdOf(path.endsWith('.map') ? 'map' : 'script', await readFile(join(distDir, path)));

describe('an upload', () => {
  test('gives scripts a debug ID that they report at run time, and their maps still resolve to the same location', async () => {
    await builtFolder('static/chunks');
    const before = (await thrownAt('static/chunks')) as { sourceLine: number };
    expect(before.sourceLine).toBe(5);
    expect(await upload('--keep-maps')).toMatchObject({ code: 0, error: '' });
    const id = await debugIdIn('static/chunks/price.js');
    expect(await debugIdIn('static/chunks/price.js.map')).toBe(id);
    expect(await thrownAt('static/chunks')).toEqual({ ...before, ids: [id] });
    const found = await testServer.state.artifactsByDebugIds(shop.id, [id] as unknown as DebugIds);
    expect(found.map(({ url, release, kind, mapId }) => [url, release, kind, mapId !== null])).toEqual([
      ['~/_next/static/chunks/price.js', 'shop@1.0', 'minified-source', true],
      ['~/_next/static/chunks/price.js.map', 'shop@1.0', 'source-map', false],
    ]);
  });

  test('changes nothing the second time', async () => {
    await builtFolder('static/chunks');
    await upload('--keep-maps');
    const first = await readFile(join(distDir, 'static/chunks/price.js'));
    await upload('--keep-maps');
    expect(await readFile(join(distDir, 'static/chunks/price.js'))).toEqual(first);
  });

  test("uses Turbopack's debug IDs, and finds a map by the name in its script", async () => {
    const id = 'd09759d5-72df-43b6-8855-16649a1a2bb7';
    await mkdir(join(distDir, 'static/chunks'), { recursive: true });
    await writeFile(
      join(distDir, 'static/chunks/1a.js'),
      `x();\n//# debugId=${id}\n//# sourceMappingURL=%5Bother%5D.js.map`,
    );
    const map = `{"version":3,"debugId":"${id}","sources":[],"sections":[]}`;
    await writeFile(join(distDir, 'static/chunks/[other].js.map'), map);
    expect(await upload()).toMatchObject({ code: 0 });
    const found = await testServer.state.artifactsByDebugIds(shop.id, [id] as unknown as DebugIds);
    expect(found.map(({ url }) => url)).toEqual([
      '~/_next/static/chunks/1a.js',
      '~/_next/static/chunks/[other].js.map',
    ]);
  });

  test('removes maps that browsers could load, and leaves those of the server', async () => {
    await builtFolder('static/chunks');
    await builtFolder('server/chunks');
    expect((await upload()).out).toContain('2 scripts');
    expect(await readdir(join(distDir, 'static/chunks'))).toEqual(['price.js']);
    expect(await readdir(join(distDir, 'server/chunks'))).toEqual(['price.js', 'price.js.map']);
  });

  test('brings the names of server actions, and not the key they are encrypted with', async () => {
    await mkdir(join(distDir, 'server'), { recursive: true });
    const action = { workers: {}, filename: 'app\\cart\\actions.ts', exportedName: 'addToCart' };
    const manifest = { node: { '40ab': action }, edge: { '40cd': { workers: {} } }, encryptionKey: 'secret' };
    await writeFile(join(distDir, 'server/server-reference-manifest.json'), JSON.stringify(manifest));
    expect((await upload()).out).toContain('1 server actions');
    const [found] = await testServer.state.artifactsByUrls(shop.id, [ACTIONS_URL], 1, 'shop@1.0');
    const { readArtifact } = await import('../../../server/src/store/blobs/artifact-bytes.ts');
    const bytes = await readArtifact(testServer.blobs, found!);
    expect(JSON.parse(Buffer.from(bytes!).toString())).toEqual({
      version: 1,
      actions: { '40ab': { name: 'addToCart', file: 'app/cart/actions.ts' } },
    });
  });

  test.each([
    ['the token is wrong', { SEISMO_AUTH_TOKEN: 'sntrys_wrong' }, '401'],
    ['the server is down', { SEISMO_URL: 'http://127.0.0.1:9' }, 'cannot be reached'],
    ['there is no token', { SEISMO_AUTH_TOKEN: '' }, 'no token'],
  ])('leaves no map where browsers load it when %s, and can be tried again', async (_why, wrong, reason) => {
    await builtFolder('static/chunks');
    await builtFolder('server/chunks');
    const right = { ...env };
    Object.assign(env, wrong);
    const { code, error } = await upload();
    expect([code, error]).toEqual([1, expect.stringContaining(reason)]);
    expect(await readdir(join(distDir, 'static/chunks'))).toEqual(['price.js']);
    env = right;
    expect((await upload()).out).toContain('2 scripts with source maps');
    const id = await debugIdIn('static/chunks/price.js');
    const found = await testServer.state.artifactsByDebugIds(shop.id, [id] as unknown as DebugIds);
    expect(found.map(({ url }) => url)).toContain('~/_next/static/chunks/price.js.map');
    expect(await readdir(distDir)).toEqual(['server', 'static']);
  });

  test('never follows a script to a map outside of the build', async () => {
    await mkdir(join(distDir, 'static'), { recursive: true });
    await writeFile(testPath('secret.map'), '{"version":3,"mappings":""}');
    await writeFile(join(distDir, 'static/app.js'), 'x();\n//# sourceMappingURL=../../secret.map');
    expect((await upload()).out).toContain('0 scripts');
  });

  test('of a large build takes little memory', { timeout: 120_000 }, async () => {
    const chunks = join(distDir, 'static/chunks');
    await mkdir(chunks, { recursive: true });
    const [FILES, MAP_BYTES] = [24, 6_000_000];
    const map = Buffer.from(`{"version":3,"mappings":"","sourcesContent":["${'a'.repeat(MAP_BYTES)}"]}`);
    for (let nth = 0; nth < FILES; nth += 1) {
      await writeFile(join(chunks, `${nth}.js`), `f${nth}();\n//# sourceMappingURL=${nth}.js.map`);
      await writeFile(join(chunks, `${nth}.js.map`), map);
    }
    const program = join(import.meta.dirname, '../seismo-next.ts');
    const tell = "process.on('exit', () => console.error('peak', process.resourceUsage().maxRSS))";
    const run = async (...args: string[]) => {
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, program, ...args],
        { env: { ...process.env, ...env } },
      );
      return { stdout, peakBytes: Number(/peak (\d+)/.exec(stderr)![1]) * 1024 };
    };
    const idle = await run('--help');
    const { stdout, peakBytes } = await run('upload', '--dist-dir', distDir);
    expect(stdout).toContain(`${FILES} scripts`);
    expect(peakBytes - idle.peakBytes).toBeLessThan((FILES * MAP_BYTES) / 2);
  });
});

test('the command prints its usage', () => {
  const program = join(import.meta.dirname, '../seismo-next.ts');
  const { stdout, status } = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringContaining('seismo-next upload')]);
});
