import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { limits, type DebugId } from '@seismo/protocol';
import { artifactBundle, sha1 } from '#assemble/test-bundle.ts';
import type { Scope, Viewer } from '#domain/permissions/viewer.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { openApi } from '../testing/api.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let owner: Viewer;
let shop: ProjectView;
let token: string;
let api: ReturnType<typeof openApi>;

beforeEach(async () => {
  server = await openTestServer();
  const acme = await server.organization('acme');
  owner = await server.user(acme, 'owner');
  shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  const stranger = await server.user(await server.organization('other'), 'owner');
  await server.command.createProject(stranger, { slug: 'theirs', name: 'Theirs', platform: 'node' });
  token = await tokenOf(['org:ci']);
  api = openApi(server);
});

const tokenOf = async (scopes: Scope[]) =>
  (await server.command.createApiToken(owner, { label: 'test', scopes, expiresAtMs: null })).token;

async function request(path: string, init: { method?: string; json?: unknown; form?: FormData; token?: string } = {}) {
  const sent = init.form ?? (init.json === undefined ? undefined : JSON.stringify(init.json));
  const response = await api.request(`http://seismo.test:8300/api/0${path}`, {
    method: init.method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: { authorization: `Bearer ${init.token ?? token}` },
    ...(sent !== undefined && { body: sent }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

function formOf(files: [name: string, bytes: Uint8Array, filename: string][], fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, bytes, filename] of files) form.append(name, new Blob([new Uint8Array(bytes)]), filename);
  return form;
}

const chunkUpload = '/organizations/acme/chunk-upload/';
const send = (pieces: Uint8Array[]) =>
  request(chunkUpload, { form: formOf(pieces.map((piece) => ['file_gzip', gzipSync(piece), sha1(piece)])) });
const assemble = (bundle: Uint8Array, change: object = {}) =>
  request('/organizations/acme/artifactbundle/assemble/', {
    json: { checksum: sha1(bundle), chunks: [sha1(bundle)], projects: ['shop'], ...change },
  });

const debugId = 'd09759d5-72df-43b6-8855-16649a1a2bb7' as DebugId;
const bundle = artifactBundle([
  { url: '~/app.js', body: 'x()', headers: { 'debug-id': debugId, sourcemap: 'app.js.map' } },
  { url: '~/app.js.map', body: '{"version":3}', headers: { 'debug-id': debugId } },
]);

describe('a bundle', () => {
  test('is requested, sent, assembled, and then found', async () => {
    expect((await request(chunkUpload)).body).toMatchObject({
      url: 'http://seismo.test:8300/api/0/organizations/acme/chunk-upload/',
      hashAlgorithm: 'sha1',
      compression: ['gzip'],
    });
    expect((await assemble(bundle)).body).toEqual({ state: 'not_found', missingChunks: [sha1(bundle)] });
    expect((await send([bundle])).status).toBe(200);
    expect((await assemble(bundle, { version: 'shop@1.0', dist: 'web' })).body).toEqual({
      state: 'ok',
      missingChunks: [],
    });
    const found = await server.state.artifactsByDebugIds(shop.id, [debugId]);
    expect(found.map(({ url, release, dist }) => `${url} ${release} ${dist}`).sort()).toEqual([
      '~/app.js shop@1.0 web',
      '~/app.js.map shop@1.0 web',
    ]);
    // The next build has the same bundle: its chunks are no longer needed.
    server.clock.nowMs += 1000;
    expect((await assemble(bundle, { version: 'shop@1.1', projects: [String(shop.id)] })).body.state).toBe('ok');
    const list = (await request('/projects/acme/shop/files/artifact-bundles/')).body;
    expect(list.map(({ associations }: { associations: object[] }) => associations)).toEqual([
      [{ release: 'shop@1.1', dist: null }],
      [{ release: 'shop@1.0', dist: 'web' }],
    ]);
    const where = `/projects/acme/shop/files/artifact-bundles/?bundleId=${list[1].bundleId}`;
    expect((await request(where, { method: 'DELETE' })).status).toBe(204);
    expect((await request(where, { method: 'DELETE' })).status).toBe(404);
    expect((await request('/projects/acme/shop/files/source-maps/?name=shop@1.1', { method: 'DELETE' })).status).toBe(
      204,
    );
    expect(await server.state.artifactsByDebugIds(shop.id, [debugId])).toEqual([]);
    const blobs: string[] = [];
    for await (const key of server.blobs.list('artifacts/')) blobs.push(key);
    expect(blobs).toEqual([]);
  });

  test('arrives in chunks, of which only missing ones are requested', async () => {
    const pieces = [bundle.subarray(0, 100), bundle.subarray(100, 200), bundle.subarray(200)];
    const chunks = pieces.map(sha1);
    await send([pieces[1]!]);
    expect((await assemble(bundle, { chunks })).body.missingChunks).toEqual([chunks[0], chunks[2]]);
    await send([pieces[0]!, pieces[2]!]);
    expect((await assemble(bundle, { chunks })).body.state).toBe('ok');
  });

  test('is assembled once for two simultaneous requests', async () => {
    await send([bundle]);
    const both = await Promise.all([assemble(bundle, { version: '1' }), assemble(bundle, { version: '1' })]);
    expect(both.map(({ body }) => body.state)).toEqual(['ok', 'ok']);
    expect((await request('/projects/acme/shop/files/artifact-bundles/')).body).toHaveLength(1);
  });

  test('that cannot be used is refused with the reason, and may be tried again', async () => {
    const broken = Buffer.from('SYSB\u0002\0\0\0 and then no ZIP');
    await send([broken]);
    for (const attempt of [1, 2]) {
      expect((await assemble(broken)).body, `attempt ${attempt}`).toMatchObject({
        state: 'error',
        detail: expect.stringMatching(/unzipped/),
      });
    }
    const outside = artifactBundle([], [{ name: '../../../x', body: 'x' }]);
    await send([outside]);
    expect((await assemble(outside)).body).toMatchObject({ state: 'error', detail: expect.stringMatching(/invalid/) });
  });

  test('is for a project that the token may upload to', async () => {
    await send([bundle]);
    expect((await assemble(bundle, { projects: ['theirs'] })).status).toBe(404);
    expect((await assemble(bundle, { projects: [] })).status).toBe(400);
    expect((await request('/organizations/other/chunk-upload/')).status).toBe(404);
    for (const wrong of [
      { checksum: '../x' },
      { chunks: [] },
      { chunks: ['x'] },
      { version: 'a\nb' },
      { version: '..' },
    ]) {
      expect((await assemble(bundle, wrong)).status, JSON.stringify(wrong)).toBe(400);
    }
    const reading = await tokenOf(['org:read', 'project:read', 'event:read']);
    const form = formOf([['file', bundle, sha1(bundle)]]);
    expect((await request(chunkUpload, { form, token: reading })).status).toBe(403);
    const json = { checksum: sha1(bundle), chunks: [sha1(bundle)], projects: ['shop'] };
    expect((await request('/organizations/acme/artifactbundle/assemble/', { json, token: reading })).status).toBe(403);
  });

  test('whose assembly was interrupted is assembled after the next start', async () => {
    await send([bundle]);
    const plan = { checksum: sha1(bundle), chunks: [sha1(bundle)], projectIds: [shop.id], release: '', dist: '' };
    const organizationId = shop.organization.id;
    await server.state.write((tx) => tx.setAssembly({ ...plan, organizationId, startedAtMs: 1, problem: null }));
    await server.reopenAssembler();
    await expect.poll(() => server.state.unfinishedAssemblies()).toEqual([]);
    expect(await server.state.artifactsByDebugIds(shop.id, [debugId])).toHaveLength(2);
  });
});

describe('a chunk', () => {
  test('is named by its checksum, and has a maximum size', async () => {
    const detail = async (files: Parameters<typeof formOf>[0]) => {
      const { status, body } = await request(chunkUpload, { form: formOf(files) });
      return [status, body?.detail];
    };
    const piece = Buffer.from('piece');
    expect(await detail([['file', piece, sha1(piece)]])).toEqual([200, undefined]);
    expect(await detail([['file', piece, sha1(Buffer.from('other'))]])).toEqual([
      400,
      expect.stringMatching(/damaged/),
    ]);
    expect(await detail([['file', piece, '../../etc/passwd']])).toEqual([400, expect.stringMatching(/SHA-1/)]);
    expect(await detail([['file_gzip', piece, sha1(piece)]])).toEqual([400, expect.stringMatching(/marked as gzip/)]);
    const bomb = Buffer.alloc(limits.CHUNK_BYTES_MAX + 1);
    expect(await detail([['file_gzip', gzipSync(bomb), sha1(bomb)]])).toEqual([
      400,
      expect.stringMatching(/between 1/),
    ]);
    expect(await detail([['file', Buffer.alloc(limits.CHUNK_BYTES_MAX + 70_000), sha1(piece)]])).toEqual([
      400,
      expect.stringMatching(/at most/),
    ]);
    const many = Array.from({ length: limits.CHUNKS_PER_REQUEST_COUNT_MAX + 1 }, () => ['file', piece, sha1(piece)]);
    expect(await detail(many as Parameters<typeof formOf>[0])).toEqual([400, expect.stringMatching(/at most 64/)]);
  });

  test('has a readable format', async () => {
    for (const [type, body] of [
      ['application/json', '{}'],
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=x', '--x\r\nnonsense'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nno end',
      ],
    ] as const) {
      const response = await api.request(`/api/0${chunkUpload}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body,
      });
      expect([type, response.status]).toEqual([type, 400]);
    }
  });

  test('is deleted after an hour', async () => {
    await send([bundle]);
    server.clock.nowMs += limits.CHUNK_AGE_MS_MAX + 1;
    await server.reopenAssembler();
    const key = `chunks/${shop.organization.id}/${sha1(bundle)}`;
    await expect.poll(() => server.blobs.get(key)).toBeNull();
    expect((await assemble(bundle)).body.state).toBe('not_found');
  });
});

describe('files of a release', () => {
  const version = encodeURIComponent('shop/web 1.0');
  const path = `/projects/acme/shop/releases/${version}/files/`;

  test('are put, listed, read, renamed and deleted', async () => {
    const js = formOf([['file', Buffer.from('x()'), 'app.js']], { name: '~/app.js', header: 'Sourcemap: app.js.map' });
    const put = await request(path, { form: js });
    expect(put).toMatchObject({
      status: 201,
      body: { name: '~/app.js', size: 3, headers: { Sourcemap: '~/app.js.map' } },
    });
    const map = await request(path, { form: formOf([['file', Buffer.from('{}'), 'app.js.map']], { name: '~/x.map' }) });
    const renamed = await request(`${path}${map.body.id}/`, { method: 'PUT', json: { name: '~/app.js.map' } });
    expect(renamed.body.name).toBe('~/app.js.map');
    const list = await request(`/organizations/acme/releases/${version}/files/`);
    expect(list.body.map(({ name }: { name: string }) => name)).toEqual(['~/app.js', '~/app.js.map']);
    const script = await server.state.artifactById(shop.id, Number(put.body.id));
    expect(String(script?.mapId)).toBe(renamed.body.id);
    const download = async (by: string) =>
      api.request(`/api/0${path}${put.body.id}/?download=1`, { headers: { authorization: `Bearer ${by}` } });
    // A build has sent it, and need not read it.
    expect((await download(token)).status).toBe(403);
    const bytes = await download(await tokenOf(['project:releases']));
    expect(await bytes.text()).toBe('x()');
    expect(bytes.headers.get('content-disposition')).toBe('attachment');
    expect((await request(`${path}${put.body.id}/`, { method: 'DELETE' })).status).toBe(204);
    expect((await request(`${path}${put.body.id}/`)).status).toBe(404);
    expect((await request(`/projects/acme/shop/releases/other/files/${renamed.body.id}/`)).status).toBe(404);
  });

  test('of a bundle go with it only', async () => {
    await send([bundle]);
    await assemble(bundle, { version: 'shop/web 1.0' });
    const [file] = (await request(path)).body;
    expect((await request(`${path}${file.id}/`, { method: 'DELETE' })).status).toBe(409);
  });

  test('without a file, or with an impossible name, are refused', async () => {
    expect((await request(path, { form: formOf([], { name: '~/a.js' }) })).status).toBe(400);
    const long = formOf([['file', Buffer.from('x'), 'a.js']], { name: '~/a.js', dist: 'd'.repeat(65) });
    expect((await request(path, { form: long })).status).toBe(400);
  });
});

describe('releases', () => {
  const path = '/organizations/acme/releases/';
  const make = (json: object) => request(path, { json });

  test('are created once for repeated requests of a build', async () => {
    const first = await make({
      version: 'shop@1.0',
      projects: ['shop'],
      dateStarted: '2026-11-21T09:49:29.217454930Z',
    });
    expect(first).toMatchObject({ status: 201, body: { version: 'shop@1.0', status: 'open', dateReleased: null } });
    const again = await make({ version: 'shop@1.0', projects: ['shop'], status: 'archived', url: 'https://x.test' });
    expect(again).toMatchObject({ status: 200, body: { status: 'archived', url: 'https://x.test' } });
    expect(again.body.dateStarted).toBe('2026-11-21T09:49:29.217Z');
    expect((await request(`${path}?status=archived`)).body).toHaveLength(1);
    expect((await request(`${path}?status=open`)).body).toEqual([]);
    // With a single project, it can be omitted.
    expect((await make({ version: 'shop@1.1' })).body.projects).toMatchObject([{ slug: 'shop' }]);
    for (const wrong of [{}, { version: '' }, { version: 'x'.repeat(201) }, { version: 'a\tb' }, { version: '..' }]) {
      expect((await make({ projects: ['shop'], ...wrong })).status, JSON.stringify(wrong)).toBe(400);
    }
    expect((await make({ version: '1', projects: ['theirs'] })).status).toBe(404);
    expect((await make({ version: '1', projects: ['shop'], dateReleased: 'soon' })).status).toBe(400);
  });

  test('have names of any kind in their path', async () => {
    for (const version of ['shop/web', 'a b', '100%25', 'ünï', '__proto__', '?x#y', 'web@1.0']) {
      await make({ version, projects: ['shop'] });
      for (const place of ['/organizations/acme', '/projects/acme/shop']) {
        const found = await request(`${place}/releases/${encodeURIComponent(version)}/`);
        expect(found.body.version, version).toBe(version);
      }
    }
    expect((await request(`${path}never/`)).status).toBe(404);
    expect((await request(`${path}never/`, { method: 'PUT', json: {} })).status).toBe(404);
  });

  test('keep dates, commits and deploys, and list new issues', async () => {
    await make({ version: '1.0', projects: ['shop'] });
    await make({ version: '2.0', projects: ['shop'] });
    const commit = {
      id: 'c1',
      message: 'pay once\n',
      author_name: 'Ada',
      author_email: 'ada@example.com',
      timestamp: '2026-11-21T09:49:47+00:00',
      repository: 'acme/shop',
      patch_set: [{ path: 'src/pay.ts', type: 'M' }],
    };
    await request(`${path}1.0/`, { method: 'PUT', json: { commits: [commit] } });
    expect((await request(`${path}2.0/previous-with-commits/`)).body).toMatchObject({ version: '1.0', commitCount: 1 });
    expect((await request(`${path}1.0/previous-with-commits/`)).body).toEqual({});
    expect((await request(`${path}1.0/commits/`)).body).toEqual([
      {
        id: 'c1',
        message: 'pay once',
        dateCreated: '2026-11-21T09:49:47.000Z',
        author: { name: 'Ada', email: 'ada@example.com' },
        repository: { name: 'acme/shop' },
        patchSet: [{ path: 'src/pay.ts', type: 'M' }],
      },
    ]);
    const refs = [{ repository: 'acme/shop', commit: 'c2' }];
    expect((await request(`${path}2.0/`, { method: 'PUT', json: { refs } })).body.refs).toEqual([
      { ...refs[0], previousCommit: null },
    ]);
    const idsOf = async (version: string) =>
      (await request(`${path}${version}/commits/`)).body.map(({ id }: { id: string }) => id);
    expect(await idsOf('2.0')).toEqual(['c2']);
    await request(`${path}1.0/`, { method: 'PUT', json: { refs: [{ repository: 'acme/shop', commit: 'c1' }] } });
    expect((await request(`${path}1.0/commits/`)).body).toMatchObject([{ id: 'c1', message: 'pay once' }]);
    expect((await request(`${path}2.0/`, { method: 'PUT', json: { refs: [] } })).body.commitCount).toBe(0);
    expect(await idsOf('2.0')).toEqual([]);
    const deploy = await request(`${path}1.0/deploys/`, { json: { environment: 'production' } });
    expect(deploy).toMatchObject({
      status: 201,
      body: { environment: 'production', dateFinished: expect.any(String) },
    });
    expect((await request(`${path}1.0/deploys/`, { json: { environment: '' } })).status).toBe(400);
    await server.report(shop, 'pay', { release: '1.0' });
    const answer = await request(`/projects/acme/shop/releases/1.0/?health=1`);
    expect(answer.body).toMatchObject({
      newGroups: 1,
      commitCount: 1,
      deployCount: 1,
      lastDeploy: { environment: 'production' },
      lastCommit: { id: 'c1' },
      authors: [{ name: 'Ada', email: 'ada@example.com' }],
      firstEvent: '2026-11-21T12:30:00.000Z',
      projects: [{ id: shop.id, slug: 'shop', newGroups: 1 }],
    });
    expect((await request(`${path}1.0/`, { method: 'DELETE' })).status).toBe(409);
    expect((await request(`${path}2.0/`, { method: 'DELETE' })).status).toBe(204);
  });

  test('are listed page by page', async () => {
    for (const version of ['1', '2', '3']) {
      server.clock.nowMs += 1000;
      await make({ version, projects: ['shop'] });
    }
    const first = await request(`${path}?per_page=2`);
    expect(first.body.map(({ version }: { version: string }) => version)).toEqual(['3', '2']);
    const page = await server.query.releases(owner, {
      projects: [],
      environments: [],
      health: false,
      status: null,
      text: '',
      cursor: null,
      count: 2,
    });
    const second = await request(`${path}?per_page=2&cursor=${page.next}`);
    expect(second.body.map(({ version }: { version: string }) => version)).toEqual(['1']);
    expect((await request(`${path}?cursor=x`)).status).toBe(400);
    expect((await request('/organizations/acme/repos/?cursor=')).body).toEqual([]);
  });
});

test('debug files of native programs are refused in words', async () => {
  const reading = await tokenOf(['project:read']);
  const json = { [sha1(bundle)]: { name: 'a', chunks: [] } };
  const { body } = await request('/projects/acme/shop/files/difs/assemble/', { json, token: reading });
  expect(body[sha1(bundle)]).toMatchObject({ state: 'error', detail: expect.stringContaining('source maps') });
});
