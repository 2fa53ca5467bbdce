import { expect, test } from 'vitest';
import { openPipeline } from '../testing/pipeline.ts';
import { attachment, batch, eventIdOf } from '#store/telemetry/sample-rows.ts';
import { createRemovedBlobs } from './removed-blobs.ts';

const [gone, kept, other] = ['attachments/1/aa', 'attachments/1/bb', 'attachments/1/cc'];

async function open() {
  const { stores, projectId } = await openPipeline();
  for (const key of [gone, kept, other]) await stores.blobs.put(key, new Uint8Array(3));
  const attachments = [gone, kept].map((blobKey, n) => attachment({ projectId, eventId: eventIdOf(n), blobKey }));
  await stores.telemetry.append(batch(1, { attachments }));
  const removeRows = (n: number) =>
    stores.telemetry.append(batch(1, { changes: [{ projectId, thin: [eventIdOf(n)] }] }));
  const left = async () => {
    const keys: string[] = [];
    for await (const key of stores.blobs.list('attachments/')) keys.push(key);
    return keys;
  };
  return { stores, projectId, removeRows, left };
}

test('blobs are deleted behind their rows', async () => {
  const { stores, projectId, removeRows, left } = await open();
  const removed = createRemovedBlobs(stores);
  await removed.after(projectId, [gone], async () => {
    expect(await left()).toContain(gone);
    await removeRows(0);
  });
  expect(await left()).toEqual([kept, other]);
  await removed.finish([projectId]);
  expect(await left()).toEqual([kept, other]);
});

test('after a crash, the blobs of removed rows are deleted, and those of rows that stay are not', async () => {
  const { stores, projectId, removeRows, left } = await open();
  const crashed = createRemovedBlobs(stores).after(projectId, [gone, kept], async () => {
    await removeRows(0);
    throw new Error('killed');
  });
  await expect(crashed).rejects.toThrow('killed');
  expect(await left()).toEqual([gone, kept, other]);
  await createRemovedBlobs(stores).finish([projectId]);
  expect(await left()).toEqual([kept, other]);
});
