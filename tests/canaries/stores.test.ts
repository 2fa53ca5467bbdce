import { describe, expect, test } from 'vitest';
import { journalConformance } from '../../packages/server/src/journal/journal.conformance.ts';
import { openSqliteJournal } from '../../packages/server/src/journal/sqlite.ts';
import { blobsConformance } from '../../packages/server/src/store/blobs/blobs.conformance.ts';
import { openMemoryBlobs } from '../../packages/server/src/store/blobs/memory.ts';
import type { State, StateTx } from '../../packages/server/src/store/state/contract.ts';
import { openSqliteState } from '../../packages/server/src/store/state/engines/sqlite/open.ts';
import { stateConformance } from '../../packages/server/src/store/state/state.conformance.ts';
import { newStatePath } from '../../packages/server/src/testing/new-stores.ts';

/** Tests of the conformance suites: each store here has one defect, and exactly the tests of that rule must fail. */

describe('the journal suite notices a journal that', () => {
  test('loses every thousandth entry', async () => {
    const broken = await failures(journalConformance, async (options) => {
      const journal = openSqliteJournal(':memory:', options);
      let appends = 0;
      return {
        ...journal,
        append: (entry) => (++appends % 1000 === 0 ? Promise.resolve(appends) : journal.append(entry)),
      };
    });
    expect(broken).toContain('loses none of many appends made at once and some made later');
  });

  test('repeats a sequence after everything was trimmed', async () => {
    const broken = await failures(journalConformance, async (options) => {
      let journal = openSqliteJournal(':memory:', options);
      return {
        ...journal,
        append: (entry) => journal.append(entry),
        read: (limits) => journal.read(limits),
        async trim(applied, batch) {
          await journal.trim(applied, batch);
          if ((await journal.stats()).entries === 0) journal = openSqliteJournal(':memory:', options);
        },
      };
    });
    expect(broken).toEqual(['trims through a sequence and never gives a sequence twice']);
  });

  test('reads in order of arrival across lanes', async () => {
    const broken = await failures(journalConformance, async (options) => {
      const journal = openSqliteJournal(':memory:', options);
      return {
        ...journal,
        async read({ entriesMax, ...limits }) {
          return (await journal.read({ entriesMax: 10_000, ...limits })).slice(0, entriesMax);
        },
      };
    });
    expect(broken).toEqual([
      'reads an equal share of each lane, and fills up with those that have more',
      'reads every lane in turn if there are more lanes than one read may have entries',
    ]);
  });

  test('replays a dead letter and keeps it', async () => {
    const broken = await failures(journalConformance, async (options) => {
      const journal = openSqliteJournal(':memory:', options);
      return {
        ...journal,
        async replay(projectId, id) {
          const deadLetter = (await journal.listDeadLetters(projectId, 10)).find((each) => each.id === id);
          const sequence = await journal.replay(projectId, id);
          const entry = (await journal.read({ entriesMax: 9, bytesMax: 1e6 })).find(
            (each) => each.sequence === sequence,
          );
          if (deadLetter && entry) await journal.addDeadLetter({ ...deadLetter, sequence: 1, part: 0, entry });
          return sequence;
        },
      };
    });
    expect(broken).toContain('replays a dead letter: at the end, marked, and no longer listed');
  });
});

