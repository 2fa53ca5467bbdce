import assert from 'node:assert/strict';
import { pluck } from '../../../testing/pluck.ts';
import type { OrganizationId } from '@seismo/protocol';
import { apply } from '../batch/seeds.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import { facts, seed, seedIssue } from './seeds.ts';

export const issueConformance: StatePromises = {
  'makes one issue per fingerprint, however often it is requested': async (state, project) => {
    const ids = await state.write((tx) => tx.ensureIssues(['a', 'b', 'a'].map((hash) => seed(project, hash))));
    assert.deepEqual([...ids.keys()], ['a', 'b']);
    const again = await state.write((tx) => tx.ensureIssues(['b', 'c'].map((hash) => seed(project, hash))));
    assert.equal(again.get('b'), ids.get('b'));
    assert.deepEqual(new Set([...ids.values(), ...again.values()]).size, 3);
    assert.deepEqual(await state.write((tx) => tx.ensureIssues([])), new Map());
    const known = await state.issuesByHash(project.projectId, ['a', 'c', 'never']);
    assert.deepEqual(Object.fromEntries(known), { a: ids.get('a'), c: again.get('c') });

    const other = await seedProject(state, 'acme', 'web');
    const elsewhere = await state.write((tx) => tx.ensureIssues([seed(other, 'a')]));
    assert.notEqual(elsewhere.get('a'), ids.get('a'));
    await assert.rejects(
      state.write((tx) => tx.ensureIssues([seed(project, 'x'), seed(other, 'x')])),
      /project/,
    );
  },

  'gives the hash of a newer grouping to the issue that has the earlier one': async (state, project) => {
    const first = await state.write((tx) => tx.ensureIssues([seed(project, 'v1-a')]));
    const seeds = [
      { ...seed(project, 'v2-a'), groupingVersion: 'v2', earlierHash: 'v1-a' },
      { ...seed(project, 'v2-b'), groupingVersion: 'v2', earlierHash: 'v1-a' },
      { ...seed(project, 'v2-c'), groupingVersion: 'v2', earlierHash: 'v1-c' },
    ];
    const ids = await state.write((tx) => tx.ensureIssues([...seeds, seeds[0]!]));
    assert.equal(ids.get('v2-a'), first.get('v1-a'));
    assert.equal(ids.get('v2-b'), first.get('v1-a'));
    assert.notEqual(ids.get('v2-c'), first.get('v1-a'));
    assert.deepEqual(await state.write((tx) => tx.ensureIssues(seeds)), ids);
    const hashes = await state.fingerprintsOf([first.get('v1-a')!]);
    assert.deepEqual(pluck(hashes, 'hash'), ['v1-a', 'v2-a', 'v2-b']);
    // A new issue has only the hash that made it: another event of the earlier one is no part of it.
    const other = { ...seed(project, 'v2-d'), earlierHash: 'v1-c' };
    const later = await state.write((tx) => tx.ensureIssues([other]));
    assert.notEqual(later.get('v2-d'), ids.get('v2-c'));
    const elsewhere = await seedProject(state, 'acme', 'web');
    const theirs = await state.write((tx) => tx.ensureIssues([{ ...seed(elsewhere, 'v2-a'), earlierHash: 'v1-a' }]));
    assert.notEqual(theirs.get('v2-a'), first.get('v1-a'));
  },

  'numbers the issues of a project from 1 in base 32, and reads such IDs as users type them': async (state) => {
    const project = await seedProject(state, 'mine', 'my-web');
    const hashes = Array.from({ length: 42 }, (_, index) => `h${index}`);
    const first = await state.write((tx) => tx.ensureIssues(hashes.slice(0, 40).map((hash) => seed(project, hash))));
    const rest = await state.write((tx) => tx.ensureIssues(hashes.map((hash) => seed(project, hash))));
    const shortIds = (await state.issuesByIds([...rest.values()])).map(({ shortId }) => shortId);
    assert.deepEqual(
      [shortIds[0], shortIds[9], shortIds[31], shortIds[41]],
      ['MY-WEB-1', 'MY-WEB-A', 'MY-WEB-10', 'MY-WEB-1A'],
    );
    assert.equal(new Set(shortIds).size, 42);
    const found = await state.issueByShortId(project.organizationId, 'my-web-io');
    assert.equal(found?.id, first.get('h31'));
    assert.equal(await state.issueByShortId(99 as OrganizationId, 'MY-WEB-1'), null);
    assert.equal(await state.issueByShortId(project.organizationId, 'MY-WEB-ZZ'), null);
  },

  'adds up events and distinct users exactly': async (state, project) => {
    const [a, b] = [await seedIssue(state, project, 'a'), await seedIssue(state, project, 'b')];
    await apply(state, 1, [facts(a, { events: 3, userKeys: ['id:1', 'id:2'] }), facts(b, { userKeys: ['id:1'] })]);
    await apply(state, 2, [facts(a, { events: 2, userKeys: ['id:2', 'id:3', 'ip:1.1.1.1'] })]);
    await apply(state, 3, [facts(a, { events: 1, userKeys: [] })]);
    const counts = (await state.issuesByIds([b, a])).map((issue) => [issue.id, issue.eventCount, issue.userCount]);
    assert.deepEqual(counts, [
      [a, 6, 4],
      [b, 1, 1],
    ]);
  },

  'shows an issue as its newest event has it, and remembers the first': async (state, project) => {
    const id = await seedIssue(state, project, 'a', { type: 'Seed', value: 'seed', firstSeenAtMs: 9_999 });
    const first = { firstSeenAtMs: 500, lastSeenAtMs: 600, firstRelease: '1.0', lastRelease: '1.1' };
    await apply(state, 1, [
      facts(id, { ...first, level: 'fatal', type: 'New', value: 'one', culprit: 'x', handled: true }),
    ]);
    const expected = {
      id,
      organizationId: project.organizationId,
      projectId: project.projectId,
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
      substate: 'new',
      statusAtMs: 500,
      resolution: null,
      archive: null,
      regressedAtMs: null,
      assignee: null,
      priority: null,
    };
    assert.deepEqual(await state.issueById(id), expected);

    const late = { firstSeenAtMs: 400, lastSeenAtMs: 450, firstRelease: '0.9', lastRelease: '0.9', type: 'Late' };
    await apply(state, 2, [facts(id, late)]);
    const afterLate = { ...expected, eventCount: 2, firstSeenAtMs: 400, firstRelease: '0.9' };
    assert.deepEqual(await state.issueById(id), afterLate);

    const newer = { firstSeenAtMs: 700, lastSeenAtMs: 800, firstRelease: '', lastRelease: '', type: 'Newer' };
    await apply(state, 3, [facts(id, { ...newer, value: 'two', culprit: '', level: 'info', handled: null })]);
    const headline = { type: 'Newer', value: 'two', culprit: '', level: 'info', handled: null };
    assert.deepEqual(await state.issueById(id), { ...afterLate, eventCount: 3, lastSeenAtMs: 800, ...headline });
  },

  'keeps the title of an issue when an event has no error': async (state, project) => {
    const id = await seedIssue(state, project, 'a', { type: 'Seed', level: 'warning' });
    const browserEvent = {
      digestOnly: true,
      type: 'Server error',
      value: 'digest 1',
      level: 'error',
      handled: true,
    } as const;
    await apply(state, 1, [facts(id, { ...browserEvent, lastSeenAtMs: 700, lastRelease: '2' })]);
    const seen = { eventCount: 1, lastSeenAtMs: 700, lastRelease: '2', type: 'Seed', level: 'warning', handled: null };
    const issue = (await state.issueById(id))!;
    assert.deepEqual({ ...issue, ...seen }, issue);
    await apply(state, 2, [facts(id, { type: 'Known', lastSeenAtMs: 800 })]);
    assert.equal((await state.issueById(id))!.type, 'Known');
  },

  'stores text without the characters that some engine cannot store': async (state, project) => {
    const id = await seedIssue(state, project, 'a', { type: '__proto__', value: 'a\0b\ud800' });
    await apply(state, 1, [
      facts(id, { type: 'constructor', value: '\0\0', userKeys: ['id:\0', 'id:'], firstRelease: 'a\0' }),
    ]);
    const issue = await state.issueById(id);
    assert.deepEqual([issue!.type, issue!.value, issue!.userCount, issue!.firstRelease], ['constructor', '', 1, 'a']);
  },
};
