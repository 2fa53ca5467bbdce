import type { ProjectId } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { createChanges } from './changes.ts';

const [shop, other] = [1, 2] as ProjectId[] as [ProjectId, ProjectId];

function countCalls(changes: ReturnType<typeof createChanges>, sinceMs: number) {
  const heard = { times: 0 };
  const stop = changes.on([shop], sinceMs, () => (heard.times += 1));
  return { heard, stop };
}

test('a page gets changes of its own projects until it closes', () => {
  const changes = createChanges({ now: () => 1000 });
  const { heard, stop } = countCalls(changes, 1000);
  changes.emit([other]);
  expect(heard.times).toBe(0);
  changes.emit([other, shop]);
  expect(heard.times).toBe(1);
  stop();
  changes.emit([shop]);
  expect(heard.times).toBe(1);
});

test('changes from before the connection are sent at once, and nothing older', () => {
  let nowMs = 1000;
  const changes = createChanges({ now: () => nowMs });
  nowMs = 2000;
  changes.emit([shop]);
  nowMs = 3000;
  changes.emit([other]);
  expect(countCalls(changes, 1999).heard.times).toBe(1);
  expect(countCalls(changes, 2000).heard.times).toBe(0);
  expect(countCalls(changes, Number.NaN).heard.times).toBe(0);
});

test('clients connected before this start are told to reload: they may have missed changes', () => {
  const changes = createChanges({ now: () => 5000 });
  expect(countCalls(changes, 4000).heard.times).toBe(1);
  expect(countCalls(changes, 6000).heard.times).toBe(0);
});
