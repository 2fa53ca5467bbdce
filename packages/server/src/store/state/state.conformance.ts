import assert from 'node:assert/strict';
import type { IssueId, OrganizationId, ProjectId, UserId } from '@seismo/protocol';
import type { Issue, IssueFacts, IssueListing, IssueSeed, State, StateBatch } from './contract.ts';

/** What every state store promises: sentence by sentence, runnable on any engine (and on broken ones, in tests/canaries). */
export const stateConformance: Record<string, (open: () => Promise<State>) => Promise<void>> = {
  'finds people by address without case, and their secret only there': async (open) => {
    const state = await open();
    assert.equal(await state.userCount(), 0);
    const ada = { email: 'Ada@Example.com', name: 'Ada', createdAtMs: 5 };
    const id = await state.write((tx) => tx.createUser({ ...ada, passwordHash: null }));
    await state.write((tx) => tx.setPasswordHash(id, 'argon2'));
    assert.deepEqual(await state.userById(id), { id, ...ada });
    assert.deepEqual(await state.userByEmail('aDA@example.COM'), { id, ...ada, passwordHash: 'argon2' });
    assert.equal(await state.userByEmail('ada@example'), null);
    assert.equal(await state.userById(99 as UserId), null);
    const again = { ...ada, email: 'ADA@example.com', passwordHash: null };
    await assert.rejects(state.write((tx) => tx.createUser(again)));
    assert.equal(await state.userCount(), 1);
  },

  'keeps one role per person and organization': async (open) => {
    const state = await open();
    const { organizationId } = await seedProject(state);
    const userId = await seedUser(state);
    await state.write(async (tx) => {
      await tx.setMembership({ organizationId, userId, role: 'viewer' });
      await tx.setMembership({ organizationId, userId, role: 'owner' });
    });
    assert.deepEqual(await state.membershipsOf(userId), [{ organizationId, userId, role: 'owner' }]);
    const members = await state.listMembers(organizationId);
    assert.deepEqual(members, [{ ...(await state.userById(userId))!, role: 'owner' }]);
    assert.deepEqual(await state.listMembers(77 as OrganizationId), []);
  },

  'finds a session until it expires or is deleted': async (open) => {
    const state = await open();
    const userId = await seedUser(state);
    const session = { userId, createdAtMs: 1, expiresAtMs: 100 };
    await state.write(async (tx) => {
      for (const hash of ['a', 'b', 'c']) await tx.createSession({ ...session, hash });
      await tx.createSession({ ...session, hash: 'long', expiresAtMs: 1000 });
      await tx.deleteSession('b');
    });
    assert.deepEqual(await state.sessionByHash('a', 99), session);
    assert.equal(await state.sessionByHash('a', 100), null);
    assert.equal(await state.sessionByHash('b', 50), null);
    await state.write((tx) => tx.deleteExpiredSessions(100));
    assert.equal(await state.sessionByHash('c', 50), null);
    assert.equal((await state.sessionByHash('long', 100))?.userId, userId);
  },

  'gives a sign-in link away once, and never after it expired': async (open) => {
    const state = await open();
    const userId = await seedUser(state);
    await state.write(async (tx) => {
      await tx.createSignInLink({ hash: 'first-run', userId: null, expiresAtMs: 100 });
      await tx.createSignInLink({ hash: 'person', userId, expiresAtMs: 100 });
      await tx.createSignInLink({ hash: 'late', userId, expiresAtMs: 100 });
    });
    const take = (hash: string, nowMs: number) => state.write((tx) => tx.takeSignInLink(hash, nowMs));
    assert.deepEqual(await take('first-run', 50), { userId: null });
    assert.equal(await take('first-run', 50), undefined);
    assert.deepEqual(await take('person', 99), { userId });
    assert.equal(await take('late', 100), undefined);
    assert.equal(await take('late', 50), undefined);
    assert.equal(await take('unknown', 50), undefined);
  },

  'knows API tokens by hash until they expire, and lets only their owner delete them': async (open) => {
    const state = await open();
    const [owner, other] = [await seedUser(state), await seedUser(state)];
    const token = { userId: owner, label: 'ci', scopes: ['org:read', 'event:read'], createdAtMs: 1, expiresAtMs: 100 };
    const [id, forever] = await state.write(async (tx) => [
      await tx.createApiToken({ ...token, hash: 'a' }),
      await tx.createApiToken({ ...token, hash: 'b', expiresAtMs: null }),
    ]);
    assert.deepEqual(await state.apiTokenByHash('a', 99), { ...token, id, lastUsedAtMs: null });
    assert.equal(await state.apiTokenByHash('a', 100), null);
    assert.equal((await state.apiTokenByHash('b', 1e15))?.expiresAtMs, null);
    assert.deepEqual(
      (await state.listApiTokens(owner)).map((each) => each.id),
      [id, forever],
    );
    assert.deepEqual(await state.listApiTokens(other), []);
    assert.equal(await state.write((tx) => tx.deleteApiToken(other, id)), false);
    assert.equal(await state.write((tx) => tx.deleteApiToken(owner, id)), true);
    assert.equal(await state.write((tx) => tx.deleteApiToken(owner, id)), false);
    assert.equal(await state.apiTokenByHash('a', 50), null);
  },

  'finds organizations and projects by id and slug, in the order of slugs': async (open) => {
    const state = await open();
    const { organizationId, projectId } = await seedProject(state, 'main', 'web');
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
    assert.deepEqual(await state.listProjects([]), []);
    const slugs = (await state.listOrganizations([organizationId, elsewhere.organizationId])).map(({ slug }) => slug);
    assert.deepEqual(slugs, ['acme', 'main']);
    assert.equal((await state.organizationBySlug('main'))?.id, organizationId);
    assert.equal(await state.organizationBySlug('none'), null);
    await assert.rejects(state.write((tx) => tx.createProject({ ...projectFacts, organizationId, slug: 'web' })));
    await assert.rejects(state.write((tx) => tx.createOrganization({ slug: 'main', name: '', createdAtMs: 1 })));

    await state.write((tx) => tx.updateProject(projectId, { name: 'Shop' }));
    await state.write((tx) => tx.updateProject(projectId, {}));
    assert.deepEqual(await state.projectById(projectId), { ...web, name: 'Shop' });
  },

  'finds a client key with what ingest needs to know of its project': async (open) => {
    const state = await open();
    const { organizationId, projectId } = await seedProject(state, 'main', 'web');
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
  },

  'makes one issue per fingerprint, however often it is asked': async (open) => {
    const state = await open();
    const place = await seedProject(state, 'main', 'web');
    const ids = await state.write((tx) => tx.ensureIssues(['a', 'b', 'a'].map((hash) => seed(place, hash))));
    assert.deepEqual([...ids.keys()], ['a', 'b']);
    const again = await state.write((tx) => tx.ensureIssues(['b', 'c'].map((hash) => seed(place, hash))));
    assert.equal(again.get('b'), ids.get('b'));
    assert.deepEqual(new Set([...ids.values(), ...again.values()]).size, 3);
    assert.deepEqual(await state.write((tx) => tx.ensureIssues([])), new Map());
    const known = await state.issuesByHash(place.projectId, ['a', 'c', 'never']);
    assert.deepEqual(Object.fromEntries(known), { a: ids.get('a'), c: again.get('c') });

    const other = await seedProject(state, 'acme', 'web');
    const elsewhere = await state.write((tx) => tx.ensureIssues([seed(other, 'a')]));
    assert.notEqual(elsewhere.get('a'), ids.get('a'));
    await assert.rejects(
      state.write((tx) => tx.ensureIssues([seed(place, 'x'), seed(other, 'x')])),
      /project/,
    );
  },

  'numbers the issues of a project from 1 in base 32, and reads such ids as people type them': async (open) => {
    const state = await open();
    const place = await seedProject(state, 'main', 'my-web');
    const hashes = Array.from({ length: 42 }, (_, index) => `h${index}`);
    const first = await state.write((tx) => tx.ensureIssues(hashes.slice(0, 40).map((hash) => seed(place, hash))));
    const rest = await state.write((tx) => tx.ensureIssues(hashes.map((hash) => seed(place, hash))));
    const shortIds = (await state.issuesByIds([...rest.values()])).map(({ shortId }) => shortId);
    assert.deepEqual(
      [shortIds[0], shortIds[9], shortIds[31], shortIds[41]],
      ['MY-WEB-1', 'MY-WEB-A', 'MY-WEB-10', 'MY-WEB-1A'],
    );
    assert.equal(new Set(shortIds).size, 42);
    const found = await state.issueByShortId(place.organizationId, 'my-web-io');
    assert.equal(found?.id, first.get('h31'));
    assert.equal(await state.issueByShortId(99 as OrganizationId, 'MY-WEB-1'), null);
    assert.equal(await state.issueByShortId(place.organizationId, 'MY-WEB-ZZ'), null);
  },

  'shows an issue in lists only once it has an event': async (open) => {
    const state = await open();
    const place = await seedProject(state);
    const id = await seedIssue(state, place, 'a');
    assert.deepEqual(await state.listIssues(listing(place)), []);
    assert.equal(await state.countIssues(listing(place)), 0);
    assert.equal((await state.issueById(id))?.eventCount, 0);
    await apply(state, 1, [facts(id, {})]);
    assert.deepEqual(ids(await state.listIssues(listing(place))), [id]);
    assert.equal(await state.countIssues(listing(place)), 1);
  },

  'adds up events and distinct users exactly': async (open) => {
    const state = await open();
    const place = await seedProject(state);
    const [a, b] = [await seedIssue(state, place, 'a'), await seedIssue(state, place, 'b')];
    await apply(state, 1, [facts(a, { events: 3, userKeys: ['id:1', 'id:2'] }), facts(b, { userKeys: ['id:1'] })]);
    await apply(state, 2, [facts(a, { events: 2, userKeys: ['id:2', 'id:3', 'ip:1.1.1.1'] })]);
    await apply(state, 3, [facts(a, { events: 1, userKeys: [] })]);
    const counts = (await state.issuesByIds([b, a])).map((issue) => [issue.id, issue.eventCount, issue.userCount]);
    assert.deepEqual(counts, [
      [a, 6, 4],
      [b, 1, 1],
    ]);
  },

  'shows an issue as its newest event has it, and remembers the first': async (open) => {
    const state = await open();
    const place = await seedProject(state);
    const id = await seedIssue(state, place, 'a', { type: 'Seed', value: 'seed', firstSeenAtMs: 9_999 });
    const first = { firstSeenAtMs: 500, lastSeenAtMs: 600, firstRelease: '1.0', lastRelease: '1.1' };
    await apply(state, 1, [
      facts(id, { ...first, level: 'fatal', type: 'New', value: 'one', culprit: 'x', handled: true }),
    ]);
    const shown = {
      id,
      organizationId: place.organizationId,
      projectId: place.projectId,
      shortId: 'WEB-1',
      status: 'unresolved',
      level: 'fatal',
      type: 'New',
      value: 'one',
      culprit: 'x',
      platform: 'javascript',
      handled: true,
      eventCount: 1,
      userCount: 0,
      ...first,
      regressedAtMs: null,
    };
    assert.deepEqual(await state.issueById(id), shown);

    const late = { firstSeenAtMs: 400, lastSeenAtMs: 450, firstRelease: '0.9', lastRelease: '0.9', type: 'Late' };
    await apply(state, 2, [facts(id, late)]);
    const afterLate = { ...shown, eventCount: 2, firstSeenAtMs: 400, firstRelease: '0.9' };
    assert.deepEqual(await state.issueById(id), afterLate);

    const newer = { firstSeenAtMs: 700, lastSeenAtMs: 800, firstRelease: '', lastRelease: '', type: 'Newer' };
    await apply(state, 3, [facts(id, { ...newer, value: 'two', culprit: '', level: 'info', handled: null })]);
    const headline = { type: 'Newer', value: 'two', culprit: '', level: 'info', handled: null };
    assert.deepEqual(await state.issueById(id), { ...afterLate, eventCount: 3, lastSeenAtMs: 800, ...headline });
  },

  'reopens a resolved issue that gets an event, and leaves an ignored one ignored': async (open) => {
    const state = await open();
    const place = await seedProject(state);
    const userId = await seedUser(state);
    const [a, b] = [await seedIssue(state, place, 'a'), await seedIssue(state, place, 'b')];
    await apply(state, 1, [facts(a, { firstSeenAtMs: 40 }), facts(b, {})]);
    await state.write(async (tx) => {
      await tx.setIssueStatus([a], 'resolved');
      await tx.addActivity({ issueId: a, userId, kind: 'resolved', atMs: 50 });
      await tx.setIssueStatus([b], 'ignored');
    });
    assert.equal((await state.issueById(a))?.status, 'resolved');
    await apply(state, 2, [facts(a, {}), facts(b, {})], { atMs: 60 });
    await apply(state, 3, [facts(a, {})], { atMs: 70 });
    const [issueA, issueB] = await state.issuesByIds([a, b]);
    assert.deepEqual([issueA!.status, issueA!.regressedAtMs], ['unresolved', 60]);
    assert.deepEqual([issueB!.status, issueB!.regressedAtMs], ['ignored', null]);
    const story = (await state.activityOf(a)).map(({ kind, atMs, userId: by }) => [kind, atMs, by]);
    assert.deepEqual(story, [
      ['regressed', 60, null],
      ['resolved', 50, userId],
      ['first-seen', 40, null],
    ]);
    assert.deepEqual(
      (await state.activityOf(b)).map(({ kind }) => kind),
      ['first-seen'],
    );
  },

  'keeps releases, environments and the time of the first event': async (open) => {
    const state = await open();
    const { organizationId, projectId } = await seedProject(state);
    const other = await seedProject(state, 'acme', 'web');
    const release = { projectId, organizationId, version: '1.0', firstSeenAtMs: 50, lastSeenAtMs: 60, events: 2 };
    await apply(state, 1, [], {
      releases: [release, { ...release, version: '1.1', firstSeenAtMs: 55 }],
      environments: ['production', 'dev', 'dev', ''].map((name) => ({ projectId, name })),
      firstEvents: [{ projectId, atMs: 50 }],
    });
    await apply(state, 2, [], {
      releases: [{ ...release, firstSeenAtMs: 40, lastSeenAtMs: 55, events: 5 }],
      environments: [
        { projectId, name: 'dev' },
        { projectId: other.projectId, name: 'staging' },
      ],
      firstEvents: [{ projectId, atMs: 10 }],
    });
    assert.deepEqual(await state.listReleases(projectId), [
      { projectId, version: '1.1', firstSeenAtMs: 55, lastSeenAtMs: 60, eventCount: 2 },
      { projectId, version: '1.0', firstSeenAtMs: 40, lastSeenAtMs: 60, eventCount: 7 },
    ]);
    assert.deepEqual(await state.listEnvironments([projectId]), ['dev', 'production']);
    assert.deepEqual(await state.listEnvironments([projectId, other.projectId]), ['dev', 'production', 'staging']);
    assert.deepEqual(await state.listEnvironments([]), []);
    assert.equal((await state.projectById(projectId))?.firstEventAtMs, 50);
    assert.equal((await state.projectById(other.projectId))?.firstEventAtMs, null);
  },

  'applies a batch once: its sequence moves on with it, and back with it if it fails': async (open) => {
    const state = await open();
    const place = await seedProject(state);
    const id = await seedIssue(state, place, 'a');
    assert.equal(await state.appliedSequence(), 0);
    await apply(state, 7, [facts(id, {})]);
    assert.equal(await state.appliedSequence(), 7);
    await assert.rejects(apply(state, 7, [facts(id, {})]));
    await assert.rejects(apply(state, 6, [facts(id, {})]));
    await assert.rejects(apply(state, 8, [facts(id, {}), facts(999 as IssueId, {})]));
    await assert.rejects(apply(state, 8, [facts(id, {}), facts(id, {})]));
    assert.equal(await state.appliedSequence(), 7);
    assert.equal((await state.issueById(id))?.eventCount, 1);
    assert.equal((await state.activityOf(id)).length, 1);
  },

  'takes a batch of more rows than one statement may have': async (open) => {
    const state = await open();
    const place = await seedProject(state);
    const hashes = Array.from({ length: 2_500 }, (_, index) => `h${index}`);
    const made = await state.write((tx) => tx.ensureIssues(hashes.map((hash) => seed(place, hash))));
    const all = [...made.values()].map((id) => facts(id, { userKeys: ['id:1', `id:${id}-2`] }));
    await apply(state, 1, all);
    assert.equal((await state.issuesByHash(place.projectId, hashes)).size, 2_500);
    assert.equal(await state.countIssues(listing(place)), 2_500);
    assert.equal(await state.countIssues({ ...listing(place), ids: [...made.values()] }), 2_500);
    assert.ok((await state.issuesByIds([...made.values()])).every((issue) => issue.userCount === 2));
  },

  'lists by each order, page after page, without losing or repeating an issue': async (open) => {
    const state = await open();
    const place = await seedProject(state);
    const other = await seedProject(state, 'acme', 'api');
    const made = await state.write((tx) =>
      tx.ensureIssues(Array.from({ length: 10 }, (_, index) => seed(place, `h${index}`))),
    );
    const elsewhere = await seedIssue(state, other, 'x');
    const values = (index: number) => ({
      firstSeenAtMs: 100 + ((index * 7) % 4),
      lastSeenAtMs: 200 + ((index * 3) % 5),
      events: 1 + (index % 3),
      userKeys: Array.from({ length: index % 2 }, (_, user) => `id:${user}`),
    });
    await apply(
      state,
      1,
      [...made.values(), elsewhere].map((id, index) => facts(id, values(index))),
    );
    const valueOf = {
      'last-seen': (issue: Issue) => issue.lastSeenAtMs,
      'first-seen': (issue: Issue) => issue.firstSeenAtMs,
      events: (issue: Issue) => issue.eventCount,
      users: (issue: Issue) => issue.userCount,
    };
    for (const sort of ['last-seen', 'first-seen', 'events', 'users'] as const) {
      for (const projectIds of [[place.projectId], [place.projectId, other.projectId]]) {
        const asked = { ...listing(place), projectIds, sort };
        const expected = (await state.issuesByIds([...made.values(), elsewhere]))
          .filter(({ projectId }) => projectIds.includes(projectId))
          .sort((one, next) => valueOf[sort](next) - valueOf[sort](one) || next.id - one.id);
        assert.deepEqual(await state.listIssues(asked), expected, sort);
        const paged: Issue[] = [];
        for (let after: IssueListing['after'] = null; ;) {
          const page: Issue[] = await state.listIssues({ ...asked, after, count: 3 });
          paged.push(...page);
          const last = page.at(-1);
          if (!last) break;
          after = { value: valueOf[sort](last), id: last.id };
        }
        assert.deepEqual(ids(paged), ids(expected), sort);
      }
    }
  },

  'lists only what every condition lets through': async (open) => {
    const state = await open();
    const place = await seedProject(state, 'main', 'web');
    const other = await seedProject(state, 'acme', 'api');
    const [a, b, c] = [
      await seedIssue(state, place, 'a'),
      await seedIssue(state, place, 'b'),
      await seedIssue(state, other, 'c'),
    ];
    await apply(state, 1, [
      facts(a, { level: 'fatal', handled: false, firstRelease: '1.0' }),
      facts(b, { level: 'warning', handled: true, firstRelease: '1.1' }),
      facts(c, { level: 'fatal', handled: null }),
    ]);
    await state.write((tx) => tx.setIssueStatus([b], 'resolved'));
    const both = { ...listing(place), projectIds: [place.projectId, other.projectId] };
    const cases: [Partial<IssueListing>, IssueId[]][] = [
      [{}, [c, b, a]],
      [{ projectIds: [place.projectId] }, [b, a]],
      [{ projectIds: [] }, []],
      [{ projectIds: [99 as ProjectId] }, []],
      [{ status: ['unresolved'] }, [c, a]],
      [{ status: ['resolved', 'ignored'] }, [b]],
      [{ levels: ['fatal'] }, [c, a]],
      [{ levels: ['fatal', 'warning'], status: ['resolved'] }, [b]],
      [{ handled: false }, [a]],
      [{ handled: true }, [b]],
      [{ firstRelease: '1.1' }, [b]],
      [{ ids: [a, c, 99 as IssueId] }, [c, a]],
      [{ ids: [] }, []],
    ];
    for (const [condition, expected] of cases) {
      assert.deepEqual(ids(await state.listIssues({ ...both, ...condition })), expected, JSON.stringify(condition));
      assert.equal(await state.countIssues({ ...both, ...condition }), expected.length, JSON.stringify(condition));
    }
  },

  'finds words in type, value, culprit and short id, without case and without wildcards': async (open) => {
    const state = await open();
    const place = await seedProject(state, 'main', 'web');
    const [a, b] = [await seedIssue(state, place, 'a'), await seedIssue(state, place, 'b')];
    await apply(state, 1, [
      facts(a, { type: 'TypeError', value: '100% of Ünïcode_names\\', culprit: 'src/app.tsx' }),
      facts(b, { type: 'RangeError', value: 'out of range', culprit: 'src/main.ts' }),
    ]);
    const cases: [string[], string[], IssueId[]][] = [
      [['error'], [], [b, a]],
      [['TYPEERROR'], [], [a]],
      [['error', 'main.ts'], [], [b]],
      [['ÜNÏ'], [], [a]],
      [['web-2'], [], [b]],
      [['100%'], [], [a]],
      [['e_n'], [], [a]],
      [['names\\'], [], [a]],
      [['%'], [], [a]],
      [['_'], [], [a]],
      [['\\'], [], [a]],
      [['TypeError100'], [], []],
      [['nowhere\0'], [], []],
      [['\0error'], [], [b, a]],
      [["' or 1=1 --"], [], []],
      [['src'], ['range'], [a]],
      [[], ['error'], []],
      [[], ['app', 'nowhere'], [b]],
    ];
    for (const [words, withoutWords, expected] of cases) {
      const found = await state.listIssues({ ...listing(place), words, withoutWords });
      assert.deepEqual(ids(found), expected, JSON.stringify([words, withoutWords]));
    }
    await apply(state, 2, [facts(a, { type: 'Renamed', value: 'x', culprit: 'y', lastSeenAtMs: 9_999 })]);
    assert.deepEqual(await state.listIssues({ ...listing(place), words: ['typeerror'] }), []);
    assert.deepEqual(ids(await state.listIssues({ ...listing(place), words: ['renamed', 'web-1'] })), [a]);
  },

  'keeps text that not every engine could keep, without what stands in the way': async (open) => {
    const state = await open();
    const place = await seedProject(state);
    const id = await seedIssue(state, place, 'a', { type: '__proto__', value: 'a\0b\ud800' });
    await apply(state, 1, [
      facts(id, { type: 'constructor', value: '\0\0', userKeys: ['id:\0', 'id:'], firstRelease: 'a\0' }),
    ]);
    const issue = await state.issueById(id);
    assert.deepEqual([issue!.type, issue!.value, issue!.userCount, issue!.firstRelease], ['constructor', '', 1, 'a']);
  },

  'writes all of a deed or nothing, and gives its result or its error': async (open) => {
    const state = await open();
    assert.equal(await state.write(async () => 42), 42);
    const failed = state.write(async (tx) => {
      await tx.setSetting('a', 'lost');
      await tx.createUser({ email: 'lost@example.com', name: '', passwordHash: null, createdAtMs: 1 });
      throw new TypeError('changed my mind');
    });
    await assert.rejects(failed, new TypeError('changed my mind'));
    assert.equal(await state.setting('a'), null);
    assert.equal(await state.userCount(), 0);
    await state.write((tx) => tx.setSetting('a', 'kept'));
    assert.equal(await state.setting('a'), 'kept');
  },

  'shows a write to others only when it is complete, and to itself at once': async (open) => {
    const state = await open();
    const { promise: looked, resolve: haveLooked } = Promise.withResolvers<void>();
    const { promise: written, resolve: haveWritten } = Promise.withResolvers<void>();
    const writing = state.write(async (tx) => {
      await tx.setSetting('a', 'new');
      assert.equal(await tx.setting('a'), 'new');
      haveWritten();
      await looked;
    });
    await written;
    assert.equal(await state.setting('a'), null);
    haveLooked();
    await writing;
    assert.equal(await state.setting('a'), 'new');
  },

  'runs writes one after the other, in the order in which they were asked for': async (open) => {
    const state = await open();
    const order: number[] = [];
    const writes = [1, 2, 3, 4].map((number) =>
      state.write(async (tx) => {
        const before = Number((await tx.setting('sum')) ?? 0);
        order.push(number);
        await tx.setSetting('sum', String(before + number));
      }),
    );
    await Promise.all(writes);
    assert.deepEqual(order, [1, 2, 3, 4]);
    assert.equal(await state.setting('sum'), '10');
  },

  'finishes writes that are under way when it closes, and rejects later ones': async (open) => {
    const state = await open();
    const writing = state.write((tx) => tx.setSetting('a', '1'));
    const closing = state.close();
    await writing;
    await closing;
    await assert.rejects(state.write((tx) => tx.setSetting('a', '2')));
    await assert.rejects(state.setting('a'));
  },

  "answers with plain objects that are the asker's own": async (open) => {
    const state = await open();
    const { projectId } = await seedProject(state);
    const project = (await state.projectById(projectId))!;
    assert.equal(Object.getPrototypeOf(project), Object.prototype);
    project.name = 'changed by the reader';
    assert.notEqual((await state.projectById(projectId))!.name, project.name);
  },
};

