import assert from 'node:assert/strict';
import { pluck } from '../../../testing/pluck.ts';
import type { EventId, ProjectId } from '@seismo/protocol';
import { seedIssue } from '../issues/seeds.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import type { FeedbackListing } from './contract.ts';
import { feedbackFacts } from './seeds.ts';

const all = (projectId: ProjectId, more: Partial<FeedbackListing> = {}): FeedbackListing => ({
  projectIds: [projectId],
  environments: [],
  issueId: null,
  range: { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER },
  words: [],
  status: null,
  before: null,
  count: 10,
  ...more,
});
const eventId = 'e'.repeat(32) as EventId;

export const feedbackConformance: StatePromises = {
  'lists feedback, newest first, in pages, with its context': async (state, { projectId }) => {
    const elsewhere = await seedProject(state, 'other');
    const given = [
      feedbackFacts(projectId, 'a', { atMs: 1 }),
      feedbackFacts(projectId, 'b', { atMs: 3, tags: { 'a\0"': 'ü' } }),
      feedbackFacts(projectId, 'c', { atMs: 3, environment: 'staging' }),
      feedbackFacts(elsewhere.projectId, 'a'),
    ];
    await state.write((tx) => tx.addFeedback(given));
    const ids = async (listing: FeedbackListing) =>
      (await state.listFeedback(listing)).map((each) => each.feedbackId[0]);
    assert.deepEqual(await ids(all(projectId)), ['c', 'b', 'a']);
    const [first] = await state.listFeedback(all(projectId, { count: 1 }));
    assert.deepEqual(await ids(all(projectId, { before: { atMs: first!.atMs, id: first!.id } })), ['b', 'a']);
    const since = (fromMs: number, toMs: number) => all(projectId, { range: { fromMs, toMs } });
    assert.deepEqual(await ids({ ...since(2, 100), environments: ['staging'] }), ['c']);
    assert.deepEqual(await ids(since(1, 3)), ['a']);
    assert.deepEqual(await ids(all(projectId, { projectIds: [] })), []);
    const { id, ...rest } = (await state.listFeedback(all(elsewhere.projectId)))[0]!;
    const untouched = { status: 'open', statusUserId: null, statusAtMs: null, issueId: null };
    assert.deepEqual(rest, { ...given[3], ...untouched });
    assert.deepEqual(pluck(await state.feedbackByIds([id, 999]), 'projectId'), [elsewhere.projectId]);
    assert.deepEqual(await state.knownFeedback(projectId, ['b'.repeat(32), 'd'.repeat(32)] as EventId[]), [
      'b'.repeat(32),
    ]);
    assert.deepEqual(await state.knownFeedback(elsewhere.projectId, ['b'.repeat(32) as EventId]), []);
  },

  'finds messages by all of some words, whatever their case, and by no pattern': async (state, { projectId }) => {
    const messages = { a: 'The basket was EMPTY', b: 'Empty \u00dcberweisung', c: '100% _empty_' };
    await state.write((tx) =>
      tx.addFeedback(Object.entries(messages).map(([id, message]) => feedbackFacts(projectId, id, { message }))),
    );
    const found = async (...words: string[]) =>
      (await state.listFeedback(all(projectId, { words }))).map(({ feedbackId }) => feedbackId[0]!).reverse();
    assert.deepEqual(await found('empty'), ['a', 'b', 'c']);
    assert.deepEqual(await found('empTy', 'BASK'), ['a']);
    assert.deepEqual(await found('\u00fcBERweis'), ['b']);
    assert.deepEqual(await found('0%'), ['c']);
    assert.deepEqual(await found('_'), ['c']);
    assert.deepEqual(await found('%'), ['c']);
    assert.deepEqual(await found("'"), []);
    const { status: _, before: __, count: ___, ...scope } = all(projectId, { words: ['basket'] });
    assert.deepEqual(await state.countFeedback(scope), { open: 1, done: 0, spam: 0 });
  },

  'stores a feedback once, as it first arrived': async (state, { projectId }) => {
    await state.write((tx) => tx.addFeedback([feedbackFacts(projectId, 'a')]));
    await state.write((tx) => tx.addFeedback([feedbackFacts(projectId, 'a', { message: 'again' })]));
    const stored = await state.listFeedback(all(projectId));
    assert.deepEqual(pluck(stored, 'message'), [feedbackFacts(projectId, 'a').message]);
  },

  'links feedback to the issue of its event, else of its digest, even after a move': async (state, project) => {
    const elsewhere = await seedProject(state, 'other');
    const { projectId } = project;
    await seedIssue(state, elsewhere, 'd');
    await state.write((tx) =>
      tx.addFeedback([
        feedbackFacts(projectId, 'a', { eventId, digest: '4711', digestHash: 'd' }),
        feedbackFacts(projectId, 'b'),
      ]),
    );
    const issueOfA = async () => (await state.listFeedback(all(projectId))).at(-1)!.issueId;
    assert.equal(await issueOfA(), null);
    const ofDigest = await seedIssue(state, project, 'd');
    assert.equal(await issueOfA(), ofDigest);
    const ofEvent = await seedIssue(state, project, 'e');
    const [link] = await state.feedbackAbout(projectId, { eventIds: [eventId], hashes: [] });
    assert.deepEqual(link, { id: link!.id, eventId, eventHash: null });
    await state.write((tx) => tx.joinFeedback([{ id: link!.id, eventHash: 'e' }]));
    assert.equal(await issueOfA(), ofEvent);
    assert.deepEqual(await state.listFeedback(all(projectId, { issueId: ofDigest })), []);
    assert.equal((await state.listFeedback(all(projectId, { issueId: ofEvent }))).length, 1);
    assert.deepEqual(await state.feedbackAbout(projectId, { eventIds: [], hashes: ['e'] }), [
      { ...link, eventHash: 'e' },
    ]);
    assert.deepEqual(await state.feedbackAbout(elsewhere.projectId, { eventIds: [eventId], hashes: ['e'] }), []);
    const merged = await seedIssue(state, project, 'f');
    await state.write((tx) => tx.moveFingerprints(projectId, ['e'], merged));
    assert.equal(await issueOfA(), merged);
  },

  'counts feedback by status, and stores the user who set it': async (state, { projectId }) => {
    const issueId = await seedIssue(state, await seedProject(state, 'other'), 'x');
    await state.write((tx) =>
      tx.addFeedback(['a', 'b', 'c'].map((mark, atMs) => feedbackFacts(projectId, mark, { atMs }))),
    );
    const ids = (await state.listFeedback(all(projectId))).map(({ id }) => id);
    const userId = await state.write((tx) =>
      tx.createUser({ email: 'ada@example.com', name: 'Ada', passwordHash: null, createdAtMs: 1 }),
    );
    await state.write((tx) => tx.setFeedbackStatus(ids.slice(0, 2), { status: 'spam', userId, atMs: 7 }));
    const { status: _, before: __, count: ___, ...scope } = all(projectId);
    assert.deepEqual(await state.countFeedback(scope), { open: 1, done: 0, spam: 2 });
    assert.deepEqual(await state.countFeedback({ ...scope, issueId }), { open: 0, done: 0, spam: 0 });
    const spam = await state.listFeedback(all(projectId, { status: 'spam' }));
    assert.deepEqual(
      pluck(spam, 'id', 'statusUserId', 'statusAtMs'),
      ids.slice(0, 2).map((id) => [id, userId, 7]),
    );
  },
};
