import { expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { createBackground } from './background.ts';

test('work runs later, a failure is reported, and work after it runs', async () => {
  const [done, failures]: [string[], unknown[]] = [[], []];
  const background = createBackground(
    () => 0,
    (error) => failures.push(error),
  );
  background.run(async () => void done.push('one'));
  background.run(() => Promise.reject(new Error('boom')));
  background.run(async () => void done.push('two'));
  expect(done).toEqual([]);
  await background.settled();
  expect(done).toEqual(['one', 'two']);
  expect(failures.map(String)).toEqual(['Error: boom']);
});

test('a stop drops what has not begun and finishes what has', async () => {
  const done: string[] = [];
  const waits = [0, 60_000];
  const begun = Promise.withResolvers<void>();
  const may = Promise.withResolvers<void>();
  const background = createBackground(
    () => waits.shift()!,
    () => {},
  );
  background.run(async () => {
    begun.resolve();
    await may.promise;
    done.push('begun');
  });
  background.run(async () => void done.push('waiting'));
  await begun.promise;
  const stopped = background.stop();
  background.run(async () => void done.push('late'));
  may.resolve();
  await stopped;
  await background.settled();
  expect(done).toEqual(['begun']);
});

test('the amount of waiting work is limited', async () => {
  const failures: unknown[] = [];
  const background = createBackground(
    () => 60_000,
    (error) => failures.push(error),
  );
  for (let count = 0; count <= limits.BACKGROUND_COUNT_MAX; count++) background.run(async () => {});
  expect(failures).toHaveLength(1);
  await background.stop();
});