interface Place {
  organizationId: OrganizationId;
  projectId: ProjectId;
}

const projectFacts = { name: 'Web', platform: 'javascript', createdAtMs: 2 };

export async function seedProject(state: State, organization = 'main', project = 'web'): Promise<Place> {
  return state.write(async (tx) => {
    const organizationId = await tx.createOrganization({ slug: organization, name: organization, createdAtMs: 1 });
    return { organizationId, projectId: await tx.createProject({ ...projectFacts, organizationId, slug: project }) };
  });
}

async function seedUser(state: State): Promise<UserId> {
  const email = `user-${await state.userCount()}@example.com`;
  return state.write((tx) => tx.createUser({ email, name: 'User', passwordHash: null, createdAtMs: 1 }));
}

async function seedIssue(state: State, place: Place, hash: string, change: Partial<IssueSeed> = {}): Promise<IssueId> {
  return (await state.write((tx) => tx.ensureIssues([{ ...seed(place, hash), ...change }]))).get(hash)!;
}

export function seed(place: Place, hash: string): IssueSeed {
  return {
    ...place,
    hash,
    groupingVersion: 'v1',
    level: 'error',
    type: 'Error',
    value: 'boom',
    culprit: 'app',
    platform: 'javascript',
    handled: null,
    firstSeenAtMs: 1_000,
  };
}

export function facts(issueId: IssueId, change: Partial<IssueFacts>): IssueFacts {
  return {
    issueId,
    events: 1,
    userKeys: [],
    firstSeenAtMs: 1_000,
    lastSeenAtMs: 2_000,
    firstRelease: '',
    lastRelease: '',
    level: 'error',
    type: 'Error',
    value: 'boom',
    culprit: 'app',
    handled: null,
    ...change,
  };
}

async function apply(
  state: State,
  sequence: number,
  issues: IssueFacts[],
  change: Partial<StateBatch> = {},
): Promise<void> {
  const batch = { sequence, atMs: 3_000, issues, releases: [], environments: [], firstEvents: [], ...change };
  await state.write((tx) => tx.applyBatch(batch));
}

export function listing(place: Place): IssueListing {
  return {
    projectIds: [place.projectId],
    status: [],
    levels: [],
    ids: null,
    words: [],
    withoutWords: [],
    handled: null,
    firstRelease: null,
    sort: 'last-seen',
    after: null,
    count: 10_000,
  };
}

function ids(issues: Issue[]): IssueId[] {
  return issues.map(({ id }) => id);
}
