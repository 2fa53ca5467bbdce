import assert from 'node:assert/strict';
import type { EventId } from '@seismo/protocol';
import { feedbackFacts } from '../feedback/seeds.ts';
import { seedIssue } from '../issues/seeds.ts';
import { seedProject } from '../projects/seeds.ts';
import { seedUser } from '../users/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

const id = (digit: string) => digit.repeat(32) as EventId;

export const referenceConformance: StatePromises = {
  'finds the events that feedback, comments and valid share links refer to': async (state, project) => {
    const { projectId } = project;
    const [one, other] = [await seedIssue(state, project, 'a'), await seedIssue(state, project, 'b')];
    const elsewhere = await seedProject(state, 'elsewhere');
    const userId = await seedUser(state);
    const share = { userId, createdAtMs: 1, expiresAtMs: 10 };
    await state.write(async (tx) => {
      await tx.createShare({ ...share, issueId: one, eventId: id('1'), hash: 'h1' });
      await tx.createShare({ ...share, issueId: other, eventId: id('2'), hash: 'h2' });
      await tx.addFeedback([
        feedbackFacts(projectId, 'f', { eventId: id('3') }),
        feedbackFacts(projectId, 'e'),
        feedbackFacts(elsewhere.projectId, 'd', { eventId: id('4') }),
      ]);
      const text = `See ${id('5')} and 66666666-6666-6666-6666-666666666666, not ${id('7')}7.`;
      await tx.addActivities([{ kind: 'comment', issueId: one, userId, atMs: 2, text, editedAtMs: null }]);
    });
    const of = async (issueId: typeof one | null, nowMs = 5) =>
      (await state.eventsReferredTo({ projectId, issueId }, nowMs)).toSorted();
    assert.deepEqual(await of(one), [id('1'), id('3'), id('5'), id('6')]);
    assert.deepEqual(await of(other), [id('2'), id('3')]);
    assert.deepEqual(await of(null), [id('1'), id('2'), id('3'), id('5'), id('6')]);
    assert.deepEqual(await of(null, 10), [id('3'), id('5'), id('6')]);
  },
};
