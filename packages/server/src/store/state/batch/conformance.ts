import assert from 'node:assert/strict';
import type { IssueId } from '@seismo/protocol';
import { facts, listing, seed, seedIssue } from '../issues/seeds.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import { apply } from './seeds.ts';

export const batchConformance: StatePromises = {
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
};
