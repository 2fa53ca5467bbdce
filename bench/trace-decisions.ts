import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrganizationId, ProjectId } from '@seismo/protocol';
import { openDuckdbTelemetry } from '../packages/server/src/store/telemetry/engines/duckdb/open.ts';
import type { SpanRow, Telemetry } from '../packages/server/src/store/telemetry/contract.ts';
import type { SpanMeasure } from '../packages/server/src/store/telemetry/queries/span-aggregates.ts';

/**
 * What it costs to decide about traces, and to measure spans that stand for others. `node bench/trace-decisions.ts`
 *
 * 300,000 new spans in traces of 12, one in 50 of which failed; 90% of the rest are not kept.
 */
const [SPAN_COUNT, BATCH, SIZE] = [300_000, 12_000, 12];
const projectId = 1 as ProjectId;
const nowMs = Date.UTC(2026, 10, 30, 12);

function traceOf(n: number, serverSampleRate: number | null): SpanRow[] {
  const traceId = randomBytes(16).toString('hex');
  return Array.from({ length: SIZE }, (_, k) => ({
    organizationId: 1 as OrganizationId,
    projectId,
    traceId,
    spanId: randomBytes(8).toString('hex'),
    parentSpanId: '',
    isSegment: k === 0,
    segmentId: '',
    segmentName: '',
    startUs: nowMs * 1000 + n * SIZE + k,
    durationUs: Math.round(50 * Math.exp(Math.random() * 8)),
    receivedAtMs: nowMs,
    name: `GET /route/${n % 200}`,
    op: 'http.server',
    kind: 'server',
    status: k === 3 && n % 50 === 0 ? 'error' : 'ok',
    service: 'web',
    environment: 'production',
    release: '1',
    userKey: '',
    attributes: JSON.stringify({ 's:http.route': `/route/${n % 200}`, 's:user.id': `u${n}`, 'n:rows': k }),
    events: '',
    links: '',
    clientSampleRate: 1,
    serverSampleRate,
  }));
}

async function fill(telemetry: Telemetry, serverSampleRate: number | null): Promise<number> {
  let sequence = 0;
  for (let stored = 0; stored < SPAN_COUNT; stored += BATCH) {
    sequence += 1;
    const traces = Array.from({ length: BATCH / SIZE }, (_, n) => traceOf(stored / SIZE + n, serverSampleRate));
    await telemetry.append({ sequence, rows: { spans: traces.flat() }, changes: [] });
  }
  return sequence;
}

/** Microseconds of processor time, and milliseconds. */
async function timed<T>(work: () => Promise<T>): Promise<{ cpuUs: number; ms: number; result: T }> {
  const [before, beganAtMs] = [process.cpuUsage(), performance.now()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { cpuUs: user + system, ms: performance.now() - beganAtMs, result };
}

const folder = await mkdtemp(join(tmpdir(), 'trace-decisions-'));
const kept = await openDuckdbTelemetry(join(folder, 'kept.duckdb'));
const sampled = await openDuckdbTelemetry(join(folder, 'sampled.duckdb'));
await fill(kept, 1);
const through = await fill(sampled, null);

const look = await timed(async () => {
  for (let round = 0; round < 100; round += 1) await kept.query('undecidedSpans', {});
});
console.log(`nothing undecided: ${(look.cpuUs / 100).toFixed(0)} µs of processor time, every two seconds`);
const decision = await timed(() =>
  sampled.decideTraces({
    through,
    sequence: through,
    atMs: nowMs,
    arrivedUntilMs: nowMs,
    rules: [{ projectId, share: 0.1, slowUs: null }],
  }),
);
const { result, cpuUs, ms } = decision;
console.log(
  `decision about ${result} spans: ${(cpuUs / result).toFixed(2)} µs of processor time a span, ${ms.toFixed(0)} ms`,
);

const duration = { number: 'durationUs' } as const;
const measures: Record<string, SpanMeasure> = {
  count: { of: 'count', values: null },
  p95: { of: 'percentile', percent: 95, value: duration },
};
for (const [label, measure] of Object.entries(measures)) {
  for (const [which, telemetry] of Object.entries({ kept, sampled })) {
    const all = await timed(async () => {
      for (let round = 0; round < 20; round += 1) {
        await telemetry.query('spanAggregates', {
          projectIds: [projectId],
          environments: [],
          range: { fromMs: 0, toMs: nowMs * 2 },
          condition: { all: [] },
          by: [{ column: 'name' }],
          measures: [measure],
          order: null,
          offset: 0,
          count: 100,
        });
      }
    });
    const [counted] = await telemetry.query('storedAmounts', { projectIds: [projectId] });
    console.log(
      `${label} by name, ${which} (${counted!.rows} spans): ${(all.cpuUs / 20_000).toFixed(0)} ms of processor time`,
    );
  }
}
await Promise.all([kept.close(), sampled.close()]);
await rm(folder, { recursive: true });
