import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  limits,
  readDebugId,
  readEnvelope,
  type EventPayload,
  type Frame,
  type OrganizationId,
  type ProjectId,
} from '@seismo/protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import { isInApp } from '#domain/normalize/in-app.ts';
import { normalizeEvent } from '#domain/normalize/normalize.ts';
import { putArtifact } from '#store/blobs/artifact-bytes.ts';
import { openMemoryBlobs } from '#store/blobs/memory.ts';
import type { ArtifactFacts, BundleUse, State } from '#store/state/contract.ts';
import { seedProject } from '#store/state/projects/seeds.ts';
import { StoreFailure } from '#store/store-failure.ts';
import { openTestState } from '../testing/new-stores.ts';
import { createSymbolicator, type Symbolicator } from './symbolicate.ts';

const golden = new URL('../../../../tests/golden/', import.meta.url);
const ID = 'a3d9bcbf-0a6d-4374-a049-230437be0cb1';
const OTHER_ID = 'b3d9bcbf-0a6d-4374-a049-230437be0cb1';

let state: State;
let blobs: ReturnType<typeof openMemoryBlobs>;
let project: { organizationId: OrganizationId; projectId: ProjectId };
let symbolicator: Symbolicator;

beforeEach(async () => {
  state = await openTestState();
  blobs = openMemoryBlobs();
  project = await seedProject(state);
  symbolicator = createSymbolicator({ state, blobs }, isInApp);
});

interface File extends Partial<Omit<ArtifactFacts, 'blobKey' | 'debugId'>> {
  url: string;
  bytesOf: Buffer | string;
  debugId?: string;
}

async function upload(files: File[], use: Partial<BundleUse> = {}): Promise<void> {
  const facts = await Promise.all(
    files.map(async ({ bytesOf, debugId, url, ...rest }): Promise<ArtifactFacts> => ({
      kind: url.endsWith('.map') ? 'source-map' : 'minified-source',
      mapUrl: '',
      map: null,
      url,
      bytes: Buffer.byteLength(bytesOf),
      ...rest,
      debugId: readDebugId(debugId),
      blobKey: await putArtifact(blobs, project.organizationId, Buffer.from(bytesOf)),
    })),
  );
  const checksum = createHash('sha1')
    .update(JSON.stringify([facts, use]))
    .digest('hex');
  const uses = [{ projectId: project.projectId, release: 'shop@1.0', dist: '', uploadedAtMs: 1, ...use }];
  await state.write((tx) => tx.addBundle({ organizationId: project.organizationId, checksum, files: facts, uses }));
}

const source = Array.from({ length: 20 }, (_, index) =>
  index === 9 ? 'export const total = (items) => items.sum();' : `// line ${index + 1}`,
).join('\n');
/** The first column of the script's first line is `items.sum` in line 10. */
const map = { version: 3, sources: ['../src/cart.ts'], sourcesContent: [source], names: ['sum'], mappings: 'AASgCA' };
const mapText = JSON.stringify(map);
const script = { url: '~/assets/app.js', bytesOf: 'app', mapUrl: '~/assets/app.js.map', map: 1 };
const itsMap = { url: '~/assets/app.js.map', bytesOf: mapText };

const uploadById = () =>
  upload(
    [script, itsMap].map((file) => ({ ...file, debugId: ID })),
    { release: '' },
  );

function eventOf(frame: Frame | Frame[], more: Partial<EventPayload> = {}): EventPayload {
  const frames = [frame].flat().map((one) => ({ in_app: true, ...one }));
  const rest = {
    event_id: '0'.repeat(32),
    timestamp: 1,
    received: 1,
    level: 'error' as const,
    contexts: {},
    tags: {},
    extra: {},
  };
  return {
    ...rest,
    platform: 'javascript',
    release: 'shop@1.0',
    exception: { values: [{ type: 'TypeError', stacktrace: { frames } }] },
    _meta: [],
    ...more,
  };
}

const inApp: Frame = { filename: 'https://shop.example/assets/app.js?v=1', function: 'a', lineno: 1, colno: 1 };
const withId = (id = ID, file = inApp.filename!) => ({
  debug_meta: { images: [{ type: 'sourcemap', code_file: file, debug_id: id }] },
});

async function frameAfter(event: EventPayload): Promise<Frame> {
  await symbolicator.forBatch().symbolicate(event, project.projectId);
  return event.exception!.values[0]!.stacktrace!.frames.at(-1)!;
}