describe('the state suite notices a state that', { timeout: 120_000 }, () => {
  const changing =
    (change: (tx: StateTx) => Partial<StateTx>) =>
    (state: State): State => ({
      ...state,
      write: (callback) => state.write((tx) => callback({ ...tx, ...change(tx) })),
    });

  test('loses the regression of a resolved issue', async () => {
    const forgetful = changing((tx) => ({
      async applyBatch(batch) {
        const ids = batch.issues.map(({ issueId }) => issueId);
        const resolved = (await tx.issuesByIds(ids)).filter(({ status }) => status === 'resolved');
        const forever = { status: 'archived', resolution: null, archive: { until: 'forever' } } as const;
        await tx.updateIssues(resolved.map((issue) => ({ id: issue.id, state: { ...issue, ...forever } })));
        await tx.applyBatch(batch);
        await tx.updateIssues(resolved.map((issue) => ({ id: issue.id, state: issue })));
      },
    }));
    await expectStateFailures(forgetful, [
      'reopens a resolved issue that gets an event, but not an issue that is archived forever',
      'compares releases by semantic version, otherwise by date',
      'counts the issues that a release brought, brought back and resolves',
      'publishes the changes of issues with a batch, then that their projects changed',
    ]);
  });

  test('counts a user again in every batch', async () => {
    const doubling = changing((tx) => ({
      applyBatch: (batch) => {
        const again = (key: string) => `${key} in ${batch.sequence}`;
        return tx.applyBatch({
          ...batch,
          issues: batch.issues.map((facts) => ({ ...facts, userKeys: facts.userKeys.map(again) })),
        });
      },
    }));
    const broken = 'adds up events and distinct users exactly';
    await expectStateFailures(doubling, [broken], { only: broken });
  });

  test('applies a batch twice', async () => {
    const patient = changing((tx) => ({
      async applyBatch(batch) {
        const after = await tx.appliedSequence();
        await tx.applyBatch({ ...batch, after, sequence: Math.max(batch.sequence, after + 1) });
      },
    }));
    await expectStateFailures(patient, [
      'publishes the changes of issues with a batch, then that their projects changed',
      'applies a batch once: its sequence moves on with it, and back with it if it fails',
      'ends a server whose store was set back behind the batch before',
      'moves the lanes of a batch, each forwards only, and no other',
    ]);
  });

  test('applies an entry of a lane twice', async () => {
    const unlimited = changing((tx) => ({ applyBatch: (batch) => tx.applyBatch({ ...batch, positions: [] }) }));
    await expectStateFailures(unlimited, [
      'moves the lanes of a batch, each forwards only, and no other',
      'takes the position of lane 0 for every lane that has none',
    ]);
  });

  test('loses an issue between two pages', async () => {
    const skipping = (after: { value: number; id: number } | null) => (after ? { ...after, id: 0 } : null);
    const losing = (state: State): State => ({
      ...state,
      listIssues: (listing) => state.listIssues({ ...listing, after: skipping(listing.after) as never }),
    });
    await expectStateFailures(losing, ['lists by each order, page after page, without losing or repeating an issue']);
  });

  test('lets a server write that lost its lease', async () => {
    const expected = [
      'lets only the server that took the lease last write, and commands at any time',
      'ends a server whose store is set back to a time before it started',
    ];
    await expectStateFailures((state) => state, expected, { checksLease: false });
  });

  test('commits half of a failed write', async () => {
    const halving = (state: State): State => ({
      ...state,
      async write(callback) {
        let failed: { error: unknown } | undefined;
        const result = await state.write((tx) => callback(tx).catch((error: unknown) => void (failed = { error })));
        if (failed) throw failed.error;
        return result as never;
      },
    });
    const broken = 'commits all writes of a callback or none, and returns its result or throws its error';
    await expectStateFailures(halving, [broken], { only: broken });
  });
});

describe('the blob suite notices a store that', () => {
  test("keeps the caller's bytes instead of its own", async () => {
    const broken = await failures(blobsConformance, async () => {
      const blobs = openMemoryBlobs();
      const stored = new Map<string, Uint8Array>();
      return {
        ...blobs,
        async put(key, bytes) {
          await blobs.put(key, bytes);
          stored.set(key, bytes);
        },
        get: async (key) => ((await blobs.get(key)) ? stored.get(key)! : null),
      };
    });
    expect(broken).toEqual(['stores exactly the bytes of a view, and later changes to the view have no effect']);
  });

  test('accepts any key', async () => {
    const broken = await failures(blobsConformance, async () => {
      const blobs = openMemoryBlobs();
      const fitting = (key: string) => (key.includes('..') ? 'a/b' : key);
      return {
        ...blobs,
        put: (key, bytes) => blobs.put(fitting(key), bytes),
        get: (key) => blobs.get(fitting(key)),
        delete: (key) => blobs.delete(fitting(key)),
      };
    });
    expect(broken).toEqual(['refuses every key that could be something else than a key']);
  });
});

describe('the suites accept', { timeout: 120_000 }, () => {
  test('the real stores', async () => {
    expect(await failures(journalConformance, async (options) => openSqliteJournal(':memory:', options))).toEqual([]);
    await expectStateFailures((state) => state, []);
    expect(await failures(blobsConformance, async () => openMemoryBlobs())).toEqual([]);
  });
});

/**
 * Runs all conformance tests, or one, each on a new store that it may open more than once. Exactly the expected ones must
 * fail; the reason of another is the error.
 */
async function expectStateFailures(
  change: (state: State) => State,
  expected: string[],
  { checksLease = true, only }: { checksLease?: boolean; only?: keyof typeof stateConformance } = {},
): Promise<void> {
  const failed: string[] = [];
  for (const [promise, check] of Object.entries(stateConformance)) {
    if (only && promise !== only) continue;
    const path = await newStatePath();
    const opened: State[] = [];
    const open = async (leaseEpoch?: number) => {
      opened.push(await openSqliteState(path, { leaseEpoch: checksLease ? leaseEpoch : undefined }));
      return change(opened.at(-1)!);
    };
    await check(open).catch((error: unknown) => {
      if (!expected.includes(promise)) throw new Error(`Failed too: ${promise}: ${String(error)}`, { cause: error });
      failed.push(promise);
    });
    for (const state of opened) await state.close();
  }
  expect(failed).toEqual(expected);
}

async function failures<Open>(suite: Record<string, (open: Open) => Promise<void>>, open: Open): Promise<string[]> {
  const failed: string[] = [];
  for (const [promise, check] of Object.entries(suite)) {
    await check(open).catch(() => void failed.push(promise));
  }
  return failed;
}
