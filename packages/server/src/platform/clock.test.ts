import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { sharedClock, systemClock } from './clock.ts';

test('a shared clock stands still where it was set, in every thread, until it is let go', async () => {
  const clock = sharedClock();
  clock.set(Date.UTC(2026, 10, 7));
  expect(clock.now()).toBe(Date.UTC(2026, 10, 7));

  const { href } = new URL('./clock.ts', import.meta.url);
  const source = `import(workerData.href).then(({ sharedClock }) => parentPort.postMessage(sharedClock(workerData.memory).now()))`;
  const thread = new Worker(`const { parentPort, workerData } = require('node:worker_threads'); ${source}`, {
    eval: true,
    workerData: { href, memory: clock.memory },
  });
  expect(await once(thread, 'message')).toEqual([Date.UTC(2026, 10, 7)]);
  await thread.terminate();

  clock.set(null);
  expect(Math.abs(clock.now() - systemClock.now())).toBeLessThan(60_000);
});
