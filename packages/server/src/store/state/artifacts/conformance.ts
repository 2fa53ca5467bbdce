import assert from 'node:assert/strict';
import { pluck } from '../../../testing/pluck.ts';
import type { ArtifactFacts, BundleUse } from './contract.ts';
import type { ProjectId } from '@seismo/protocol';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import { bundle, debugId, file } from './seeds.ts';

const urlsOf = (files: { url: string }[]) => files.map(({ url }) => url);

export const artifactConformance: StatePromises = {
  'finds a file by debug ID, by URL and by release, with its map': async (state, project) => {
    const files = [
      file('~/a.js', { debugId: debugId('a'), mapUrl: '~/maps/1.js.map', map: 1 }),
      file('~/maps/1.js.map', { debugId: debugId('a'), bytes: 90 }),
    ];
    const bundleId = await state.write((tx) => tx.addBundle(bundle(project, 'a', { files })));
    const found = await state.artifactsByDebugIds(project.projectId, [debugId('a'), debugId('b')]);
    assert.deepEqual(urlsOf(found), ['~/a.js', '~/maps/1.js.map']);
    const [script, map] = found as [(typeof found)[0], (typeof found)[0]];
    assert.deepEqual(script, {
      id: script.id,
      bundleId,
      organizationId: project.organizationId,
      kind: 'minified-source',
      url: '~/a.js',
      debugId: debugId('a'),
      mapUrl: '~/maps/1.js.map',
      mapId: map.id,
      blobKey: 'artifacts/1/--a-js',
      bytes: 10,
      release: '1.0',
      dist: '',
      uploadedAtMs: 1_000,
    });
    assert.deepEqual(await state.artifactById(project.projectId, map.id), map);
    assert.deepEqual(await state.artifactsByUrls(project.projectId, ['~/a.js', '~/b.js'], 9), [script]);
    assert.deepEqual(await state.artifactsByUrls(project.projectId, ['~/a.js', '~/maps/1.js.map'], 1), [script]);
    assert.deepEqual(await state.artifactsOfRelease(project.projectId, '1.0', 9), [script, map]);
    assert.deepEqual(await state.artifactsOfRelease(project.projectId, '1.0', 1), [script]);
    assert.deepEqual(await state.artifactsOfRelease(project.projectId, '1.1', 9), []);
    assert.deepEqual(await state.artifactsByDebugIds(project.projectId, []), []);
    assert.deepEqual(await state.releasesWithArtifacts([project.projectId], ['1.0', '1.1']), ['1.0']);
    assert.equal(await state.bundleByChecksum(project.organizationId, 'a'.padEnd(40, '0')), bundleId);
    assert.equal(await state.bundleByChecksum(project.organizationId, 'b'.padEnd(40, '0')), null);
  },

  'shows a project only its own uploads, newest first': async (state, project) => {
    const other = await seedProject(state, 'acme', 'web');
    const files = [file('~/app.js', { debugId: debugId('a') })];
    await state.write(async (tx) => {
      const uses = (release: string, uploadedAtMs: number, dist = ''): BundleUse[] => [
        { projectId: project.projectId, release, dist, uploadedAtMs },
      ];
      await tx.addBundle(bundle(project, 'a', { files, uses: uses('1.0', 100) }));
      await tx.addBundle(bundle(project, 'b', { files, uses: uses('1.1', 300, 'x') }));
      await tx.addBundle(bundle(project, 'c', { files, uses: uses('1.1', 200) }));
      await tx.addBundle(
        bundle(other, 'a', { files, uses: [{ ...uses('1.0', 900)[0]!, projectId: other.projectId }] }),
      );
    });
    const known = await state.artifactsByDebugIds(project.projectId, [debugId('a')]);
    assert.deepEqual(pluck(known, 'release', 'dist'), [
      ['1.1', 'x'],
      ['1.1', ''],
      ['1.0', ''],
    ]);
    assert.deepEqual(pluck(await state.artifactsOfRelease(project.projectId, '1.1', 9), 'dist'), ['x', '']);
    assert.equal((await state.artifactsByUrls(other.projectId, ['~/app.js'], 9)).length, 1);
    const ofRelease = async (release: string) =>
      (await state.artifactsByUrls(project.projectId, ['~/app.js'], 9, release)).map(
        ({ uploadedAtMs }) => uploadedAtMs,
      );
    assert.deepEqual(await ofRelease('1.0'), [100]);
    assert.deepEqual(await ofRelease('1.1'), [300, 200]);
    assert.deepEqual(await ofRelease('1.2'), []);
    assert.equal(await state.artifactById(other.projectId, known[0]!.id), null);
    assert.equal(await state.newestUploadAtMs(project.projectId), 300);
    assert.equal(await state.newestUploadAtMs(99 as ProjectId), null);
  },

  'stores a bundle once for all projects and releases until none uses it': async (state, project) => {
    const second = await state.write((tx) =>
      tx.createProject({
        organizationId: project.organizationId,
        slug: 'api',
        name: '',
        platform: 'node',
        createdAtMs: 1,
      }),
    );
    const given = bundle(project, 'a');
    const id = await state.write((tx) => tx.addBundle(given));
    await assert.rejects(state.write((tx) => tx.addBundle(given)));
    await state.write((tx) =>
      tx.useBundle(id, [
        { projectId: project.projectId, release: '1.0', dist: '', uploadedAtMs: 2_000 },
        { projectId: second, release: '1.0', dist: 'x', uploadedAtMs: 2_000 },
      ]),
    );
    const first = { bundleId: id, projectId: project.projectId, release: '1.0', dist: '' };
    const counts = { bundled: true, fileCount: 2, debugIdCount: 0, mapCount: 1, bytes: 20, uploadedAtMs: 2_000 };
    assert.deepEqual(await state.listUploads(project.projectId, { after: null, count: 9 }), [{ ...first, ...counts }]);
    assert.deepEqual(urlsOf(await state.artifactsOfUpload(first, 9)), ['~/a.js', '~/a.js.map']);
    assert.deepEqual(await state.artifactsOfUpload({ ...first, dist: 'x' }, 9), []);
    assert.deepEqual(await state.write((tx) => tx.deleteUpload({ ...first, dist: 'x' })), []);
    assert.deepEqual(await state.write((tx) => tx.deleteUpload(first)), []);
    assert.deepEqual(await state.artifactsOfRelease(project.projectId, '1.0', 9), []);
    assert.equal((await state.artifactsOfRelease(second, '1.0', 9)).length, 2);
    const last = { bundleId: id, projectId: second, release: '1.0', dist: 'x' };
    assert.deepEqual(
      await state.write((tx) => tx.deleteUpload(last)),
      given.files.map(({ blobKey }) => blobKey).sort(),
    );
    assert.deepEqual(await state.write((tx) => tx.deleteUpload(last)), []);
    assert.equal(await state.bundleByChecksum(project.organizationId, given.checksum), null);
  },

  'does not call a blob an orphan that another bundle has': async (state, project) => {
    const shared = file('~/vendor.js');
    const [one] = await state.write(async (tx) => [
      await tx.addBundle(bundle(project, 'a', { files: [shared, file('~/a.js')] })),
      await tx.addBundle(bundle(project, 'b', { files: [shared] })),
    ]);
    const upload = { bundleId: one!, projectId: project.projectId, release: '1.0', dist: '' };
    assert.deepEqual(await state.write((tx) => tx.deleteUpload(upload)), ['artifacts/1/--a-js']);
  },

  'lists uploads page by page': async (state, { organizationId, projectId }) => {
    await state.write(async (tx) => {
      for (const [name, uploadedAtMs] of Object.entries({ a: 5, b: 7, c: 7, d: 6 })) {
        const uses = [{ projectId, release: name, dist: '', uploadedAtMs }];
        await tx.addBundle(bundle({ organizationId, projectId }, name, { uses }));
      }
    });
    const all = await state.listUploads(projectId, { after: null, count: 9 });
    assert.deepEqual(pluck(all, 'release'), ['c', 'b', 'd', 'a']);
    const paged = [
      ...(await state.listUploads(projectId, { after: null, count: 1 })),
      ...(await state.listUploads(projectId, { after: all[0]!, count: 2 })),
      ...(await state.listUploads(projectId, { after: all[2]!, count: 2 })),
    ];
    assert.deepEqual(paged, all);
  },

  'gathers release files, the newest of each URL, with their maps': async (state, { organizationId, projectId }) => {
    const put = (url: string, change: Partial<ArtifactFacts> = {}, dist = '') => {
      const { map: _, ...facts } = file(url, change);
      const use = { projectId, release: '1.0', dist, uploadedAtMs: 50 };
      return state.write((tx) => tx.putReleaseFile({ organizationId, use, file: facts }));
    };
    const script = await put('~/a.js', { mapUrl: '~/a.js.map' });
    assert.equal((await state.artifactById(projectId, script.id))?.mapId, null);
    const map = await put('~/a.js.map', { blobKey: 'artifacts/1/old' });
    assert.equal((await state.artifactById(projectId, script.id))?.mapId, map.id);
    const better = await put('~/a.js.map', { blobKey: 'artifacts/1/new', bytes: 30 });
    assert.deepEqual(better.orphans, ['artifacts/1/old']);
    assert.equal((await state.artifactById(projectId, script.id))?.mapId, better.id);
    await put('~/a.js', {}, 'x');
    const uploads = await state.listUploads(projectId, { after: null, count: 9 });
    assert.deepEqual(pluck(uploads, 'dist', 'bundled', 'fileCount', 'mapCount', 'bytes'), [
      ['x', false, 1, 0, 10],
      ['', false, 2, 1, 40],
    ]);
    const elsewhere = await seedProject(state, 'acme', 'web');
    assert.deepEqual(await state.write((tx) => tx.deleteReleaseFile(elsewhere.projectId, better.id)), []);
    assert.deepEqual(await state.write((tx) => tx.deleteReleaseFile(projectId, better.id)), ['artifacts/1/new']);
    assert.equal((await state.artifactById(projectId, script.id))?.mapId, null);
    // The other dist has a file of the same content still.
    assert.deepEqual(await state.write((tx) => tx.deleteReleaseFile(projectId, script.id)), []);
    assert.equal((await state.listUploads(projectId, { after: null, count: 9 })).length, 1);
  },

  'takes a bundle of more files than one statement may have, and text that no engine likes': async (state, project) => {
    const many = Array.from({ length: 3_000 }, (_, index) => file(`~/${String(index).padStart(4, '0')}.js`));
    const files = [...many, file('~/nul\0\ud800.js', { mapUrl: '\0' })];
    const uses = [{ projectId: project.projectId, release: 'r\0', dist: 'd\0', uploadedAtMs: 1 }];
    await state.write((tx) => tx.addBundle(bundle(project, 'a', { files, uses })));
    const found = await state.artifactsOfRelease(project.projectId, 'r', 5_000);
    assert.equal(found.length, 3_001);
    assert.deepEqual([found.at(-1)!.url, found.at(-1)!.mapUrl, found.at(-1)!.dist], ['~/nul\ufffd.js', '', 'd']);
    const urls = many.map(({ url }) => url);
    assert.equal((await state.artifactsByUrls(project.projectId, urls, 5_000)).length, 3_000);
  },

  'keeps chunks until assembled or expired, and plans until they end': async (state, { organizationId, projectId }) => {
    const other = await seedProject(state, 'acme', 'web');
    const chunk = (name: string, addedAtMs: number) => ({
      organizationId,
      checksum: name.padEnd(40, '0'),
      bytes: 7,
      addedAtMs,
    });
    await state.write(async (tx) => {
      for (const [name, atMs] of Object.entries({ a: 1, b: 2, c: 3 })) await tx.addChunk(chunk(name, atMs));
      await tx.addChunk({ ...chunk('a', 1), organizationId: other.organizationId });
      await tx.addChunk(chunk('a', 9));
    });
    const named = (names: string[]) => names.map((name) => chunk(name, 0).checksum);
    assert.deepEqual(await state.storedChunks(organizationId, named(['a', 'c', 'x'])), [chunk('a', 9), chunk('c', 3)]);
    assert.equal(await state.chunkBytes(organizationId), 21);
    assert.deepEqual(await state.chunksBefore(3), [
      { organizationId, checksum: named(['b'])[0] },
      { organizationId: other.organizationId, checksum: named(['a'])[0] },
    ]);
    await state.write((tx) => tx.removeChunks(organizationId, named(['a', 'b'])));
    assert.equal(await state.chunkBytes(organizationId), 7);
    assert.equal(await state.chunkBytes(other.organizationId), 7);

    const plan = {
      organizationId,
      checksum: named(['f'])[0]!,
      chunks: named(['a', 'b']),
      projectIds: [projectId],
      release: '1.0',
      dist: '',
      startedAtMs: 5,
      problem: null,
    };
    await state.write((tx) => tx.setAssembly(plan));
    await state.write((tx) => tx.setAssembly({ ...plan, checksum: named(['e'])[0]!, startedAtMs: 4 }));
    assert.deepEqual(await state.assembly(organizationId, plan.checksum), plan);
    assert.deepEqual(pluck(await state.unfinishedAssemblies(), 'startedAtMs'), [4, 5]);
    await state.write((tx) => tx.setAssembly({ ...plan, problem: 'not a ZIP' }));
    assert.equal((await state.assembly(organizationId, plan.checksum))?.problem, 'not a ZIP');
    assert.equal((await state.unfinishedAssemblies()).length, 1);
    await state.write((tx) => tx.removeAssembly(organizationId, plan.checksum));
    assert.equal(await state.assembly(organizationId, plan.checksum), null);
  },
};
