import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeEnvelope } from '@seismo/protocol';
import { openStores, sharedClock, storesIn, supervisePipeline } from '@seismo/server/parts';
import { Ended } from '../packages/server/src/pipeline/steps.ts';
import { spanSteps } from '../packages/server/src/signals/spans/steps.ts';
import type { SpanRowsItem } from '../packages/server/src/signals/spans/steps/build-rows.ts';
import type { SpanRow, Telemetry } from '../packages/server/src/store/telemetry/contract.ts';
import { ROW_GROUP_ROW_COUNT } from '../packages/server/src/store/telemetry/engines/duckdb/reclaim.ts';
import { itemOf, noSpike } from '../packages/server/src/testing/items.ts';
import { spanFormats, SPANS_A_BATCH, type SpanFormat } from './span-corpus.ts';

/**
 * The way of a span from a client's bytes to its row in DuckDB, without HTTP: microseconds of processor time by format and
 * step, beside the least that reading the same bytes and storing the same rows costs. Then the same from a full journal, with
 * the threads of a server.
 * `node bench/spans.ts [--rounds 20] [--format 'OTLP, JSON']`
 */
const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, format: { type: 'string' } },
});
const rounds = Number(options.rounds);

/** Processor time of the process in microseconds: of all its threads, so with garbage collection and DuckDB. */
function spentUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/**
 * One batch. Each step runs for a hundred spans before the next: for one item, reading the clock would cost as much as some
 * steps, and for all of them, the collector would copy what a server has long freed.
 */
async function run(
  { payloads, parse }: SpanFormat,
  telemetry: Telemetry,
  sequence: number,
  costs: Map<string, number>,
) {
  const spans: SpanRow[] = [];
  const itemsAGroup = Math.ceil((payloads.length * 100) / SPANS_A_BATCH);
  let since = 0;
  const note = (name: string) => {
    costs.set(name, (costs.get(name) ?? 0) + spentUs() - since);
    since = spentUs();
  };
  for (let start = 0; start < payloads.length; start += itemsAGroup) {
    const group = payloads.slice(start, start + itemsAGroup);
    const works: unknown[] = group.map(({ kind, contentType, payload }) => {
      const item = itemOf(kind, payload);
      return { ...item, item: { ...item.item, contentType }, spike: noSpike };
    });
    since = spentUs();
    for (const { payload } of group) parse(payload);
    note('ceiling: parsing alone');
    for (const { name, step } of spanSteps.list) {
      for (const [index, work] of works.entries()) {
        const next = await step(work);
        if (next instanceof Ended) throw new Error(`${name}: ${next.disposition.reason}`);
        works[index] = next;
      }
      note(name);
    }
    for (const { rows } of works as SpanRowsItem[]) spans.push(...rows);
  }
  since = spentUs();
  await telemetry.append({ sequence, rows: { spans }, changes: [] });
  note('append');
  return spans.length;
}

/** DuckDB alone copies the rows of each batch, in a file with the settings of the store. */
async function copyRows(path: string): Promise<number> {
  const database = await DuckDBInstance.create(':memory:', { threads: '2', checkpoint_threshold: '32MiB' });
  const connection = await database.connect();
  await connection.run(`attach '${path}' as telemetry (row_group_size ${ROW_GROUP_ROW_COUNT})`);
  await connection.run('use telemetry');
  await connection.run('create table copied as from spans limit 0');
  let us = 0;
  for (let sequence = 1; sequence <= rounds; sequence += 1) {
    await connection.run(`create or replace temp table batch as from spans where sequence = ${sequence}`);
    const since = spentUs();
    await connection.run('insert into copied from batch');
    us += spentUs() - since;
  }
  connection.closeSync();
  database.closeSync();
  return us;
}

