import assert from 'node:assert/strict';
import { pluck } from '../../../testing/pluck.ts';
import type { EventId } from '@seismo/protocol';
import { apply } from '../batch/seeds.ts';
import { feedbackFacts } from '../feedback/seeds.ts';
import { facts, seed } from '../issues/seeds.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

const [one, two] = ['1', '2'].map((digit) => digit.repeat(32) as EventId) as [EventId, EventId];

export const endUserConformance: StatePromises = {
  'stores the progress of a deletion, and nothing that identifies the end user after it': async (
    state,
    { projectId },
  ) => {
    const identifiers = [{ kind: 'email' as const, value: 'ada@example.com' }];
    const request = { projectId, userId: null, requestedAtMs: 5, label: 'email a…' };
    const id = await state.write((tx) => tx.requestEndUserDeletion({ ...request, identifiers }));
    const open = (await state.endUserDeletionById(id))!;
    assert.deepEqual(await state.openEndUserDeletions(), [open]);
    assert.deepEqual({ ...open, ...request, identifiers, step: null, endedAtMs: null }, open);
    const progress = { ...open, identifiers: null, deleted: { ...open.deleted, events: 7 } };
    await state.write((tx) => tx.updateEndUserDeletion(id, progress, 9));
    assert.deepEqual(await state.openEndUserDeletions(), []);
    const [ended, ...others] = await state.endUserDeletionsOf([projectId], 5);
    assert.deepEqual(others, []);
    assert.deepEqual(ended, { ...progress, endedAtMs: 9 });
    assert.doesNotMatch(JSON.stringify(ended), /ada@/);
    assert.equal(await state.endUserDeletionById(id + 1), null);
    assert.deepEqual(await state.endUserDeletionsOf([], 5), []);
  },

  'finds feedback by address, whatever its case, or by user, in pages, and deletes it': async (
    state,
    { projectId },
  ) => {
    const elsewhere = await seedProject(state, 'other');
    await state.write((tx) =>
      tx.addFeedback([
        feedbackFacts(projectId, 'a', { email: 'Ada@Example.com' }),
        feedbackFacts(projectId, 'b', { email: '', userKey: 'id:7' }),
        feedbackFacts(projectId, 'c', { email: 'ada@example.com.evil' }),
        feedbackFacts(elsewhere.projectId, 'd', { email: 'ada@example.com' }),
      ]),
    );
    const match = { emails: ['ada@example.com'], userKeys: ['id:7'] };
    const found = await state.feedbackOfEndUser(projectId, match, 0, 9);
    assert.deepEqual(
      found.map(({ feedbackId }) => feedbackId[0]),
      ['a', 'b'],
    );
    const [first, second] = pluck(found, 'id') as [number, number];
    assert.deepEqual(pluck(await state.feedbackOfEndUser(projectId, match, 0, 1), 'id'), [first]);
    assert.deepEqual(pluck(await state.feedbackOfEndUser(projectId, match, first, 9), 'id'), [second]);
    assert.equal((await state.feedbackAfter(projectId, 0, 9)).length, 3);
    assert.deepEqual(pluck(await state.feedbackAfter(projectId, first, 1), 'id'), [second]);
    await state.write((tx) => tx.deleteFeedback([first]));
    assert.deepEqual(pluck(await state.feedbackOfEndUser(projectId, match, 0, 9), 'id'), [second]);
    assert.equal((await state.feedbackOfEndUser(elsewhere.projectId, match, 0, 9)).length, 1);
  },

  'removes users of issues and their texts, titles and links, and leaves the counts of events': async (
    state,
    project,
  ) => {
    const { projectId } = project;
    const made = await state.write((tx) => tx.ensureIssues([seed(project, 'a'), seed(project, 'b')]));
    const [a, b] = [made.get('a')!, made.get('b')!];
    const texts = [
      {
        issueId: a,
        texts: [
          { field: 'value' as const, text: 'needle' },
          { field: 'tag' as const, text: 'x' },
        ],
      },
    ];
    const value = 'No account for Ada@example.com';
    await apply(
      state,
      1,
      [facts(a, { value, events: 3, userKeys: ['id:1', 'id:2'] }), facts(b, { userKeys: ['id:1'] })],
      { texts },
    );
    assert.deepEqual(await state.issueIdsAfter(projectId, 0, 9), [a, b]);
    assert.deepEqual(await state.issueIdsAfter(projectId, a, 9), [b]);
    const share = { issueId: a, userId: null, createdAtMs: 1, expiresAtMs: 100 };
    await state.write(async (tx) => {
      await tx.createShare({ ...share, eventId: one, hash: 'h1' });
      await tx.createShare({ ...share, eventId: two, hash: 'h2' });
      await tx.saveFilteredExamples([
        { projectId, reason: 'crawler', title: 'ADA@example.com', atMs: 1 },
        { projectId, reason: 'crawler', title: 'other', atMs: 1 },
      ]);
    });
    const redacted = (text: string) => text.replace(/ada@example[.]com/iu, '[Filtered]');
    for (const removed of [1, 0]) {
      await state.write(async (tx) => {
        const gone = [a, b].map((issueId) => ({ issueId, userKey: 'id:2' }));
        assert.equal(await tx.removeIssueUsers(gone), removed);
        assert.equal(await tx.deleteSharesOf([one]), removed);
        await tx.redactTitles(projectId, [a, b], redacted);
        await tx.replaceTexts([a, b], [{ issueId: a, texts: [{ field: 'value', text: 'left' }] }]);
      });
      const [first, second] = await state.issuesByIds([a, b]);
      assert.deepEqual([first!.eventCount, first!.userCount, first!.value], [3, 1, 'No account for [Filtered]']);
      assert.deepEqual([second!.userCount, second!.value], [1, 'boom']);
      assert.deepEqual(await state.textCountsOf([a, b]), new Map([[a, 1]]));
      assert.deepEqual(pluck(await state.listShares(a, 1), 'eventId'), [two]);
      assert.deepEqual(pluck(await state.filteredExamples(projectId), 'title'), ['other']);
    }
  },
};