const reasonAfter = async (event: EventPayload) => {
  const found = (await frameAfter(event)).map;
  if (found?.state !== 'unmapped') throw new Error(`a reason was expected, not ${JSON.stringify(found)}`);
  return { why: found.why, detail: found.detail };
};

describe('recorded events', () => {
  interface Expected {
    files: Record<string, { js: string; map: string }>;
    events: {
      envelope: string;
      event_id: string;
      exceptions: {
        frames: {
          expected: {
            source: string;
            line: number;
            column0: number;
            context_line: string | null;
            in_node_modules: boolean;
          } | null;
        }[];
      }[];
    }[];
  }
  const bundles = readdirSync(new URL('source-maps/', golden));
  const recorded = new Set(readdirSync(new URL('envelopes/', golden)));

  test.each(bundles)('of %s come back to their sources by debug ID', async (bundle) => {
    const read = (file: string) => readFileSync(new URL(`source-maps/${bundle}/${file}`, golden));
    const expected = JSON.parse(read('expected.json').toString()) as Expected;
    for (const [at, [url, { js, map: mapFile }]] of Object.entries(expected.files).entries()) {
      const debugId = (/"debug_?[iI]d":"([\w-]+)"/.exec(read(mapFile).toString()) ??
        /"(\w{8}-\w{4}-\w{4}-\w{4}-\w{12})"/.exec(read(js).toString()) ??
        /`(\w{8}-\w{4}-\w{4}-\w{4}-\w{12})`/.exec(read(js).toString()))![1]!;
      await upload([{ url: `${url}.map`, bytesOf: read(mapFile), debugId }], { release: '', uploadedAtMs: at });
    }
    let events = 0;
    for (const { envelope, event_id, exceptions } of expected.events) {
      if (!recorded.has(envelope)) continue;
      const items = readEnvelope(readFileSync(new URL(`envelopes/${envelope}`, golden))).items;
      const raw = JSON.parse(new TextDecoder().decode(items.find(({ kind }) => kind === 'event')!.payload)) as object;
      const context = {
        eventId: event_id as never,
        receivedAtMs: Date.UTC(2026, 10, 21),
        clockSkewMs: 0,
        clientAddress: null,
        userAgent: null,
        inferIp: null,
      };
      const event = normalizeEvent(raw, context) as EventPayload;
      await symbolicator.forBatch().symbolicate(event, project.projectId);
      events++;
      for (const [which, { frames }] of exceptions.entries()) {
        for (const [index, { expected: wanted }] of frames.entries()) {
          const frame = event.exception!.values[which]!.stacktrace!.frames[index]!;
          if (!wanted) {
            expect(frame.map?.state).not.toBe('mapped');
            continue;
          }
          expect(frame).toMatchObject({
            lineno: wanted.line,
            colno: wanted.column0 + 1,
            map: { state: 'mapped', by: 'debug-id' },
          });
          expect(frame.abs_path ?? frame.filename).toBe(wanted.source);
          expect(frame.filename).not.toMatch(/^(?:\.|turbopack|\/)/);
          if (wanted.in_node_modules) expect(frame.in_app).toBe(false);
          else
            expect(frame).toMatchObject({
              in_app: true,
              context_line: wanted.context_line!.slice(0, limits.SOURCE_LINE_CHARS_MAX),
            });
        }
      }
    }
    expect(events).toBeGreaterThan(1);
  });
});

test('the components that React names come back to their sources with the frames', async () => {
  await uploadById();
  // Chunks of webpack have the folders of the route in their path.
  const built = 'https://shop.example/assets/(main)/app.js?v=1';
  const stackOf = (at: string) => `\n    at ${at}\n    at div (<anonymous>)\n    at Suspense`;
  const event = eventOf(inApp, {
    ...withId(ID, built),
    contexts: { react: { componentStack: `${stackOf(`a (${built}:1:1)`)}\nb@${built}:1:1\n    at c (${built}:9:9)` } },
  });
  await symbolicator.forBatch().symbolicate(event, project.projectId);
  const mapped = `${stackOf('total (src/cart.ts:10:33)')}\n    at total (src/cart.ts:10:33)\n    at c (${built}:9:9)`;
  expect(event.contexts['react']).toEqual({ componentStack: mapped });
  // A repair meets them again.
  await symbolicator.forBatch().symbolicate(event, project.projectId);
  expect(event.contexts['react']).toEqual({ componentStack: mapped });
});

