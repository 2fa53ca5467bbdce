import { limits, type ProjectId } from '@seismo/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closing, testPath } from '../../../testing/cleanup.ts';
import { openSqliteState } from '../engines/sqlite/open.ts';
import type { State } from '../contract.ts';
import { startOutboxReader } from './reader.ts';

let state: State;
let failures: unknown[];
// Polls and saves happen only when a test advances the time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());
beforeEach(async () => {
  state = closing(await openSqliteState(testPath('state.sqlite')));
  failures = [];
});

const publish = (of: State, count = 1) =>
  of.write(async (tx) =>
    tx.publish(
      Array.from({ length: count }, () => ({
        kind: 'projects-changed' as const,
        projectIds: [1 as ProjectId],
        issueId: null,
      })),
    ),
  );
const start = async () => {
  const ids: number[] = [];
  const reader = await startOutboxReader(state, {
    name: 'test',
    read: (rows) => {
      ids.push(...rows.map(({ id }) => id));
      return null;
    },
    failed: (error) => void failures.push(error),
  });
  return { ids, reader };
};

test('a reader starts with rows after its registration, and continues where it stopped', async () => {
  await publish(state);
  const first = await start();
  await publish(state, 2);
  await first.reader.stop();
  expect(first.ids).toEqual([2, 3]);
  await publish(state);
  const second = await start();
  await second.reader.stop();
  expect(second.ids).toEqual([4]);
  expect(await state.outboxAfter(0, 10)).toEqual([]);
  expect(failures).toEqual([]);
});

test('a reader that ends without a stop gets the rows since its last save again', async () => {
  const crashed = await start();
  await publish(state);
  await expect.poll(() => crashed.ids).toEqual([1]);
  const again = await start();
  await again.reader.stop();
  expect(again.ids).toEqual([1]);
  await crashed.reader.stop();
  expect(failures).toMatchObject([{ message: expect.stringContaining('not at 0') }]);
});

test('a reader reads rows of another connection, when woken and by polling', async () => {
  const { ids, reader } = await start();
  const other = await openSqliteState(testPath('state.sqlite'));
  await publish(other);
  reader.wake();
  await expect.poll(() => ids).toEqual([1]);
  await publish(other);
  vi.advanceTimersByTime(limits.OUTBOX_POLL_MS);
  await expect.poll(() => ids).toEqual([1, 2]);
  await other.close();
  await reader.stop();
});

test('a reader gets more rows than one read has, each once', async () => {
  const { ids, reader } = await start();
  const count = 2 * limits.OUTBOX_READ_COUNT_MAX;
  await publish(state, count);
  await reader.stop();
  expect(ids).toEqual(Array.from({ length: count }, (_, index) => index + 1));
});

test('an effect that was committed although its answer was lost is not repeated, and the reader goes on', async () => {
  let writes = 0;
  const write: State['write'] = async (work) => {
    const done = await state.write(work);
    // After the registration.
    if (++writes === 2) throw new Error('connection lost');
    return done;
  };
  const effects: number[] = [];
  const reader = await startOutboxReader(Object.create(state, { write: { value: write } }) as State, {
    name: 'test',
    read: async (rows) => ({
      async write() {
        effects.push(...rows.map(({ id }) => id));
      },
      written() {},
    }),
    failed: (error) => void failures.push(error),
  });
  await publish(state);
  await reader.caughtUp();
  expect(failures).toEqual([new Error('connection lost')]);
  await publish(state);
  await reader.caughtUp();
  expect(effects).toEqual([1, 2]);
  expect(await state.outboxReaders()).toMatchObject([{ position: 2 }]);
  await reader.stop();
});
