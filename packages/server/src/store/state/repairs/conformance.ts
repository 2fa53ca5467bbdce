import assert from 'node:assert/strict';
import type { EventId } from '@seismo/protocol';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

export const repairConformance: StatePromises = {
  'keeps one repair per upload, with its progress, and begins it anew when it is asked for again': async (open) => {
    const state = await open();
    const { projectId } = await seedProject(state);
    const upload = { bundleId: 7, projectId, release: 'shop@1', dist: '' };
    const ask = (atMs: number, ...uploads: (typeof upload)[]) => state.write((tx) => tx.askRepairs(uploads, atMs));
    const [first, other] = await ask(10, upload, { ...upload, dist: 'web' });
    const fresh = { total: null, done: 0, mended: 0, before: null, endedAtMs: null };
    assert.deepEqual(await state.repairById(first!.id), { ...upload, ...first, askedAtMs: 10, ...fresh });
    const progress = { total: 9, done: 4, mended: 3, before: { atMs: 5, eventId: 'a'.repeat(32) as EventId } };
    await state.write((tx) => tx.updateRepair(first!.id, { ...progress, endedAtMs: null }));
    await state.write((tx) => tx.updateRepair(other!.id, { ...fresh, total: 0, endedAtMs: 12 }));
    assert.deepEqual(await state.openRepairs(), [{ ...upload, ...first, askedAtMs: 10, ...progress, endedAtMs: null }]);
    // One that found nothing to do is nothing to speak of.
    assert.deepEqual(
      (await state.repairsOf(projectId, 9)).map(({ id }) => id),
      [first!.id],
    );
    const [again] = await ask(20, upload);
    assert.deepEqual(again, { id: first!.id, projectId, round: first!.round + 1 });
    assert.deepEqual(await state.repairById(first!.id), { ...upload, ...again, askedAtMs: 20, ...fresh });
    assert.equal(await state.repairById(99), null);
  },
};
