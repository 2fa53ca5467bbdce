import { describe, expect, test } from 'vitest';
import { limits, type OrganizationId } from '@seismo/protocol';
import { readArtifact } from '#store/blobs/artifact-bytes.ts';
import { openMemoryBlobs } from '#store/blobs/memory.ts';
import { chunkKey } from './chunked-file.ts';
import { readBundle } from './read-bundle.ts';
import { artifactBundle, sha1, withHeader, zip } from './test-bundle.ts';

const organizationId = 1 as OrganizationId;
const id = 'd09759d5-72df-43b6-8855-16649a1a2bb7';

async function read(bundle: Buffer, chunkBytes = bundle.length) {
  const blobs = openMemoryBlobs();
  const chunks: { checksum: string; bytes: number }[] = [];
  for (let at = 0; at < bundle.length; at += chunkBytes) {
    const piece = bundle.subarray(at, at + chunkBytes);
    await blobs.put(chunkKey(organizationId, sha1(piece)), piece);
    chunks.push({ checksum: sha1(piece), bytes: piece.length });
  }
  return { blobs, files: await readBundle(blobs, { organizationId, checksum: sha1(bundle), chunks }) };
}

describe('a bundle', () => {
  test('is read from chunks of any size, each file with its map', async () => {
    const bundle = artifactBundle([
      { url: '~/a.js', body: 'x()', headers: { 'debug-id': id.toUpperCase(), Sourcemap: 'maps/7.js.map' } },
      { url: '~/maps/7.js.map', body: '{"version":3}' },
      { url: '~/alone.js', body: 'y()' },
    ]);
    for (const chunkBytes of [7, 64, bundle.length]) {
      const { blobs, files } = await read(bundle, chunkBytes);
      expect(files).toMatchObject([
        { kind: 'minified-source', url: '~/a.js', debugId: id, mapUrl: '~/maps/7.js.map', map: 1, bytes: 3 },
        { kind: 'source-map', url: '~/maps/7.js.map', debugId: null, mapUrl: '', map: null },
        { url: '~/alone.js', map: null },
      ]);
      expect(Buffer.from((await readArtifact(blobs, files[0]!))!).toString()).toBe('x()');
    }
  });

  test('may have debug IDs and map references only inside its files', async () => {
    const { files } = await read(
      artifactBundle([
        { url: '~/n.js', body: `z();\n//# debugId=${id}\n//# sourceMappingURL=other.js.map\n` },
        { url: '~/chunks/other-name.js.map', body: `{"version":3,"sections":[],"debugId": "${id}"}` },
        { url: '~/inline.js', body: '//# sourceMappingURL=data:application/json;base64,e30=' },
        { url: '~/old.js', body: '//@ sourceMappingURL=/maps/old.map' },
        { url: '~/maps/old.map', body: `{"sourcesContent":["\\"debugId\\":\\"${id}\\""]}`, type: 'source_map' },
      ]),
    );
    expect(files).toMatchObject([
      // Next's maps have other names, so the debug ID finds them.
      { url: '~/n.js', debugId: id, mapUrl: '~/other.js.map', map: 1 },
      { debugId: id },
      { mapUrl: '', map: null },
      { mapUrl: '~/maps/old.map', map: 4, debugId: null },
      { debugId: null },
    ]);
  });
});

describe('refusals with reasons', () => {
  const refused: [string, () => Buffer, RegExp][] = [
    ['what is no ZIP', () => Buffer.from('hello, this is no archive at all'), /cannot be unzipped/],
    ['a ZIP without a manifest', () => withHeader(zip([{ name: 'a.js', body: '1' }])), /no manifest\.json/],
    ['a manifest that is not JSON', () => zip([{ name: 'manifest.json', body: '{' }]), /not JSON/],
    ['a manifest without files', () => zip([{ name: 'manifest.json', body: '{"files":[]}' }]), /no "files"/],
    [
      'a file that the ZIP lacks',
      () => zip([{ name: 'manifest.json', body: '{"files":{"__proto__x":{"url":"~/a.js"}}}' }]),
      /lacks "__proto__x"/,
    ],
    ['a file without a URL', () => zip([{ name: 'manifest.json', body: '{"files":{"a":{}}}' }]), /has no URL/],
    [
      'a path that leads out of the ZIP',
      () => artifactBundle([], [{ name: '../../etc/passwd', body: 'x' }]),
      /cannot be unzipped: invalid relative path/,
    ],
    ['an absolute path', () => artifactBundle([], [{ name: '/etc/passwd', body: 'x' }]), /cannot be unzipped/],
    [
      'a file that says it is larger than any may be',
      () => artifactBundle([], [{ name: 'manifest.json', body: 'x', declaredSize: limits.ARTIFACT_BYTES_MAX + 1 }]),
      /the limit is \d+/,
    ],
    [
      'a file that inflates to more than it says',
      () => zip([{ name: 'manifest.json', body: Buffer.alloc(50_000_000), declaredSize: 100 }]),
      /cannot be unzipped/,
    ],
    [
      'files that are too large together',
      () =>
        artifactBundle(
          [],
          Array.from({ length: 9 }, (_, index) => ({
            name: `b${index}`,
            body: 'x',
            declaredSize: limits.BUNDLE_INFLATED_BYTES_MAX / 8,
          })),
        ),
      /files have \d+ bytes; the limit is/,
    ],
  ];
  test.each(refused)('%s', async (_what, make, why) => {
    await expect(read(make())).rejects.toThrow(why);
  });

  test('a hundred thousand entries, before they are looked at', async () => {
    const many = zip(Array.from({ length: 60_000 }, (_, index) => ({ name: `f${index}`, body: '' })));
    const before = process.threadCpuUsage();
    await expect(read(many)).rejects.toThrow(/60000 files; the limit is/);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1_000);
  });

  test('chunks that do not match the checksum, and missing chunks', async () => {
    const blobs = openMemoryBlobs();
    const piece = artifactBundle([]);
    const chunks = [{ checksum: sha1(piece), bytes: piece.length }];
    const bundle = { organizationId, checksum: sha1(Buffer.from('other')), chunks };
    await expect(readBundle(blobs, bundle)).rejects.toThrow(/chunk of the upload is missing/);
    await blobs.put(chunkKey(organizationId, sha1(piece)), piece);
    await expect(readBundle(blobs, bundle)).rejects.toThrow(/do not match the checksum/);
  });
});
