import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { firstMessage } from './first-message.ts';

const thread = (code: string) =>
  new Worker(`const { parentPort } = require('node:worker_threads'); ${code}`, { eval: true });

test('messages of the watch mode are not the first message of a thread', async () => {
  const worker = thread(`
    parentPort.postMessage({ 'watch:import': ['file:///thread.ts'] });
    parentPort.postMessage({ 'watch:require': ['/thread.cjs'] });
    parentPort.postMessage({ kind: 'open' });
    parentPort.postMessage({ kind: 'later' });`);
  expect(await firstMessage(worker)).toEqual({ kind: 'open' });
  await worker.terminate();
});

test('a thread that fails before its first message rejects', async () => {
  await expect(firstMessage(thread(`throw new Error('no such file')`))).rejects.toThrow('no such file');
});
