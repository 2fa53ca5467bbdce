import assert from 'node:assert/strict';
import { pluck } from '../../../testing/pluck.ts';
import type { UserId } from '@seismo/protocol';
import { apply } from '../batch/seeds.ts';
import { feedbackFacts } from '../feedback/seeds.ts';
import { facts, listing, seed } from '../issues/seeds.ts';
import { projectFacts, seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

const slackUser = { workspaceId: 'T1', slackId: 'U1', name: 'ada', workspace: 'acme', createdAtMs: 1 };

export const removalConformance: StatePromises = {
  'deletes an issue with all that is known of it, and makes it anew with the next event': async (state, project) => {
    const ids = await state.write((tx) => tx.ensureIssues([seed(project, 'a'), seed(project, 'b')]));
    const [a, b] = [ids.get('a')!, ids.get('b')!];
    const texts = [{ issueId: a, texts: [{ field: 'value' as const, text: 'needle' }] }];
    await apply(state, 1, [facts(a, { userKeys: ['id:1'], environments: ['dev'] }), facts(b, {})], { texts });
    const userId = await state.write((tx) =>
      tx.createUser({ email: 'a@example.com', name: '', passwordHash: null, createdAtMs: 1 }),
    );
    await state.write((tx) =>
      tx.addActivities([{ issueId: a, userId, atMs: 1, kind: 'comment', text: 'Hm.', editedAtMs: null }]),
    );
    await state.write((tx) => tx.redirectIssue(b, a));
    const elsewhere = await seedProject(state, 'other');
    const feedback = [project, elsewhere].map(({ projectId }) => feedbackFacts(projectId, 'a', { eventHash: 'a' }));
    await state.write((tx) => tx.addFeedback([...feedback, feedbackFacts(project.projectId, 'b', { eventHash: 'b' })]));
    for (let round = 0; round < 2; round++) await state.write((tx) => tx.deleteIssue(a));
    assert.equal(await state.issueById(a), null);
    assert.deepEqual(await state.activityOf(a), []);
    assert.equal(await state.mergedInto(b), b);
    assert.equal((await state.textCountsOf([a])).get(a), undefined);
    assert.deepEqual(pluck(await state.listIssues(listing(project)), 'id'), [b]);
    assert.deepEqual(pluck(await state.feedbackByIds([1, 2, 3]), 'eventHash'), [null, 'a', 'b']);
    const again = await state.write((tx) => tx.ensureIssues([seed(project, 'a')]));
    assert.notEqual(again.get('a'), a);
    assert.equal((await state.issueById(again.get('a')!))?.eventCount, 0);
  },

  'deletes a project and its data, and keeps what it shared': async (state, { organizationId, projectId }) => {
    const other = await state.write((tx) => tx.createProject({ ...projectFacts, organizationId, slug: 'api' }));
    const release = { organizationId, firstSeenAtMs: 1, lastSeenAtMs: 1, events: 1 };
    await state.write(async (tx) => {
      await tx.ensureIssues([seed({ organizationId, projectId }, 'a')]);
      const key = { label: '', active: true, rateLimit: null, createdAtMs: 1 };
      await tx.createKey({ ...key, projectId, publicKey: 'a'.repeat(32) });
      await tx.createKey({ ...key, projectId: other, publicKey: 'b'.repeat(32) });
      const team = await tx.createTeam({ organizationId, slug: 'web', name: 'Web', createdAtMs: 1 });
      for (const id of [projectId, other]) await tx.setTeamProject(team, id, true);
    });
    await apply(state, 1, [], {
      releases: [
        { ...release, projectId, version: 'alone' },
        { ...release, projectId, version: 'shared' },
        { ...release, projectId: other, version: 'shared' },
      ],
      environments: [{ projectId, name: 'dev' }],
    });
    for (let round = 0; round < 2; round++) await state.write((tx) => tx.deleteProject(projectId));
    assert.equal(await state.projectById(projectId), null);
    assert.deepEqual(pluck(await state.listProjects([organizationId]), 'id'), [other]);
    assert.equal(await state.keyByPublicKey('a'.repeat(32)), null);
    assert.notEqual(await state.keyByPublicKey('b'.repeat(32)), null);
    assert.deepEqual((await state.listTeams([organizationId]))[0]?.projectIds, [other]);
    assert.equal(await state.releaseRecord(organizationId, 'alone'), null);
    assert.deepEqual((await state.releaseRecord(organizationId, 'shared'))?.projectIds, [other]);
    assert.deepEqual(await state.listReleases(projectId), []);
    assert.deepEqual(await state.listEnvironments([projectId]), []);
    assert.deepEqual(await state.listIssues(listing({ organizationId, projectId })), []);
    const anew = await state.write((tx) => tx.createProject({ ...projectFacts, organizationId, slug: 'web' }));
    assert.notEqual(anew, projectId);
  },

  'deletes an empty organization and its memberships, but no user': async (state, { organizationId, projectId }) => {
    const remaining = await seedProject(state, 'acme');
    const userId = await state.write(async (tx) => {
      const id: UserId = await tx.createUser({ email: 'a@example.com', name: '', passwordHash: null, createdAtMs: 1 });
      await tx.setMembership({ organizationId, userId: id, role: 'owner' });
      await tx.setMembership({ organizationId: remaining.organizationId, userId: id, role: 'viewer' });
      await tx.createTeam({ organizationId, slug: 'web', name: 'Web', createdAtMs: 1 });
      await tx.linkSlackUser({ ...slackUser, organizationId, userId: id });
      await tx.addIdentity({ organizationId, issuer: 'https://id.example.com', subject: 'ann', userId: id });
      await tx.createCeremony({ hash: 'h', kind: 'code', userId: id, organizationId, expiresAtMs: 9 });
      return id;
    });
    await assert.rejects(state.write((tx) => tx.deleteOrganization(organizationId)));
    await state.write(async (tx) => {
      await tx.deleteProject(projectId);
      await tx.deleteOrganization(organizationId);
    });
    assert.equal(await state.organizationBySlug('main'), null);
    assert.deepEqual(await state.listTeams([organizationId]), []);
    assert.deepEqual(pluck(await state.membershipsOf(userId), 'organizationId'), [remaining.organizationId]);
    assert.notEqual(await state.userById(userId), null);
    assert.deepEqual(await state.identitiesOf(userId), []);
    assert.equal(await state.write((tx) => tx.takeCeremony('h', 'code', 1)), null);
    await state.write((tx) => tx.createOrganization({ slug: 'main', name: 'Main', createdAtMs: 2 }));
  },
};