/** Writes batches to a journal and lets one pipeline thread store them. */
async function throughJournal({ payloads }: SpanFormat, dataDir: string, spanCount: number) {
  const stores = storesIn(dataDir);
  await using opened = await openStores(stores);
  const { state, journal, telemetry } = opened;
  const projectId = await state.write(async (tx) => {
    const organizationId = await tx.createOrganization({ slug: 'bench', name: 'Bench', createdAtMs: Date.now() });
    return tx.createProject({
      organizationId,
      slug: 'bench',
      name: 'Bench',
      platform: 'node',
      createdAtMs: Date.now(),
    });
  });
  const bodies = payloads.map(({ kind, contentType, payload }) =>
    writeEnvelope({}, [{ type: kind, contentType, itemCount: 1, payload }]),
  );
  let since = spentUs();
  for (let batch = 0; batch < rounds; batch += 1) {
    await Promise.all(
      bodies.map((body) =>
        journal.append({
          kind: 'envelope',
          projectId,
          keyId: 0,
          receivedAtMs: Date.now(),
          clientAddress: null,
          userAgent: null,
          // The journal takes the bytes away.
          body: body.slice(),
          limitedCategories: [],
          replayOf: null,
        }),
      ),
    );
  }
  const journalUs = spentUs() - since;
  const drained = Promise.withResolvers<void>();
  let applied = 0;
  // Counted from the first batch on: until then, the thread starts and V8 compiles the code.
  let first: { entries: number; us: number; atMs: number } | null = null;
  const pipeline = supervisePipeline({
    thread: new URL('../packages/server/src/pipeline-thread.ts', import.meta.url),
    stores,
    journal,
    telemetry,
    clock: sharedClock(),
    disk: { folder: dataDir, budgetBytes: Infinity, spanBytes: Infinity },
    measured: () => {},
    needsRoom: () => {},
    threadCount: 1,
    applied: ({ entries }) => {
      applied += entries;
      first ??= { entries, us: spentUs(), atMs: performance.now() };
      if (applied === bodies.length * rounds) drained.resolve();
    },
    published: () => {},
    leaseLost: drained.reject,
    failed: () => {},
    restarted: () => drained.reject(new Error('A worker ended.')),
    log: console,
  });
  await drained.promise;
  const { entries, us, atMs } = first!;
  const counted = spanCount * rounds * (1 - entries / applied);
  const pipelineUs = (spentUs() - us) / counted;
  const perSecond = Math.round((counted * 1000) / (performance.now() - atMs));
  await pipeline.stop();
  return { journalUs: journalUs / (spanCount * rounds), pipelineUs, perSecond };
}

const table: Record<string, Record<string, number>> = {};
const µs = (total: number, count: number) => Math.round((total / count) * 10) / 10;
for (const [name, format] of Object.entries(spanFormats)) {
  if (options.format !== undefined && options.format !== name) continue;
  const folder = await mkdtemp(join(tmpdir(), 'seismo-bench-'));
  try {
    const stores = await openStores(storesIn(folder));
    let [count, sequence] = [0, 0];
    const costs = new Map<string, number>();
    // The first quarter is not counted: V8 compiles the code.
    for (let round = 0; round < rounds / 4; round += 1) await run(format, stores.telemetry, (sequence += 1), new Map());
    for (let round = 0; round < rounds; round += 1)
      count += await run(format, stores.telemetry, (sequence += 1), costs);
    await stores.close();
    costs.set('ceiling: DuckDB copies the rows', await copyRows(storesIn(folder).telemetryPath));
    const all = [...costs].filter(([step]) => !step.startsWith('ceiling'));
    costs.set(
      'all',
      all.reduce((sum, [, us]) => sum + us, 0),
    );
    const bytes = format.payloads.reduce((sum, { payload }) => sum + payload.length, 0);
    for (const [step, us] of costs) (table[step] ??= {})[name] = µs(us, count);
    await mkdir(join(folder, 'threads'));
    const threads = await throughJournal(format, join(folder, 'threads'), count / rounds);
    (table['with threads: journal'] ??= {})[name] = µs(threads.journalUs, 1);
    (table['with threads: pipeline and stores'] ??= {})[name] = µs(threads.pipelineUs, 1);
    (table['with threads: spans a second'] ??= {})[name] = threads.perSecond;
    (table['bytes sent'] ??= {})[name] = Math.round((bytes * rounds) / count);
  } finally {
    await rm(folder, { recursive: true });
  }
}
console.table(table);
