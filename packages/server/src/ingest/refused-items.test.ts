import { expect, test, vi } from 'vitest';
import type { ProjectId } from '@seismo/protocol';
import { openSqliteJournal } from '#journal/sqlite.ts';
import { countRefused } from './refused-items.ts';

const limited = { outcome: 'limited', reason: 'key-rate' } as const;
const clock = { now: () => 5000 };
const everything = { entriesMax: 1000, bytesMax: 1_000_000 };
const [web, shop] = [42 as ProjectId, 43 as ProjectId];
const webKey = { id: 7, projectId: web };
const shopKey = { id: 8, projectId: shop };

test('a flood of refusals becomes one entry per project with the sums', async () => {
  const journal = openSqliteJournal(':memory:');
  const refused = countRefused(journal, clock);
  for (let i = 0; i < 10_000; i++) refused.add(webKey, { event: 1, attachment: 1 }, limited);
  refused.add(shopKey, { event: 1 }, limited);
  await refused.close();
  const entries = await journal.read(everything);
  expect(entries.map((entry) => [entry.kind, entry.projectId, entry.receivedAtMs])).toEqual([
    ['refusals', web, 5000],
    ['refusals', shop, 5000],
  ]);
  expect(JSON.parse(new TextDecoder().decode(entries[0]!.body))).toEqual([
    { keyId: 7, itemKind: 'event', ...limited, quantity: 10_000 },
    { keyId: 7, itemKind: 'attachment', ...limited, quantity: 10_000 },
  ]);
});

test('refused items are journaled by a timer, without another call', async () => {
  vi.useFakeTimers();
  try {
    const append = vi.fn<() => Promise<number>>(async () => 1);
    const refused = countRefused({ append }, clock);
    refused.add(webKey, { event: 1 }, limited);
    await vi.advanceTimersByTimeAsync(999);
    expect(append).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(10_001);
    expect(append).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

test('refusals that a failing journal did not store are written the next time, once', async () => {
  const journal = openSqliteJournal(':memory:');
  let isBroken = true;
  const refused = countRefused(
    {
      append: (entry) => (isBroken ? Promise.reject(new Error('disk full')) : journal.append(entry)),
    },
    clock,
  );
  refused.add(webKey, { event: 1 }, limited);
  await refused.flush();
  isBroken = false;
  refused.add(webKey, { event: 1 }, limited);
  await refused.flush();
  await refused.close();
  const entries = await journal.read(everything);
  expect(entries.map(({ body }) => JSON.parse(new TextDecoder().decode(body)))).toEqual([
    [{ keyId: 7, itemKind: 'event', ...limited, quantity: 2 }],
  ]);
});
