import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ProjectId } from '@seismo/protocol';
import { limits } from '@seismo/protocol';
import type { SpanCondition } from '../packages/server/src/domain/spans/span-condition.ts';
import { spanKinds, type SpanKindName } from '../packages/server/src/domain/spans/span-kind.ts';
import { openDuckdbTelemetry } from '../packages/server/src/store/telemetry/engines/duckdb/open.ts';
import type { QueryName, QueryParams } from '../packages/server/src/store/telemetry/queries/index.ts';
import type { SpanKey } from '../packages/server/src/store/telemetry/queries/span-aggregates.ts';
import type { SpanRow } from '../packages/server/src/store/telemetry/contract.ts';
import { quantiles } from './results.ts';
import { random, services, shapes, traces } from './span-shapes.ts';

/**
 * The store of spans alone, as it is: appends, moves to files, and queries over all spans while nothing else runs.
 * `node bench/span-store.ts [--shape shop|tracegen] [--spans 10000000] [--rounds 30] [--days 10]`
 * The shapes are those of `span-shapes.ts`.
 */
const { values: options } = parseArgs({
  options: {
    shape: { type: 'string', default: 'shop' },
    spans: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '30' },
    days: { type: 'string', default: '10' },
  },
});
const spanCount = Number(options.spans);
const BATCH = 10_000;
const DAY_MS = 86_400_000;
const fromMs = Date.UTC(2026, 10, 1);
const projectId = 1 as ProjectId;

const shape = shapes[options.shape];
if (!shape) throw new Error(`--shape is ${Object.keys(shapes).join(' or ')}`);

const folder = await mkdtemp(join(tmpdir(), 'span-store-'));
const path = join(folder, 'telemetry.duckdb');
const telemetry = await openDuckdbTelemetry(path);
const used = { append: 0, move: 0 };
async function measured<T>(what: keyof typeof used, work: () => Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  used[what] += user + system;
  return result;
}

let [sequence, peakBytes, stalledMs] = [0, 0, 0];
async function diskBytes(): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Moves what production would move by now. */
async function moveDue(rowsMin: number): Promise<void> {
  for (;;) {
    const file = await measured('move', () => telemetry.writeSpanFile({ through: sequence, rowsMin }));
    if (file === null) return;
    const beganAtMs = performance.now();
    await measured('move', () => telemetry.commitSpanFile(file));
    stalledMs = Math.max(stalledMs, performance.now() - beganAtMs);
  }
}

const sampleTraces: { traceId: string; spanId: string }[] = [];
let waiting: SpanRow[] = [];
let stored = 0;
const beganAtMs = performance.now();
const corpus = { count: spanCount, fromMs, toMs: fromMs + Number(options.days) * DAY_MS, projectId };
for (const trace of traces(shape, corpus)) {
  if (random(Math.ceil(spanCount / shape.size / 200)) === 0) sampleTraces.push(trace[3]!);
  waiting.push(...trace);
  if (waiting.length < BATCH && stored + waiting.length < spanCount) continue;
  stored += waiting.length;
  sequence += 1;
  await measured('append', () => telemetry.append({ sequence, rows: { spans: waiting }, changes: [] }));
  waiting = [];
  if (sequence % 10 === 0) {
    await moveDue(limits.SPAN_FILE_ROW_COUNT_MIN);
    peakBytes = Math.max(peakBytes, await diskBytes());
  }
  if (sequence % 100 === 0) console.error(`${stored} spans, ${Math.round((performance.now() - beganAtMs) / 1000)} s`);
}
await moveDue(1);
await telemetry.reclaim();
peakBytes = Math.max(peakBytes, await diskBytes());
const files = (await readdir(`${path}.spans`)).length;
const rss = process.resourceUsage().maxRSS / 1024;

console.log(`${stored} spans in ${files} files, after ${Math.round((performance.now() - beganAtMs) / 1000)} s`);
console.log(`append: ${(used.append / stored).toFixed(1)} µs of processor time a span`);
console.log(
  `move: ${(used.move / stored).toFixed(1)} µs of processor time a span; the longest commit took ${Math.round(stalledMs)} ms`,
);
console.log(
  `on disk: ${((await diskBytes()) / stored).toFixed(1)} bytes a span; at most ${Math.round(peakBytes / 2 ** 20)} MiB`,
);
console.log(`memory: at most ${Math.round(rss)} MiB`);

