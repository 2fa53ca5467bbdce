import assert from 'node:assert/strict';
import type { IssueId } from '@seismo/protocol';
import { facts, listing, seed, seedIssue } from '../issues/seeds.ts';
import { LeaseLost } from '../lease/contract.ts';
import type { StatePromises } from '../state.conformance.ts';
import { apply } from './seeds.ts';

export const batchConformance: StatePromises = {
  'applies a batch once: its sequence moves on with it, and back with it if it fails': async (state, project) => {
    const id = await seedIssue(state, project, 'a');
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

  'ends a server whose store was set back behind the batch before': async (state) => {
    const lost: string[] = [];
    state.onLeaseLost(({ message }) => lost.push(message));
    await apply(state, 6, []);
    await assert.rejects(apply(state, 8, [], { after: 7 }), LeaseLost);
    assert.match(lost.join('\n'), /^The state store was restored to an earlier time[^\n]*$/);
    assert.equal(await state.appliedSequence(), 6);
  },

  'moves the lanes of a batch, each forwards only, and no other': async (state) => {
    const move = (sequence: number, ...positions: [lane: number, sequence: number][]) =>
      apply(state, sequence, [], { positions: positions.map(([lane, to]) => ({ lane, sequence: to })) });
    const positions = async () =>
      (await state.lanePositions()).map(({ lane, sequence }) => [lane, sequence]).toSorted(([a], [b]) => a! - b!);
    assert.deepEqual(await positions(), []);
    await move(5, [7, 90], [8, 4]);
    await move(6, [8, 6]);
    assert.deepEqual(await positions(), [
      [7, 90],
      [8, 6],
    ]);
    await assert.rejects(move(7, [8, 6]), /Entry 6 of lane 8 comes after 6 was applied/);
    await assert.rejects(move(7, [8, 7], [7, 89]), /Entry 89 of lane 7/);
    await assert.rejects(move(6, [8, 7]), /Batch 6/);
    assert.deepEqual([await state.appliedSequence(), (await positions()).at(-1)], [6, [8, 6]]);
  },

  'takes the position of lane 0 for every lane that has none': async (state) => {
    const at = (lane: number, sequence: number) => ({ positions: [{ lane, sequence }] });
    await apply(state, 1, [], at(0, 50));
    await assert.rejects(apply(state, 2, [], at(7, 50)), /Entry 50 of lane 7 comes after 50/);
    await apply(state, 2, [], at(7, 51));
    await assert.rejects(apply(state, 3, [], at(7, 51)));
    await apply(state, 3, [], at(8, 52));
  },

  'takes a batch of more rows than one statement may have': async (state, project) => {
    const hashes = Array.from({ length: 2_500 }, (_, index) => `h${index}`);
    const made = await state.write((tx) => tx.ensureIssues(hashes.map((hash) => seed(project, hash))));
    const all = [...made.values()].map((id) => facts(id, { userKeys: ['id:1', `id:${id}-2`] }));
    await apply(state, 1, all);
    assert.equal((await state.issuesByHash(project.projectId, hashes)).size, 2_500);
    assert.equal(await state.countIssues(listing(project)), 2_500);
    assert.equal(await state.countIssues({ ...listing(project), ids: [...made.values()] }), 2_500);
    assert.ok((await state.issuesByIds([...made.values()])).every((issue) => issue.userCount === 2));
  },
};
