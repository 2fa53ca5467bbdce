import { limits } from '@seismo/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commitMemory, createCommits, endPause, endTurn, pauseCommits } from './commits.ts';

function open({ applied = 0 } = {}) {
  const commits = commitMemory();
  const log: string[] = [];
  const thread = (index: number) =>
    createCommits({ index, count: 2, commits }, async () => {
      log.push(`${index} cleans`);
      return applied;
    });
  const write = (name: string, end?: Promise<void>) => async (sequence: number) => {
    log.push(`${name} ${sequence}`);
    await end;
    log.push(`${name} ends`);
  };
  return { commits, log, write, first: thread(0), second: thread(1) };
}

test('commits run one at a time, and their sequences continue the applied sequence', async () => {
  const { log, write, first, second } = open({ applied: 7 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const both = [first.commit(3, write('a', promise)), second.commit(2, write('b'))];
  await new Promise((then) => setTimeout(then, 20));
  expect(log).toEqual(['0 cleans', 'a 10']);
  resolve();
  await Promise.all(both);
  expect(log).toEqual(['0 cleans', 'a 10', 'a ends', 'b 12', 'b ends']);
  await first.clean();
  await second.clean();
  expect(log).toHaveLength(5);
});

test('after a failed commit or a trial, the next commit cleans up first', async () => {
  const { log, write, first, second } = open();
  await expect(first.commit(3, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  await second.commit(2, write('a'));
  await second.tryOut(write('trial'));
  await first.clean();
  await first.commit(1, write('b'));
  expect(log).toEqual(['0 cleans', '1 cleans', 'a 2', 'a ends', 'trial 3', 'trial ends', '0 cleans', 'b 1', 'b ends']);
});

test('a thread that ends during its commit does not block others, which clean up after it', async () => {
  const { commits, log, write, first, second } = open();
  void first.commit(1, write('a', new Promise(() => {})));
  const next = second.commit(1, write('b'));
  endTurn(commits, 1);
  await new Promise((then) => setTimeout(then, 20));
  expect(log).toEqual(['0 cleans', 'a 1']);
  endTurn(commits, 0);
  await next;
  expect(log).toEqual(['0 cleans', 'a 1', '1 cleans', 'b 1', 'b ends']);
});

test('a pause begins between two commits, and the next commit waits until it ends', async () => {
  const { commits, log, write, first, second } = open();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: paused, resolve: endOfPause } = Promise.withResolvers<void>();
  const one = first.commit(1, write('a', promise));
  const pause = pauseCommits(commits, async () => {
    log.push('paused');
    await paused;
  });
  resolve();
  await one;
  await expect.poll(() => log).toContain('paused');
  const two = second.commit(1, write('b'));
  await new Promise((then) => setTimeout(then, 20));
  expect(log).toEqual(['0 cleans', 'a 1', 'a ends', 'paused']);
  endOfPause();
  await Promise.all([pause, two]);
  expect(log.slice(-2)).toEqual(['b 2', 'b ends']);
});

test('a pause that takes too long fails, and commits go on', async () => {
  const { commits, log, write, first } = open();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const pause = pauseCommits(commits, () => new Promise(() => {}));
  const failed = expect(pause).rejects.toThrow(/^The backup had to pause processing for more than 10 seconds, /);
  const next = first.commit(1, write('a'));
  await vi.advanceTimersByTimeAsync(limits.BACKUP_PAUSE_MS_MAX - 1);
  expect(log).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await failed;
  await next;
  expect(log).toEqual(['0 cleans', 'a 1', 'a ends']);
});

test('a backup that ends during its pause does not block commits', async () => {
  const { commits, log, write, first } = open();
  void pauseCommits(commits, () => new Promise(() => {}));
  const next = first.commit(1, write('a'));
  endTurn(commits, 0);
  endPause(commits);
  await next;
  expect(log).toEqual(['0 cleans', 'a 1', 'a ends']);
});