async function timed<Name extends QueryName>(label: string, name: Name, params: (round: number) => QueryParams[Name]) {
  const ms: number[] = [];
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const at = performance.now();
    await telemetry.query(name, params(round));
    ms.push(performance.now() - at);
  }
  const { p50 = 0, p95 = 0 } = quantiles(ms);
  console.log(`${label}: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
}
const projectIds = [projectId];
const traceOf = (round: number) => sampleTraces[(round * 7) % sampleTraces.length]!;
await timed('trace by ID', 'traceOutline', (round) => ({ projectIds, traceId: traceOf(round).traceId, count: 1000 }));
await timed('span by ID', 'spanById', (round) => ({ projectIds, ...traceOf(round) }));
const everything = { projectIds, environments: [], range: { fromMs, toMs: fromMs + 30 * DAY_MS } };
const ofOp: SpanCondition = { column: 'op', is: [shape.op] };
const longerThan100: SpanCondition = { number: 'durationUs', comparison: '>', value: 100 };
const byName: SpanKey[] = [{ column: 'name' }];
const samples = { ...everything, attributes: [], order: 'newest' as const, after: null, count: 100 };
await timed('newest 50 requests', 'spanSamples', () => ({ ...samples, condition: { isSegment: true }, count: 50 }));
const service = (round: number): SpanCondition => ({ column: 'service', is: [services[round % 4]!] });
await timed('newest 100 of a service', 'spanSamples', (round) => ({ ...samples, condition: service(round) }));
await timed('newest 100 by a rare attribute', 'spanSamples', (round) => {
  const [attribute, value] = shape.rare(round);
  return { ...samples, condition: { attribute, is: [value] } };
});
await timed('four filters', 'spanSamples', (round) => ({
  ...samples,
  condition: {
    all: [service(round), ofOp, longerThan100, { attribute: shape.common[0], is: [shape.common[1]] }],
  },
}));
const p95 = [{ of: 'percentile' as const, percent: 95 as const, value: { number: 'durationUs' as const } }];
const slowest = { ...everything, measures: p95, order: { measure: 0, descending: true }, offset: 0, count: 50 };
await timed('p95 by name of one op', 'spanAggregates', () => ({
  ...slowest,
  condition: ofOp,
  by: byName,
}));
await timed('p95 by name of all spans', 'spanAggregates', () => ({
  ...slowest,
  condition: { all: [] },
  by: byName,
}));
await timed('p95 by an attribute', 'spanAggregates', () => ({
  ...slowest,
  condition: { all: [] },
  by: [{ attribute: shape.common[0] }],
}));
await timed('one day: p95 by name of one op', 'spanAggregates', () => ({
  ...slowest,
  range: { fromMs: fromMs + 8 * DAY_MS, toMs: fromMs + 9 * DAY_MS },
  condition: ofOp,
  by: byName,
}));
/** The last days of the corpus, compared with as many before. */
const compared = (kind: SpanKindName, days: number) => {
  const toMs = fromMs + Number(options.days) * DAY_MS;
  const current = { number: 'startUs', comparison: '>=', value: (toMs - days * DAY_MS) * 1000 } as const;
  const { condition, naming } = spanKinds[kind];
  return {
    ...everything,
    range: { fromMs: toMs - 2 * days * DAY_MS, toMs },
    condition,
    naming,
    current,
    count: limits.SPAN_GROUP_COUNT_MAX,
  };
};
for (const days of [1, Number(options.days) / 2].filter((each) => each * 2 <= Number(options.days))) {
  for (const kind of ['endpoints', 'queries', 'requests'] as const) {
    await timed(`performance of ${kind}, ${days} days and ${days} before`, 'spanGroups', () => compared(kind, days));
  }
}
await telemetry.close();
await rm(folder, { recursive: true });
