import type { State } from '@seismo/server/parts';
import { limits } from '@seismo/protocol';
import { expect, test, vi } from 'vitest';
import { watchOutboxLag } from './outbox-lag.ts';

type Readers = Awaited<ReturnType<State['outboxReaders']>>;

test('a lagging outbox reader raises one alarm, and another one after it caught up', async () => {
  let nowMs = 1000;
  let readers: Readers = [];
  const error = vi.fn<(fields: object, message: string) => void>();
  const log = { error, warn: vi.fn<() => void>(), info: vi.fn<() => void>() };
  const lag = watchOutboxLag({ outboxReaders: async () => readers }, { now: () => nowMs }, log as never);
  const late = [
    { name: 'alerts', position: 7, behind: 3, behindSinceMs: 1000 },
    { name: 'live', position: 10, behind: 0, behindSinceMs: null },
  ];
  readers = late;
  nowMs += limits.OUTBOX_LAG_MS_MAX;
  await lag.check();
  expect(error).not.toHaveBeenCalled();
  nowMs += 1000;
  await lag.check();
  await lag.check();
  expect(error.mock.calls.map(([fields]) => fields)).toEqual([
    { stage: 'outbox', reader: 'alerts', rows: 3, seconds: limits.OUTBOX_LAG_MS_MAX / 1000 + 1 },
  ]);
  readers = late.map((reader) => ({ ...reader, behind: 0, behindSinceMs: null }));
  await lag.check();
  readers = late;
  await lag.check();
  expect(error).toHaveBeenCalledTimes(2);
  lag.stop();
});
