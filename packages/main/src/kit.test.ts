import { createHash } from 'node:crypto';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listening } from '../../browser/src/testing/listening.ts';
import { testPath } from '../../server/src/testing/cleanup.ts';
import { openKit } from './kit.ts';

const folders = () => ({ storedDir: testPath('kept'), from: testPath() });

/** A build whose files all contain `text`. */
async function build(from: string, text: string): Promise<void> {
  for (const name of ['seismo-browser.tgz', 'seismo-nextjs.tgz', 'seismo.min.js']) {
    await writeFile(join(from, name), `${text}: ${name}`);
  }
}

async function serve(options: { storedDir: string; from: string }) {
  const kit = await openKit({
    ...options,
    publicUrl: 'https://seismo.example',
    version: '1.2.3',
    log: { warn: () => {} },
  });
  const server = createServer((request, response) => void kit.handle(request, response));
  const origin = await listening(server);
  const get = (path: string, init?: RequestInit) => fetch(origin + path, init);
  return { addresses: kit.addresses, get, here: (address: string) => address.slice('https://seismo.example'.length) };
}

test('every URL contains version and content hash, and is cached forever, for pages of any origin', async () => {
  const dirs = folders();
  await build(dirs.from, 'first');
  const { addresses, get, here } = await serve(dirs);
  expect(addresses!.nextjs).toMatch(/^https:\/\/seismo\.example\/kit\/1\.2\.3-[0-9a-f]{12}\/seismo-nextjs\.tgz$/);
  const answer = await get(here(addresses!.nextjs));
  expect(await answer.text()).toBe('first: seismo-nextjs.tgz');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const script = await get(here(addresses!.script));
  expect(Object.fromEntries(script.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
  });
  const checksum = createHash('sha384')
    .update(await script.bytes())
    .digest('base64');
  expect(addresses!.scriptIntegrity).toBe(`sha384-${checksum}`);
  const head = await get(here(addresses!.browser), { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '25', '']);
});

test('an address without a version leads to the newest', async () => {
  const dirs = folders();
  await build(dirs.from, 'first');
  const { addresses, get, here } = await serve(dirs);
  const answer = await get('/kit/seismo-browser.tgz', { redirect: 'manual' });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
  const followed = await get('/kit/seismo-browser.tgz');
  expect(new URL(followed.url).pathname).toBe(here(addresses!.browser));
  expect(await followed.text()).toBe('first: seismo-browser.tgz');
});

test('packages that a lock file names remain after an upgrade', async () => {
  const dirs = folders();
  await build(dirs.from, 'first');
  const before = await serve(dirs);
  await build(dirs.from, 'second');
  const after = await serve(dirs);
  expect(after.addresses!.nextjs).not.toBe(before.addresses!.nextjs);
  expect(await (await after.get(after.here(before.addresses!.nextjs))).text()).toBe('first: seismo-nextjs.tgz');
  expect(await (await after.get(after.here(after.addresses!.nextjs))).text()).toBe('second: seismo-nextjs.tgz');

  // The same build again is no other version.
  expect((await serve(dirs)).addresses).toEqual(after.addresses);
  expect(await readdir(dirs.storedDir)).toHaveLength(2);
});

test.each([
  '/kit/',
  '/kit/journal.sqlite',
  '/kit/1.2.3-000000000000/seismo-nextjs.tgz',
  '/kit/constructor',
  '/kit/%2e%2e/seismo-nextjs.tgz',
  '/kit/1..%2f../seismo-nextjs.tgz',
  '/kit/seismo.min.js/seismo.min.js',
])('there is nothing else under it: %s', async (path) => {
  const dirs = folders();
  await build(dirs.from, 'first');
  const { get } = await serve(dirs);
  expect((await get(path)).status).toBe(404);
});

test('nothing can be put there', async () => {
  const dirs = folders();
  await build(dirs.from, 'first');
  const { get } = await serve(dirs);
  expect((await get('/kit/seismo.min.js', { method: 'PUT', body: 'mine' })).status).toBe(405);
});

test('a server run from source explains how to build the kit', async () => {
  const { addresses, get } = await serve(folders());
  expect(addresses).toBeNull();
  const answer = await get('/kit/seismo-nextjs.tgz');
  expect([answer.status, await answer.text()]).toEqual([
    404,
    'The kit is not built. Start with "npm start", which builds it.\n',
  ]);
});

test('the next start restores a package that a power loss emptied', async () => {
  const dirs = folders();
  await build(dirs.from, 'first');
  const { addresses, here } = await serve(dirs);
  const path = join(dirs.storedDir, here(addresses!.nextjs).slice('/kit/'.length));
  await truncate(path);
  const { get } = await serve(dirs);
  expect(await readFile(path, 'utf8')).toBe('first: seismo-nextjs.tgz');
  expect(await (await get(here(addresses!.nextjs))).text()).toBe('first: seismo-nextjs.tgz');
});

test('a damaged older package is no longer served, and others are', async () => {
  const dirs = folders();
  await build(dirs.from, 'first');
  const first = await serve(dirs);
  await build(dirs.from, 'second');
  const second = await serve(dirs);
  await truncate(join(dirs.storedDir, first.here(first.addresses!.nextjs).slice('/kit/'.length)));
  await build(dirs.from, 'third');
  const third = await serve(dirs);
  expect((await third.get(first.here(first.addresses!.nextjs))).status).toBe(404);
  expect(await (await third.get(second.here(second.addresses!.nextjs))).text()).toBe('second: seismo-nextjs.tgz');
});
