import assert from 'node:assert/strict';
import { limits, type ProjectId } from '@seismo/protocol';
import type { StatePromises } from '../state.conformance.ts';
import type { OutboxFacts } from './contract.ts';

const changed = (project: number): OutboxFacts => ({
  kind: 'projects-changed',
  projectIds: [project as ProjectId],
  issueId: null,
});

export const outboxConformance: StatePromises = {
  'gives outbox rows IDs without a gap in commit order, and none to a write that fails': async (state) => {
    await state.write(async (tx) => tx.publish([changed(1), changed(2)]));
    const failed = state.write(async (tx) => {
      tx.publish([changed(3)]);
      throw new TypeError('changed my mind');
    });
    await assert.rejects(failed, TypeError);
    await state.write(async (tx) => tx.publish([{ ...changed(4), kind: 'release-created', version: 'shop@1\0é' }]));
    const rows = async (after: number, count: number) =>
      (await state.outboxAfter(after, count)).map(({ atMs: _, ...row }) => row);
    assert.deepEqual(await rows(0, 2), [
      { ...changed(1), id: 1 },
      { ...changed(2), id: 2 },
    ]);
    assert.deepEqual(await rows(2, 100), [{ ...changed(4), id: 3, kind: 'release-created', version: 'shop@1\0é' }]);
    assert.deepEqual(await rows(3, 100), []);
  },

  'notifies listeners of the outbox after the write is visible, and only of writes that published': async (state) => {
    const seen: Promise<number>[] = [];
    const stop = state.onPublished(() => seen.push(state.outboxAfter(0, 10).then((rows) => rows.length)));
    await state.write((tx) => tx.setSetting('a', '1'));
    await state.write(async (tx) => tx.publish([changed(1)]));
    await assert.rejects(state.write(async (tx) => (tx.publish([changed(2)]), Promise.reject(new Error('no')))));
    stop();
    assert.deepEqual(await Promise.all(seen), [1]);
    await state.write(async (tx) => tx.publish([changed(3)]));
    assert.equal(seen.length, 1);
  },

  'stores an outbox row until every registered reader has passed it': async (state) => {
    const left = async () => (await state.outboxAfter(0, 100)).map(({ id }) => id);
    await state.write(async (tx) => tx.publish([changed(1)]));
    const [slow, fast] = await state.write(async (tx) => [
      await tx.addOutboxReader('slow'),
      await tx.addOutboxReader('fast'),
    ]);
    assert.deepEqual([slow, fast], [1, 1]);
    await state.write(async (tx) => tx.publish([changed(2), changed(3), changed(4)]));
    await state.write((tx) => tx.advanceOutboxReader('fast', 1, 4));
    assert.deepEqual(await left(), [2, 3, 4]);
    await state.write((tx) => tx.advanceOutboxReader('slow', 1, 2));
    assert.deepEqual(await left(), [3, 4]);
    const [third] = await state.outboxAfter(2, 1);
    assert.deepEqual(await state.outboxReaders(), [
      { name: 'fast', position: 4, behind: 0, behindSinceMs: null },
      { name: 'slow', position: 2, behind: 2, behindSinceMs: third!.atMs },
    ]);
    assert.equal(await state.write((tx) => tx.addOutboxReader('slow')), 2);
    await state.write((tx) => tx.removeOutboxReader('slow'));
    await state.write((tx) => tx.advanceOutboxReader('fast', 4, 4));
    assert.deepEqual(await left(), []);
    await state.write(async (tx) => tx.publish([changed(5)]));
    assert.deepEqual(await left(), [5]);
  },

  'advances an outbox reader only from its position, together with the effects of the write': async (state) => {
    await state.write((tx) => tx.addOutboxReader('mail'));
    await state.write(async (tx) => tx.publish([changed(1), changed(2)]));
    const read = (from: number, to: number) =>
      state.write(async (tx) => {
        await tx.setSetting('sent', String(to));
        await tx.advanceOutboxReader('mail', from, to);
      });
    await read(0, 1);
    await assert.rejects(read(0, 2));
    await assert.rejects(read(1, 0));
    await assert.rejects(state.write((tx) => tx.advanceOutboxReader('unknown', 0, 0)));
    assert.equal(await state.setting('sent'), '1');
    assert.deepEqual((await state.outboxReaders())[0]?.position, 1);
  },

  'trims the outbox a bounded number of rows at a time': async (state) => {
    await state.write((tx) => tx.addOutboxReader('live'));
    const count = limits.OUTBOX_TRIM_COUNT_MAX + 3;
    await state.write(async (tx) => tx.publish(Array.from({ length: count }, () => changed(1))));
    await state.write((tx) => tx.advanceOutboxReader('live', 0, count));
    assert.equal((await state.outboxAfter(0, count)).length, 3);
    await state.write((tx) => tx.advanceOutboxReader('live', count, count));
    assert.equal((await state.outboxAfter(0, count)).length, 0);
  },

  'never shows an outbox row below one that was read, also with concurrent commits': async (one, _project, open) => {
    const each = 40;
    const writes = [one, await open()].flatMap((state, writer) =>
      Array.from({ length: each }, (_, index) =>
        state.write(async (tx) => {
          tx.publish([changed(writer * each + index)]);
          // Later transactions may end first where an engine runs several at once.
          for (let turn = 0; turn < (index * 7) % 5; turn++) await tx.setting('none');
        }),
      ),
    );
    const done = Promise.all(writes);
    let isDone = false;
    void done.finally(() => (isDone = true));
    const read: number[] = [];
    let position = 0;
    for (let last = false; !last;) {
      last = isDone;
      const rows = await one.outboxAfter(position, 1000);
      for (const { id, projectIds } of rows) {
        assert.equal(id, position + 1);
        position = id;
        read.push(...projectIds);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    await done;
    assert.deepEqual(
      read.sort((a, b) => a - b),
      Array.from({ length: 2 * each }, (_, index) => index),
    );
  },
};
