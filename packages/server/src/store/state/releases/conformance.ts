import assert from 'node:assert/strict';
import { limits, type IssueId } from '@seismo/protocol';
import { apply } from '../batch/seeds.ts';
import type { Resolution } from '../issues/contract.ts';
import type { IssueCondition } from '#domain/search/issue-condition.ts';
import { facts, ids as listed, listing, seed } from '../issues/seeds.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import type { Commit, ReleaseListing } from './contract.ts';

export const releaseConformance: StatePromises = {
  'stores releases, environments and the time of the first event': async (state, { organizationId, projectId }) => {
    const other = await seedProject(state, 'acme', 'web');
    const release = { projectId, organizationId, version: '1.0', firstSeenAtMs: 50, lastSeenAtMs: 60, events: 2 };
    await apply(state, 1, [], {
      releases: [release, { ...release, version: '1.1', firstSeenAtMs: 55 }],
      environments: ['production', 'dev', 'dev', ''].map((name) => ({ projectId, name })),
      firstEvents: [{ projectId, atMs: 50, platform: 'node' }],
    });
    await apply(state, 2, [], {
      releases: [{ ...release, firstSeenAtMs: 40, lastSeenAtMs: 55, events: 5 }],
      environments: [
        { projectId, name: 'dev' },
        { projectId: other.projectId, name: 'staging' },
      ],
      firstEvents: [{ projectId, atMs: 10, platform: 'node' }],
    });
    assert.deepEqual(await state.listReleases(projectId), [
      { projectId, version: '1.1', firstSeenAtMs: 55, lastSeenAtMs: 60, eventCount: 2 },
      { projectId, version: '1.0', firstSeenAtMs: 40, lastSeenAtMs: 60, eventCount: 7 },
    ]);
    assert.deepEqual(await state.listEnvironments([projectId]), ['dev', 'production']);
    assert.deepEqual(await state.listEnvironments([projectId, other.projectId]), ['dev', 'production', 'staging']);
    assert.deepEqual(await state.listEnvironments([]), []);
    await state.write(async (tx) => {
      await tx.hideEnvironment(projectId, 'dev', true);
      await tx.hideEnvironment(other.projectId, 'production', true);
    });
    assert.deepEqual(await state.listEnvironments([projectId]), ['production']);
    assert.deepEqual(await state.listEnvironments([projectId, other.projectId]), ['production', 'staging']);
    const ofEach = await state.listEnvironmentsByProject([projectId, other.projectId]);
    assert.deepEqual([ofEach.get(projectId), ofEach.get(other.projectId)], [['production'], ['staging']]);
    const its = await state.listReleases(projectId);
    assert.deepEqual(await state.listReleasesOfProjects([other.projectId, projectId]), its);
    assert.deepEqual(await state.listReleasesOfProjects([]), []);
    assert.deepEqual(await state.environmentsOf(projectId), [
      { name: 'dev', hidden: true },
      { name: 'production', hidden: false },
    ]);
    const again = [projectId, other.projectId].map((id) => ({ projectId: id, name: 'dev' }));
    await apply(state, 3, [], { environments: again });
    assert.deepEqual(await state.listEnvironments([projectId]), ['production']);
    assert.deepEqual(await state.listEnvironments([projectId, other.projectId]), ['dev', 'production', 'staging']);
    await state.write((tx) => tx.hideEnvironment(projectId, 'dev', false));
    assert.deepEqual(await state.listEnvironments([projectId]), ['dev', 'production']);
    assert.equal((await state.projectById(projectId))?.firstEventAtMs, 50);
    assert.equal((await state.projectById(other.projectId))?.firstEventAtMs, null);
  },

  'stores the first environments of a project, up to a limit': async (state, { projectId }) => {
    const other = await seedProject(state, 'acme', 'web');
    const names = Array.from({ length: limits.ENVIRONMENT_COUNT_MAX + 5 }, (_, index) => `e${index}`);
    await apply(state, 1, [], { environments: names.map((name) => ({ projectId, name })) });
    const later = ['e0', 'late'].map((name) => ({ projectId, name }));
    await apply(state, 2, [], { environments: [...later, { projectId: other.projectId, name: 'late' }] });
    const environments = await state.listEnvironments([projectId]);
    assert.equal(environments.length, limits.ENVIRONMENT_COUNT_MAX);
    assert.ok(environments.includes('e0') && !environments.includes('late'));
    assert.deepEqual(await state.listEnvironments([other.projectId]), ['late']);
  },

  'makes one release per version, by a tool or on first sight': async (state, { organizationId, projectId }) => {
    const elsewhere = await seedProject(state, 'acme', 'web');
    const second = await state.write((tx) =>
      tx.createProject({ organizationId, slug: 'api', name: '', platform: 'node', createdAtMs: 1 }),
    );
    const release = { organizationId, version: 'a/b 1', projectIds: [second], createdAtMs: 70 };
    const id = await state.write((tx) => tx.ensureRelease(release));
    assert.equal(await state.write((tx) => tx.ensureRelease({ ...release, projectIds: [], createdAtMs: 99 })), id);
    const seen = { projectId, organizationId, version: 'a/b 1', firstSeenAtMs: 60, lastSeenAtMs: 65, events: 2 };
    await apply(state, 1, [], {
      releases: [seen, { ...seen, version: '2.0' }, { ...seen, ...elsewhere, version: '2.0' }],
    });
    const empty = { startedAtMs: null, releasedAtMs: null, url: '', ref: '', status: 'open' as const, refs: [] };
    const made = { id, organizationId, version: 'a/b 1', projectIds: [projectId, second], createdAtMs: 70, ...empty };
    assert.deepEqual(await state.releaseRecord(organizationId, 'a/b 1'), { ...made, commitCount: 0, deployCount: 0 });
    assert.deepEqual((await state.releaseRecord(organizationId, '2.0'))?.projectIds, [projectId]);
    assert.equal((await state.releaseRecord(organizationId, '2.0'))?.createdAtMs, 60);
    assert.equal(await state.releaseRecord(elsewhere.organizationId, 'a/b 1'), null);
    assert.deepEqual(await state.releaseEventStats([second, projectId], ['a/b 1', 'x']), [
      { projectId, version: 'a/b 1', firstSeenAtMs: 60, lastSeenAtMs: 65, eventCount: 2 },
    ]);
  },

  'stores the dates, commits and deploys of a release': async (state, { organizationId, projectId }) => {
    const of = (version: string) => ({ organizationId, version, projectIds: [projectId], createdAtMs: 10 });
    const [id, other] = await state.write(async (tx) => [
      await tx.ensureRelease(of('1')),
      await tx.ensureRelease(of('2')),
    ]);
    const refs = [{ repository: 'acme/shop', commit: 'abc', previousCommit: null }];
    const change = {
      startedAtMs: 1,
      releasedAtMs: 20,
      url: 'https://x.test\0',
      ref: 'main',
      status: 'archived' as const,
      refs,
    };
    const commit = (commitId: string): Commit => ({
      id: commitId,
      message: 'pay\nonce',
      authorName: 'Ada',
      authorEmail: 'ada@example.com',
      atMs: 5,
      repository: 'acme/shop',
      files: [{ path: 'src/pay.ts', change: 'modified' }],
    });
    const deploy = { environment: 'production', name: '', url: '', startedAtMs: null, finishedAtMs: 30 };
    const deployIds = await state.write(async (tx) => {
      await tx.updateRelease(id!, change);
      await tx.updateRelease(id!, {});
      await tx.setCommits(id!, [commit('z'), commit('y'), commit('x')]);
      await tx.setCommits(id!, [commit('c'), { ...commit('b'), atMs: null, files: [] }]);
      return [
        await tx.addDeploy(id!, deploy),
        await tx.addDeploy(id!, { ...deploy, environment: 'dev', startedAtMs: 1 }),
      ];
    });
    const record = (await state.releaseRecord(organizationId, '1'))!;
    assert.deepEqual(
      { ...record, id: 0 },
      { ...of('1'), ...change, url: 'https://x.test', id: 0, commitCount: 2, deployCount: 2 },
    );
    assert.deepEqual(await state.commitsOf([other!, id!]), [
      { ...commit('c'), releaseId: id },
      { ...commit('b'), atMs: null, files: [], releaseId: id },
    ]);
    assert.equal(await state.releaseWithCommit(record.projectIds[0]!, 'b'), '1');
    assert.equal(await state.releaseWithCommit(record.projectIds[0]!, 'z'), null);
    const last = { ...deploy, id: deployIds[1], environment: 'dev', startedAtMs: 1, releaseId: id };
    assert.deepEqual(await state.deploysOf([other!, id!]), [last, { ...deploy, id: deployIds[0], releaseId: id }]);
    assert.deepEqual(await state.commitsOf([other!]), []);
    const { files: _, ...newest } = commit('c');
    assert.deepEqual(await state.newestCommits([id!, other!]), [{ ...newest, releaseId: id }]);
    assert.deepEqual(await state.lastDeploys([id!, other!]), [last]);
    assert.deepEqual([await state.newestCommits([]), await state.lastDeploys([])], [[], []]);
    await state.write((tx) => tx.deleteRelease(id!));
    assert.equal(await state.releaseRecord(organizationId, '1'), null);
    assert.deepEqual([await state.commitsOf([id!]), await state.deploysOf([id!])], [[], []]);
    assert.equal((await state.releaseRecord(organizationId, '2'))?.id, other);
  },

  'lists releases by day, project and text, page by page': async (state, { organizationId, projectId }) => {
    const second = await state.write((tx) =>
      tx.createProject({ organizationId, slug: 'api', name: '', platform: 'node', createdAtMs: 1 }),
    );
    await state.write(async (tx) => {
      const make = (version: string, createdAtMs: number, projectIds = [projectId]) =>
        tx.ensureRelease({ organizationId, version, createdAtMs, projectIds });
      await make('Shop@1', 10);
      await make('shop@2', 20, [projectId, second]);
      await tx.updateRelease(await make('100%', 5), { releasedAtMs: 30 });
      await tx.updateRelease(await make('a_b', 20, [second]), { status: 'archived' });
      await make('nobody', 90, []);
    });
    const listing: ReleaseListing = {
      projectIds: [projectId, second],
      seenIn: null,
      status: null,
      text: '',
      after: null,
      count: 9,
    };
    const list = async (change: Partial<ReleaseListing>) =>
      (await state.listReleaseRecords({ ...listing, ...change })).map(({ version }) => version);
    assert.deepEqual(await list({}), ['100%', 'a_b', 'shop@2', 'Shop@1']);
    assert.deepEqual(await list({ status: 'open', projectIds: [second] }), ['shop@2']);
    assert.deepEqual(await list({ text: 'SHOP' }), ['shop@2', 'Shop@1']);
    assert.deepEqual([await list({ text: '%' }), await list({ text: '_' })], [['100%'], ['a_b']]);
    assert.deepEqual(await list({ during: { fromMs: 10, toMs: 30 } }), ['a_b', 'shop@2', 'Shop@1']);
    assert.deepEqual(await list({ projectIds: [] }), []);
    const made = (await state.releaseRecord(organizationId, '100%'))!;
    const deploy = { environment: 'dev', name: '', url: '', startedAtMs: null, finishedAtMs: 30 };
    await state.write((tx) => tx.addDeploy(made.id, deploy));
    const seenIn = { versions: ['Shop@1', 'nobody'], environments: ['dev'] };
    assert.deepEqual(await list({ seenIn }), ['100%', 'Shop@1']);
    assert.deepEqual(await list({ seenIn: { versions: [], environments: [] } }), []);
    const [, last] = await state.listReleaseRecords({ ...listing, count: 2 });
    assert.deepEqual(await list({ after: { atMs: last!.createdAtMs, id: last!.id } }), ['shop@2', 'Shop@1']);
  },

  'finds commits by message, author and hash, newest release first': async (state, { organizationId, projectId }) => {
    const elsewhere = await seedProject(state, 'acme', 'web');
    const made = (id: string, message: string, authorName = 'Ada'): Commit => ({
      id,
      message,
      authorName,
      authorEmail: 'ada@example.com',
      atMs: null,
      repository: 'acme/shop',
      files: [],
    });
    await state.write(async (tx) => {
      const make = (version: string, createdAtMs: number, project = { organizationId, projectId }) =>
        tx.ensureRelease({ ...project, version, createdAtMs, projectIds: [project.projectId] });
      await tx.setCommits(await make('1', 10), [made('aa11', 'Pay once'), made('bb22', 'Basket, 100% full')]);
      await tx.setCommits(await make('2', 20), [made('cc33', 'Pay twice', 'Grace'), made('aa11', 'Pay once')]);
      await tx.setCommits(await make('9', 90, elsewhere), [made('dd44', 'Pay elsewhere')]);
    });
    const found = async (text: string, count = 9) =>
      (await state.findCommits({ projectId, text, count })).map(({ id, release }) => `${id} in ${release}`);
    assert.deepEqual(await found(''), ['cc33 in 2', 'aa11 in 2', 'bb22 in 1']);
    assert.deepEqual(await found('PAY'), ['cc33 in 2', 'aa11 in 2']);
    assert.deepEqual(await found('pay', 1), ['cc33 in 2']);
    assert.deepEqual([await found('grace'), await found('aa1')], [['cc33 in 2'], ['aa11 in 2']]);
    assert.deepEqual([await found('%'), await found('_')], [['bb22 in 1'], []]);
    assert.deepEqual((await state.findCommits({ projectId, text: 'bb', count: 1 }))[0], {
      id: 'bb22',
      message: 'Basket, 100% full',
      authorName: 'Ada',
      atMs: null,
      repository: 'acme/shop',
      release: '1',
    });
  },

  'counts the issues that a release brought, brought back and resolves': async (state, project) => {
    const hashes = ['a', 'b', 'c', 'd', 'e', 'f'];
    const ids = await state.write((tx) => tx.ensureIssues(hashes.map((hash) => seed(project, hash))));
    const [a, b, c, , e, f] = [...ids.values()];
    await apply(state, 1, [
      facts(a!, { firstRelease: '1.0' }),
      facts(b!, { firstRelease: '1.0', lastRelease: '1.1' }),
      facts(c!, { firstRelease: '1.1' }),
      facts(e!, {}),
      facts(f!, {}),
    ]);
    const resolved = (resolution: Resolution) => ({
      status: 'resolved' as const,
      substate: null,
      statusAtMs: 1,
      resolution,
      archive: null,
      regressedAtMs: null,
    });
    const resolve = (id: IssueId, resolution: Resolution) =>
      state.write((tx) => tx.updateIssues([{ id, state: resolved(resolution) }]));
    await resolve(a!, { how: 'release', release: '1.1' });
    await resolve(e!, { how: 'next-release', after: '1.1' });
    await resolve(f!, { how: 'commit', commit: 'abc', release: null });
    const seen = (id: IssueId, release: string) =>
      facts(id, { lastRelease: release, sightings: [{ release, atMs: 9_000 }] });
    for (const [index, release] of ['1.1', '', '1.2', '1.2'].entries()) {
      await resolve(c!, { how: 'now' });
      await apply(state, 2 + index, [seen(c!, release)], { atMs: 9_000 });
    }
    await resolve(f!, { how: 'commit', commit: 'abc', release: '1.2' });
    const { projectId } = project;
    const counted = [
      { projectId, version: '1.0', newIssues: 2, regressedIssues: 0, resolvedIssues: 0 },
      { projectId, version: '1.1', newIssues: 1, regressedIssues: 1, resolvedIssues: 1 },
      { projectId, version: '1.2', newIssues: 0, regressedIssues: 1, resolvedIssues: 1 },
    ];
    assert.deepEqual(await state.releaseIssueCounts([projectId], ['1.2', '1.0', '1.1', '1.3', '']), counted);
    assert.deepEqual(await state.releaseIssueCounts([projectId], []), []);
    assert.deepEqual(await state.resolvedAfterCounts([projectId]), [{ projectId, after: '1.1', issues: 1 }]);
    const found = async (where: IssueCondition) => listed(await state.listIssues({ ...listing(project), where }));
    assert.deepEqual(await found({ regressedIn: { is: ['1.2'] } }), [c]);
    assert.deepEqual(await found({ regressedIn: { is: [''] } }), []);
    assert.deepEqual(await found({ regressedIn: { like: ['1.', ''] } }), [c]);
    assert.deepEqual(await found({ field: 'resolvedRelease', is: ['1.1', '1.2'] }), [f, a]);
    assert.deepEqual(await found({ field: 'resolvedAfter', like: ['1.', ''] }), [e]);
  },
};
