import assert from 'node:assert/strict';
import { pluck } from '../../../testing/pluck.ts';
import type { ProjectId } from '@seismo/protocol';
import { apply } from '../batch/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import { projectFacts, seedProject } from './seeds.ts';

export const projectConformance: StatePromises = {
  'finds organizations and projects by ID and slug, sorted by slug': async (state, { organizationId, projectId }) => {
    const api = await state.write((tx) => tx.createProject({ ...projectFacts, organizationId, slug: 'api' }));
    const elsewhere = await seedProject(state, 'acme', 'web');
    const web = { ...projectFacts, id: projectId, organizationId, slug: 'web', firstEventAtMs: null };
    assert.deepEqual(await state.projectById(projectId), web);
    assert.deepEqual(await state.projectBySlug(organizationId, 'web'), web);
    assert.equal((await state.projectBySlug(elsewhere.organizationId, 'web'))?.id, elsewhere.projectId);
    assert.equal(await state.projectBySlug(organizationId, 'none'), null);
    assert.equal(await state.projectById(99 as ProjectId), null);
    const ids = (await state.listProjects([organizationId])).map(({ id }) => id);
    assert.deepEqual(ids, [api, projectId]);
    assert.equal((await state.listProjects([organizationId, elsewhere.organizationId])).length, 3);
    assert.deepEqual(
      (await state.allProjects()).map(({ id }) => id),
      [...(await state.listProjects([organizationId, elsewhere.organizationId]))]
        .map(({ id }) => id)
        .toSorted((one, other) => one - other),
    );
    assert.deepEqual(await state.listProjects([]), []);
    const slugs = (await state.listOrganizations([organizationId, elsewhere.organizationId])).map(({ slug }) => slug);
    assert.deepEqual(slugs, ['acme', 'main']);
    assert.equal((await state.organizationBySlug('main'))?.id, organizationId);
    assert.equal(await state.organizationBySlug('none'), null);
    await state.write((tx) => tx.updateOrganization(organizationId, { sharesIssues: false }));
    const organizations = await state.listOrganizations([organizationId, elsewhere.organizationId]);
    assert.deepEqual(pluck(organizations, 'sharesIssues'), [true, false]);
    assert.equal((await state.organizationBySlug('main'))?.sharesIssues, false);
    await assert.rejects(state.write((tx) => tx.createProject({ ...projectFacts, organizationId, slug: 'web' })));
    await assert.rejects(state.write((tx) => tx.createOrganization({ slug: 'main', name: '', createdAtMs: 1 })));

    await state.write((tx) => tx.updateProject(projectId, { name: 'Shop' }));
    await state.write((tx) => tx.updateProject(projectId, {}));
    assert.deepEqual(await state.projectById(projectId), { ...web, name: 'Shop' });
  },

  'takes the platform from an event if the project has none': async (state, { organizationId, projectId }) => {
    const unnamed = await state.write((tx) =>
      tx.createProject({ ...projectFacts, organizationId, slug: 'api', platform: '' }),
    );
    const seen = (platform: string) => [
      { projectId, atMs: 5, platform },
      { projectId: unnamed, atMs: 5, platform },
    ];
    await apply(state, 1, [], { firstEvents: seen('') });
    assert.equal((await state.projectById(unnamed))?.platform, '');
    await apply(state, 2, [], { firstEvents: seen('python-django') });
    await apply(state, 3, [], { firstEvents: seen('node') });
    assert.equal((await state.projectById(unnamed))?.platform, 'python-django');
    assert.equal((await state.projectById(projectId))?.platform, projectFacts.platform);
    assert.equal((await state.projectById(unnamed))?.firstEventAtMs, 5);
  },

  'finds a client key with the project settings that ingest needs': async (state, { organizationId, projectId }) => {
    const key = {
      projectId,
      label: 'Default',
      publicKey: 'a'.repeat(32),
      active: true,
      rateLimit: null,
      createdAtMs: 3,
    };
    const id = await state.write((tx) => tx.createKey(key));
    const rateLimit = { count: 100, windowS: 60 };
    const second = await state.write((tx) => tx.createKey({ ...key, publicKey: 'b'.repeat(32), rateLimit }));
    const found = { ...key, id, organizationId, projectSlug: 'web' };
    assert.deepEqual(await state.keyByPublicKey('a'.repeat(32)), found);
    assert.equal(await state.keyByPublicKey('c'.repeat(32)), null);
    const keys = (await state.listKeys(projectId)).map((each) => [each.id, each.rateLimit]);
    assert.deepEqual(keys, [
      [id, null],
      [second, rateLimit],
    ]);
    await assert.rejects(state.write((tx) => tx.createKey(key)));

    await state.write((tx) => tx.updateKey(id, { active: false, rateLimit }));
    await state.write((tx) => tx.updateKey(second, { label: 'Second', rateLimit: null }));
    await state.write((tx) => tx.updateKey(second, {}));
    assert.deepEqual(await state.keyByPublicKey('a'.repeat(32)), { ...found, active: false, rateLimit });
    const { label, active, rateLimit: none } = (await state.listKeys(projectId))[1]!;
    assert.deepEqual([label, active, none], ['Second', true, null]);

    assert.deepEqual(await state.listKeysOfSetting('project'), []);
    await state.write((tx) => tx.setSetting('project', String(projectId)));
    assert.deepEqual(await state.listKeysOfSetting('project'), await state.listKeys(projectId));

    await state.write((tx) => tx.deleteKey(id));
    assert.equal(await state.keyByPublicKey('a'.repeat(32)), null);
    assert.deepEqual(pluck(await state.listKeys(projectId), 'id'), [second]);
  },
};
