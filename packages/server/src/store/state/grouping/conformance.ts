import assert from 'node:assert/strict';
import { pluck } from '../../../testing/pluck.ts';
import type { EventId } from '@seismo/protocol';
import { facts, listing, seedIssue } from '../issues/seeds.ts';
import { apply } from '../batch/seeds.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import type { IssueRecount, Regroup } from './contract.ts';

const seen: NonNullable<IssueRecount['seen']> = {
  firstSeenAtMs: 5,
  lastSeenAtMs: 9,
  firstRelease: '1',
  lastRelease: '2',
  level: 'warning',
  type: 'New',
  value: 'now',
  culprit: 'there',
  handled: true,
};

export const groupingConformance: StatePromises = {
  'moves hashes of one project, and new events follow them': async (state, project) => {
    const elsewhere = await seedProject(state, 'other');
    const [a, b] = [await seedIssue(state, project, 'a'), await seedIssue(state, project, 'b')];
    const other = await seedIssue(state, elsewhere, 'b');
    await state.write((tx) => tx.moveFingerprints(project.projectId, ['b', 'unknown'], a));
    assert.deepEqual(await state.fingerprintsOf([a, b]), [
      { hash: 'a', issueId: a },
      { hash: 'b', issueId: a },
    ]);
    assert.equal(await seedIssue(state, project, 'b'), a);
    assert.equal(await seedIssue(state, elsewhere, 'b'), other);
  },

  'gives an issue an unused hash, and takes one away': async (state, project) => {
    const elsewhere = await seedProject(state, 'other');
    const [a, b] = [await seedIssue(state, project, 'a'), await seedIssue(state, project, 'b')];
    const other = await seedIssue(state, elsewhere, 'b');
    await state.write((tx) => tx.addFingerprints(project.projectId, ['b', 'x'], a));
    assert.deepEqual(await state.fingerprintsOf([a, b]), [
      { hash: 'a', issueId: a },
      { hash: 'b', issueId: b },
      { hash: 'x', issueId: a },
    ]);
    await state.write((tx) => tx.dropFingerprints(project.projectId, ['x', 'b', 'unknown']));
    assert.deepEqual(await state.fingerprintsOf([a, b]), [{ hash: 'a', issueId: a }]);
    assert.equal(await seedIssue(state, elsewhere, 'b'), other);
    assert.notEqual(await seedIssue(state, project, 'b'), b);
  },

  'follows an issue that was merged away to where it ends': async (state, project) => {
    const [a, b, c] = [
      await seedIssue(state, project, 'a'),
      await seedIssue(state, project, 'b'),
      await seedIssue(state, project, 'c'),
    ];
    await state.write(async (tx) => {
      await tx.redirectIssue(a!, b!);
      await tx.redirectIssue(b!, c!);
    });
    assert.equal(await state.mergedInto(a!), c);
    await state.write((tx) => tx.redirectIssue(b!, null));
    assert.equal(await state.mergedInto(a!), b);
    assert.equal(await state.mergedInto(c!), c);
  },

  'stores what an operation moved, and when it was undone': async (state, project) => {
    const [a, b] = [await seedIssue(state, project, 'a'), await seedIssue(state, project, 'b')];
    const regroup: Regroup = {
      id: 'f'.repeat(32),
      projectId: project.projectId,
      userId: null,
      atMs: 3,
      operation: 'merge',
      issueId: a!,
      moves: [{ hash: 'b', fromId: b! }],
      events: [{ eventId: 'e'.repeat(32) as EventId, hash: 'b' }],
      groups: [{ from: 'b', to: 'c', issueId: a! }],
      undoneAtMs: null,
    };
    await state.write((tx) => tx.saveRegroup(regroup));
    assert.deepEqual(await state.regroupById(regroup.id), regroup);
    await state.write((tx) => tx.saveRegroup({ ...regroup, undoneAtMs: 7 }));
    assert.deepEqual(await state.regroupById(regroup.id), { ...regroup, undoneAtMs: 7 });
    assert.equal(await state.regroupById('0'.repeat(32)), null);
  },

  'puts numbers that were counted anew in place of the old ones': async (state, project) => {
    const [a, b] = [await seedIssue(state, project, 'a'), await seedIssue(state, project, 'b')];
    await apply(state, 1, [
      facts(a!, { events: 4, userKeys: ['id:1', 'id:2'] }),
      facts(b!, { userKeys: ['id:1'], lastRelease: '1' }),
    ]);
    const nowMs = 10_000;
    const firstSeen = [
      { kind: 'environment' as const, value: 'production', atMs: 1 },
      { kind: 'release' as const, value: '2', atMs: 1 },
    ];
    await state.write((tx) =>
      tx.recountIssues(
        [
          {
            issueId: a!,
            events: 5,
            userKeys: ['id:1', 'id:3', 'id:9'],
            hours: [{ hour: 0, events: 5 }],
            firstSeen,
            seen,
          },
          { issueId: b!, events: 0, userKeys: [], hours: [], firstSeen: [], seen: null },
        ],
        nowMs,
      ),
    );
    const issue = (await state.issueById(a!))!;
    assert.deepEqual({ ...issue, ...seen, eventCount: 5, userCount: 3 }, issue);
    const empty = (await state.issueById(b!))!;
    assert.deepEqual([empty.userCount, empty.lastRelease, empty.type], [0, '', 'Error']);
    assert.deepEqual(pluck(await state.listIssues(listing(project)), 'id'), [a]);
    assert.equal(await state.countIssues({ ...listing(project), where: { headline: ['there'] } }), 1);
    // Users who were counted are not counted again.
    await apply(state, 2, [facts(a!, { userKeys: ['id:3', 'id:2'], environments: ['production'], lastRelease: '2' })]);
    await apply(state, 3, [facts(b!, { events: 0, lastRelease: '1' })]);
    const published = (await state.outboxAfter(0, 100)).flatMap((row) =>
      row.kind === 'issue-first-seen-in' ? [[row.issueId, row.environments, row.releases]] : [],
    );
    assert.deepEqual(published, [[b, [], ['1']]]);
    assert.deepEqual(pluck(await state.activityOf(b!), 'kind'), ['first-seen']);
    assert.equal((await state.issueById(a!))!.userCount, 4);
    assert.equal((await state.issueById(a!))!.eventCount, 6);
  },
};
