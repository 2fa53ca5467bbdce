import assert from 'node:assert/strict';
import { pluck } from '../../../testing/pluck.ts';
import type { EventId } from '@seismo/protocol';
import type { StatePromises } from '../state.conformance.ts';

export const reprocessConformance: StatePromises = {
  'stores one reprocessing per upload with its progress, and restarts it on request': async (state, { projectId }) => {
    const upload = { bundleId: 7, projectId, release: 'shop@1', dist: '' };
    const request = (atMs: number, ...uploads: (typeof upload)[]) =>
      state.write((tx) => tx.requestReprocessing(uploads, atMs));
    const [first, other] = await request(10, upload, { ...upload, dist: 'web' });
    const fresh = { total: null, done: 0, mapped: 0, before: null, endedAtMs: null };
    assert.deepEqual(await state.reprocessTaskById(first!.id), { ...upload, ...first, requestedAtMs: 10, ...fresh });
    const progress = { total: 9, done: 4, mapped: 3, before: { atMs: 5, eventId: 'a'.repeat(32) as EventId } };
    await state.write((tx) => tx.updateReprocessTask(first!.id, { ...progress, endedAtMs: null }));
    await state.write((tx) => tx.updateReprocessTask(other!.id, { ...fresh, total: 0, endedAtMs: 12 }));
    assert.deepEqual(await state.openReprocessTasks(), [
      { ...upload, ...first, requestedAtMs: 10, ...progress, endedAtMs: null },
    ]);
    // One that found nothing to do is nothing to speak of.
    assert.deepEqual(pluck(await state.reprocessTasksOf(projectId, 9), 'id'), [first!.id]);
    const [again] = await request(20, upload);
    assert.deepEqual(again, { id: first!.id, projectId, round: first!.round + 1 });
    assert.deepEqual(await state.reprocessTaskById(first!.id), { ...upload, ...again, requestedAtMs: 20, ...fresh });
    assert.equal(await state.reprocessTaskById(99), null);
  },
};