describe('a frame that has a map', () => {
  test('gets its position, function and five lines of context, and keeps the original frame', async () => {
    await uploadById();
    expect(await frameAfter(eventOf({ ...inApp, module: 'app', context_line: 'a{snip}' }, withId()))).toEqual({
      filename: 'src/cart.ts',
      abs_path: '../src/cart.ts',
      function: 'total',
      lineno: 10,
      colno: 33,
      in_app: true,
      pre_context: ['// line 5', '// line 6', '// line 7', '// line 8', '// line 9'],
      context_line: 'export const total = (items) => items.sum();',
      post_context: ['// line 11', '// line 12', '// line 13', '// line 14', '// line 15'],
      map: {
        state: 'mapped',
        by: 'debug-id',
        artifact: '~/assets/app.js.map',
        generated: { ...inApp, module: 'app', context_line: 'a{snip}', in_app: true },
      },
    });
  });

  test('is found by release, dist and URL when it has no debug ID', async () => {
    await upload([script, itsMap], { dist: 'web' });
    expect((await frameAfter(eventOf(inApp, { dist: 'web' }))).map).toMatchObject({ state: 'mapped', by: 'release' });
    const next = { ...inApp, filename: 'app:///assets/app.js' };
    expect((await frameAfter(eventOf(next, { dist: 'web' }))).map).toMatchObject({ state: 'mapped', by: 'release' });
  });

  test('prefers the full URL over the path', async () => {
    const exact = { ...map, sources: ['exact.ts'] };
    const url = 'https://shop.example/assets/app.js';
    await upload([script, itsMap, { ...script, url, map: 3 }, { url: `${url}.map`, bytesOf: JSON.stringify(exact) }]);
    expect((await frameAfter(eventOf(inApp))).filename).toBe('exact.ts');
  });

  test('is found if only the map was uploaded, beside where the script is', async () => {
    await upload([itsMap]);
    expect((await frameAfter(eventOf(inApp))).filename).toBe('src/cart.ts');
  });

  test('is found inside the uploaded script', async () => {
    const inline = `app\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(mapText).toString('base64')}`;
    await upload([{ url: '~/assets/app.js', bytesOf: inline }]);
    expect((await frameAfter(eventOf(inApp))).map).toMatchObject({
      state: 'mapped',
      by: 'inline',
      artifact: '~/assets/app.js',
    });
  });

  test('notes missing lines when the map has no source, and is named by its caller', async () => {
    const bare = { ...map, sourcesContent: undefined, mappings: 'AASgCA,CADA' };
    await upload([script, { ...itsMap, bytesOf: JSON.stringify(bare) }]);
    const thrown = { ...inApp, function: 'b', colno: 2 };
    const frame = await frameAfter(eventOf([{ ...inApp }, thrown]));
    expect(frame).toMatchObject({
      function: 'sum',
      lineno: 9,
      map: { state: 'mapped', lacks: 'source-content-missing' },
    });
    expect(frame.context_line).toBeUndefined();
    expect((await frameAfter(eventOf([{ filename: '<anonymous>', function: 'map' }, { ...thrown }]))).function).toBe(
      'b',
    );
  });

  test.each([
    ['a source that the map says is a library', { ...map, ignoreList: [0] }],
    ['a source below node_modules', { ...map, sources: ['../node_modules/lib/index.js'] }],
    ['a module that a loader made up', { ...map, sources: ['webpack://@acme/shop/?e341'] }],
    ['a module that a loader made up, renamed by the SDK', { ...map, sources: ['@acme/shop/?e341'] }],
  ])('%s is not in-app', async (_, library) => {
    await upload([script, { ...itsMap, bytesOf: JSON.stringify(library) }]);
    expect((await frameAfter(eventOf(inApp))).in_app).toBe(false);
  });

  test('stays out of the app if the client set in_app to false', async () => {
    await upload([script, itsMap]);
    expect((await frameAfter(eventOf({ ...inApp, in_app: false }))).in_app).toBe(false);
  });

  test('keeps the part around the column of an overlong line', async () => {
    const long = `${'x'.repeat(5_000)}total(${'y'.repeat(5_000)})`;
    const one = { ...map, sourcesContent: [long], mappings: 'AAAwzJ' };
    await upload([script, { ...itsMap, bytesOf: JSON.stringify(one) }]);
    const { context_line: line } = await frameAfter(eventOf(inApp));
    expect(line).toMatch(/^\{snip\} x+total\(y+ \{snip\}$/);
    expect(line!.length).toBeLessThanOrEqual(limits.SOURCE_LINE_CHARS_MAX);
  });

  test('of threads and of a stack by itself is mapped too', async () => {
    await upload([script, itsMap]);
    const event = eventOf(inApp, {
      stacktrace: { frames: [{ ...inApp }] },
      threads: { values: [{ id: '1', stacktrace: { frames: [{ ...inApp }] } }] },
    });
    await symbolicator.forBatch().symbolicate(event, project.projectId);
    expect(event.stacktrace!.frames[0]!.filename).toBe('src/cart.ts');
    expect(event.threads!.values[0]!.stacktrace!.frames[0]!.filename).toBe('src/cart.ts');
  });
});

describe('a frame without a map has a reason:', () => {
  test('no-debug-id, before anything was uploaded and after uploads that only have debug IDs', async () => {
    expect(await reasonAfter(eventOf(inApp))).toEqual({ why: 'no-debug-id', detail: {} });
    await upload([{ ...itsMap, debugId: OTHER_ID }], { release: '' });
    expect(await reasonAfter(eventOf(inApp))).toEqual({ why: 'no-debug-id', detail: {} });
  });

  test('no-artifact-with-debug-id, and which ID the file of the release has instead', async () => {
    const event = () => eventOf(inApp, withId());
    expect(await reasonAfter(event())).toEqual({ why: 'no-artifact-with-debug-id', detail: { debugId: ID } });
    await upload([
      { ...script, debugId: OTHER_ID },
      { ...itsMap, debugId: OTHER_ID },
    ]);
    expect(await reasonAfter(event())).toEqual({
      why: 'no-artifact-with-debug-id',
      detail: { debugId: ID, artifact: '~/assets/app.js', uploaded: OTHER_ID },
    });
  });

  test('release-differs, with the most similar uploaded releases first', async () => {
    for (const release of ['other@9', 'shop@0.9', '1.0', 'shop@1.0.1']) await upload([script, itsMap], { release });
    expect(await reasonAfter(eventOf(inApp))).toEqual({
      why: 'release-differs',
      detail: { release: 'shop@1.0', uploaded: ['shop@1.0.1', 'shop@0.9', '1.0'] },
    });
    const { release: _, ...nameless } = eventOf(inApp);
    expect((await reasonAfter(nameless)).detail['release']).toBe('');
  });

  test('dist-differs, with the uploaded dist', async () => {
    await upload([script, itsMap], { dist: 'web' });
    expect(await reasonAfter(eventOf(inApp, { dist: 'ios' }))).toEqual({
      why: 'dist-differs',
      detail: { artifact: '~/assets/app.js', dist: 'ios', uploaded: ['web'] },
    });
  });

  test.each([
    ['~/static/js/app.js', 'the folder'],
    ['~/assets/App.js', 'letter case'],
    ['https://cdn.example/assets/app.js', 'the host'],
    ['~/assets/app-BAp1j0GA.js', 'the hash in the file name'],
  ])('url-mismatch, with %s as the closest', async (url, differs) => {
    await upload([
      { url: '~/vendor.js', bytesOf: 'v' },
      { url, bytesOf: 'app' },
    ]);
    expect(await reasonAfter(eventOf(inApp))).toEqual({
      why: 'url-mismatch',
      detail: { looked: ['https://shop.example/assets/app.js', '~/assets/app.js'], closest: url, differs },
    });
  });

  test('no-map-for-source, and where the map should have been', async () => {
    await upload([{ ...script, map: null }]);
    const detail = { artifact: '~/assets/app.js', expected: '~/assets/app.js.map' };
    expect(await reasonAfter(eventOf(inApp))).toEqual({ why: 'no-map-for-source', detail });
    await upload([{ url: '~/assets/b.js', bytesOf: 'no comment in it' }]);
    const other = { ...inApp, filename: 'https://shop.example/assets/b.js' };
    expect(await reasonAfter(eventOf(other))).toEqual({
      why: 'no-map-for-source',
      detail: { artifact: '~/assets/b.js' },
    });
  });

  test('position-missing', async () => {
    await upload([script, itsMap]);
    const detail = { artifact: '~/assets/app.js.map' };
    expect(await reasonAfter(eventOf({ ...inApp, lineno: 70 }))).toEqual({ why: 'position-missing', detail });
  });

  test('no-position', async () => {
    await upload([script, itsMap]);
    expect(await reasonAfter(eventOf({ filename: inApp.filename!, lineno: 1 }))).toEqual({
      why: 'no-position',
      detail: {},
    });
  });

  test('map-malformed, with the syntax error', async () => {
    await upload([script, { ...itsMap, bytesOf: '<!doctype html>' }]);
    expect(await reasonAfter(eventOf(inApp))).toEqual({
      why: 'map-malformed',
      detail: { artifact: '~/assets/app.js.map', problem: expect.stringContaining('expected') as string },
    });
  });

  test('map-too-large, for one map and for all maps of an event', async () => {
    await upload([script, { ...itsMap, bytes: limits.MAP_BYTES_MAX + 1 }]);
    expect((await reasonAfter(eventOf(inApp))).why).toBe('map-too-large');
    const files = ['a', 'b', 'c'].flatMap((name, index) => [
      { url: `~/${name}.js`, bytesOf: name, mapUrl: `~/${name}.js.map`, map: index * 2 + 1 },
      { url: `~/${name}.js.map`, bytesOf: mapText, bytes: limits.MAP_BYTES_MAX },
    ]);
    await upload(files);
    const frames = ['a', 'b', 'c'].map((name) => ({ ...inApp, filename: `https://shop.example/${name}.js` }));
    for (const time of ['read', 'at hand']) {
      const event = eventOf(frames.map((frame) => ({ ...frame })));
      expect((await reasonAfter(event)).why, time).toBe('map-too-large');
      expect(event.exception!.values[0]!.stacktrace!.frames.map((frame) => frame.map!.state)).toEqual([
        'mapped',
        'mapped',
        'unmapped',
      ]);
    }
  });

  test('map-gone', async () => {
    await upload([script, itsMap]);
    for await (const key of blobs.list('artifacts/')) await blobs.delete(key);
    expect((await reasonAfter(eventOf(inApp))).why).toBe('map-gone');
  });
});

describe('no error is reported for', () => {
  test.each<[string, Frame, Partial<EventPayload>]>([
    ['native code', { filename: '<anonymous>', function: 'map' }, {}],
    ['an extension', { filename: 'chrome-extension://abc/content.js', lineno: 1, colno: 1 }, {}],
    ['a script in a page', { filename: 'https://shop.example/checkout', lineno: 12, colno: 3 }, {}],
    ['a page', { filename: 'https://shop.example/index.html', lineno: 12, colno: 3 }, {}],
    ['a line that the client sent along', { ...inApp, context_line: '  return items.sum();' }, {}],
    [
      'what a server runs as it was written',
      { filename: '/srv/app/cart.js', lineno: 12, colno: 3 },
      { platform: 'node' },
    ],
    [
      'a package that a server has installed in minified form',
      { filename: '/srv/app/node_modules/next/dist/compiled/server.prod.js', lineno: 18, colno: 3453 },
      { platform: 'node' },
    ],
    ['another language', { filename: 'app/cart.py', lineno: 12 }, { platform: 'python' }],
    ['a frame of another language', { filename: 'app/cart.js', lineno: 12, platform: 'native' }, {}],
  ])('%s', async (_, frame, more) => {
    await upload([itsMap], { release: 'other' });
    const before = { in_app: true, ...frame };
    expect(await frameAfter(eventOf(frame, more))).toEqual(before);
  });

  test('an error is reported for a built line on a server', async () => {
    const built = {
      filename: '/srv/app/.next/server/chunks/1.js',
      lineno: 1,
      colno: 7_000,
      context_line: '{snip} a.b()',
    };
    expect((await reasonAfter(eventOf(built, { platform: 'node' }))).why).toBe('no-debug-id');
  });
});

describe('cost', () => {
  test('a batch of events without uploads reads once, and only the first event waits', async () => {
    let reads = 0;
    const counting = { ...state, newestUploadAtMs: (id: ProjectId) => (reads++, state.newestUploadAtMs(id)) };
    const batch = createSymbolicator({ state: counting, blobs }, isInApp).forBatch();
    expect(batch.symbolicate(eventOf({ filename: '<anonymous>' }), project.projectId)).toBeUndefined();
    await batch.symbolicate(eventOf(inApp), project.projectId);
    const second = eventOf({ ...inApp, filename: 'https://shop.example/b.js' });
    expect(batch.symbolicate(second, project.projectId)).toBeUndefined();
    expect(second.exception!.values[0]!.stacktrace!.frames[0]!.map).toMatchObject({ why: 'no-debug-id' });
    expect(reads).toBe(1);
  });

  test('a map is read once for all batches, and an upload counts from the next batch on', async () => {
    let reads = 0;
    const counting = { get: (key: string) => (reads++, blobs.get(key)) };
    symbolicator = createSymbolicator({ state, blobs: counting }, isInApp);
    expect((await reasonAfter(eventOf(inApp))).why).toBe('no-debug-id');
    await upload([script, itsMap]);
    for (let batch = 0; batch < 5; batch++)
      expect((await frameAfter(eventOf({ ...inApp }))).filename).toBe('src/cart.ts');
    const batch = symbolicator.forBatch();
    await batch.symbolicate(eventOf({ ...inApp }), project.projectId);
    expect(batch.symbolicate(eventOf({ ...inApp }), project.projectId)).toBeUndefined();
    expect(reads).toBe(1);
  });

  test('a map of 30 MB stays in memory: it is read and parsed once', async () => {
    const text = 'const total = (items) => items.reduce((sum, item) => sum + item.price, 0);\n'.repeat(7_000);
    const large = {
      ...map,
      sources: [...map.sources, ...Array.from({ length: 60 }, (_, index) => `src/file-${index}.ts`)],
      sourcesContent: [source, ...Array.from({ length: 60 }, () => text)],
    };
    const bytesOf = JSON.stringify(large);
    expect(bytesOf.length).toBeGreaterThan(30_000_000);
    await upload([script, { ...itsMap, bytesOf }]);
    let reads = 0;
    const counting = { get: (key: string) => (reads++, blobs.get(key)) };
    symbolicator = createSymbolicator({ state, blobs: counting }, isInApp);
    for (let n = 0; n < 10; n++) expect((await frameAfter(eventOf({ ...inApp }))).lineno).toBe(10);
    // It is parsed when it is read.
    expect(reads).toBe(1);
  });

  test('no URL of an event or a map is ever fetched', async () => {
    let requests = 0;
    const listening = createServer((_, response) => {
      requests++;
      response.end(mapText);
    });
    listening.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
    const section = { offset: { line: 0, column: 0 }, url: `${origin}/section.map` };
    await upload([
      {
        url: `${origin}/app.js`,
        bytesOf: `x\n//# sourceMappingURL=${origin}/app.js.map`,
        mapUrl: `${origin}/app.js.map`,
      },
      { ...script, url: '~/b.js', mapUrl: '~/b.js.map', map: 2 },
      { url: '~/b.js.map', bytesOf: JSON.stringify({ version: 3, sections: [section] }) },
    ]);
    const frames = [`${origin}/b.js`, `${origin}/nowhere.js`, `${origin}/app.js`].map((filename) => ({
      ...inApp,
      filename,
    }));
    const event = eventOf(frames, withId(ID, `${origin}/nowhere.js`));
    await symbolicator.forBatch().symbolicate(event, project.projectId);
    const whys = event.exception!.values[0]!.stacktrace!.frames.map(
      ({ map: found }) => found?.state === 'unmapped' && found.why,
    );
    expect(whys).toEqual(['position-missing', 'no-artifact-with-debug-id', 'no-map-for-source']);
    listening.close();
    await once(listening, 'close');
    expect(requests).toBe(0);
  });

  test('an unavailable store is distinguished from an unreadable event', async () => {
    await upload([script, itsMap]);
    symbolicator = createSymbolicator({ state, blobs: { get: () => Promise.reject(new Error('EIO')) } }, isInApp);
    await expect(frameAfter(eventOf(inApp))).rejects.toThrow(StoreFailure);
  });

  test('frames beyond the limit stay unmapped', async () => {
    await upload([script, itsMap]);
    const values = Array.from({ length: 20 }, () => ({
      stacktrace: { frames: Array.from({ length: 250 }, () => ({ ...inApp })) },
    }));
    const event = eventOf(inApp, { exception: { values } });
    await symbolicator.forBatch().symbolicate(event, project.projectId);
    const frames = event.exception!.values.flatMap((value) => value.stacktrace!.frames);
    expect(frames.filter(({ map: found }) => found?.state === 'mapped').length).toBe(limits.MAPPED_FRAME_COUNT_MAX);
    expect(frames.filter(({ context_line: line }) => line !== undefined).length).toBe(
      limits.MAPPED_SOURCE_FRAME_COUNT_MAX,
    );
    expect(frames.at(-1)!.context_line).toBeDefined();
  });
});
