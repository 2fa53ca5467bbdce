import { limits, type ProjectId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import type { Journal } from '#journal/contract.ts';
import { openSqliteJournal } from '#journal/sqlite.ts';
import { taskEntry, type DeleteTask } from '#journal/tasks.ts';
import type { Telemetry } from '#store/telemetry/contract.ts';
import { closing, testPath } from '../testing/cleanup.ts';
import { unwatched } from '../testing/drain.ts';
import { eventEnvelope, eventIdOf, nowMs, openPipeline, type Pipeline } from '../testing/pipeline.ts';
import type { BatchReport } from './context.ts';
import { commitMemory } from './commits.ts';
import { startPipeline } from './run.ts';

const FLOOD = 2 * limits.BATCH_ENTRY_COUNT_MAX;

let pipeline: Pipeline;
let journal: Journal;
let telemetry: Telemetry;
let flooding: ProjectId[];
let quiet: ProjectId;
let eventCount = 0;

beforeEach(async () => {
  pipeline = await openPipeline({ journal: closing(openSqliteJournal(testPath('journal.sqlite'))) });
  ({ journal, telemetry, otherId: quiet } = pipeline);
  const { organizationId, projectId } = pipeline;
  flooding = [projectId];
  for (const slug of ['b', 'c', 'd']) {
    const project = { organizationId, slug, name: slug, platform: '', createdAtMs: nowMs };
    flooding.push(await pipeline.state.write((tx) => tx.createProject(project)));
  }
});

test('a quiet project waits for one batch at most while four others flood and keep flooding', async () => {
  const flood = (count: number) => Promise.all(flooding.flatMap((projectId) => repeat(count, () => send(projectId))));
  await flood(FLOOD);
  const storedIn: number[] = [];
  let sent: Promise<unknown> = Promise.resolve();
  const read: Journal['read'] = async (readLimits) => {
    await sent;
    return journal.read(readLimits);
  };
  await until(
    6,
    (batches, report) => {
      if (isOf(quiet, report)) storedIn.push(batches);
      // Each batch takes 500, and 800 more come.
      sent = Promise.all([flood(200), ...(batches === 1 || batches === 3 ? [send(quiet)] : [])]);
    },
    { ...journal, read },
  );
  await sent;
  // It arrived after batches 1 and 3, while 2 and 4 were already prepared.
  expect(storedIn).toEqual([3, 5]);
});

test('an operation runs in order within its lane, independently of other lanes', async () => {
  await Promise.all(flooding.flatMap((projectId) => repeat(FLOOD, () => send(projectId))));
  await send(quiet);
  await journal.append(taskEntry('delete', quiet, nowMs, { issueId: null } satisfies DeleteTask));
  await journal.append(taskEntry('delete', quiet, nowMs, { issueId: null } satisfies DeleteTask));
  const last = await send(quiet);
  const reports: BatchReport[] = [];
  await until(6, (_, report) => void reports.push(report));
  const ofQuiet = reports.flatMap((report, index) => (isOf(quiet, report) ? index : []));
  // Operations alternate with batches of the others.
  expect(ofQuiet.slice(0, 4)).toEqual([0, 2, 4, 5]);
  expect(reports.slice(0, 6).map(({ positions }) => positions.length)).toEqual([5, 4, 1, 4, 1, 5]);
  expect(reports[5]!.positions).toContainEqual({ lane: quiet, sequence: last });
  // The project was deleted before its last entry was processed, so nothing is stored of it.
  expect((await outcomes(quiet)).stored).toBeUndefined();
});

test('a lane whose batches keep failing delays no other lane, and loses and repeats nothing once it recovers', async () => {
  const [broken, ...others] = flooding as [ProjectId, ...ProjectId[]];
  let fails = true;
  const failing: Telemetry = {
    ...telemetry,
    append: async (batch) => {
      if (fails && batch.rows.ledger?.some(({ projectId }) => projectId === broken))
        throw new Error('not this project');
      await telemetry.append(batch);
    },
  };
  await Promise.all(flooding.flatMap((projectId) => repeat(20, () => send(projectId))));
  const stores = { ...pipeline.stores, telemetry: failing };
  const running = await startPipeline(stores, unwatched(nowMs));
  const waiting = async () => (await journal.stats()).entries;
  await expect.poll(waiting, { interval: 5, timeout: 20_000 }).toBe(20);
  await Promise.all(others.flatMap((projectId) => repeat(20, () => send(projectId))));
  await expect.poll(waiting, { interval: 5, timeout: 20_000 }).toBe(20);
  await running.stop();
  for (const projectId of others) expect(await outcomes(projectId)).toEqual({ received: 40, stored: 40 });
  expect(await outcomes(broken)).toEqual({});

  fails = false;
  await pipeline.drain();
  for (const projectId of others) expect(await outcomes(projectId)).toEqual({ received: 40, stored: 40 });
  const { received, stored, failed = 0 } = await outcomes(broken);
  // Entries that were tried too often are dead letters.
  expect([received, stored! + failed]).toEqual([20, 20]);
  expect(await journal.listDeadLetters(broken, 100)).toHaveLength(failed);
});

test('two threads share the lanes, and a failed commit in one loses nothing of the other', async () => {
  const commits = commitMemory();
  const sequences: number[] = [];
  let fails = 2;
  const failing: Telemetry = {
    ...telemetry,
    append: async (batch) => {
      await telemetry.append(batch);
      if (batch.rows.ledger && fails-- > 0) throw new Error('stored, and then cut off');
      if (batch.rows.ledger) sequences.push(batch.sequence);
    },
  };
  const stores = { ...pipeline.stores, telemetry: failing };
  const lanesOf: Set<number>[] = [new Set(), new Set()];
  const running = await Promise.all(
    lanesOf.map((lanes, index) => {
      const applied = ({ positions }: BatchReport) => positions.forEach(({ lane }) => lanes.add(lane));
      return startPipeline(stores, unwatched(nowMs, { share: { index, count: 2, commits }, applied }));
    }),
  );
  const projectIds = [...flooding, quiet];
  for (let round = 0; round < 5; round++) {
    await Promise.all(projectIds.flatMap((projectId) => repeat(20, () => send(projectId))));
    await expect.poll(async () => (await journal.stats()).entries, { interval: 5, timeout: 20_000 }).toBe(0);
  }
  await Promise.all(running.map((each) => each.stop()));
  for (const projectId of projectIds) expect(await outcomes(projectId)).toEqual({ received: 100, stored: 100 });
  expect(lanesOf).toEqual([0, 1].map((index) => new Set(projectIds.filter((projectId) => projectId % 2 === index))));
  expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
  expect(sequences.at(-1)).toBe(500);
});

/** Runs the pipeline for so many batches, at least. */
async function until(
  batches: number,
  applied: (batches: number, report: BatchReport) => void,
  from: Journal = journal,
): Promise<void> {
  const enough = Promise.withResolvers<void>();
  let count = 0;
  const watched = {
    applied: (report: BatchReport) => {
      applied(++count, report);
      if (count === batches) enough.resolve();
    },
  };
  const running = await startPipeline({ ...pipeline.stores, journal: from }, unwatched(nowMs, watched));
  await enough.promise;
  await running.stop();
}

const isOf = (projectId: ProjectId, { positions }: BatchReport) => positions.some(({ lane }) => lane === projectId);

async function outcomes(projectId: ProjectId): Promise<Record<string, number>> {
  const range = { fromMs: 0, toMs: nowMs * 2 };
  const rows = await telemetry.query('ledgerTotals', { projectIds: [projectId], range });
  return Object.fromEntries(rows.map(({ outcome, quantity }) => [outcome, quantity]));
}

function repeat<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

function send(projectId: ProjectId): Promise<number> {
  return pipeline.send(eventEnvelope({ event_id: eventIdOf(++eventCount), message: 'x' }), projectId);
}
