import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStores, storesIn } from '@seismo/server/parts';
import { afterEach, expect, test } from 'vitest';
import { defaultLimits } from '../../packages/server/src/domain/configuration/documents.ts';
import { isSampled } from '../../packages/server/src/store/telemetry/queries/parts/trace-sample.ts';
import { readOutline } from '../../packages/server/src/store/telemetry/queries/trace-outline.ts';
import { populate } from './populate.ts';
import { drained, startServerProcess, type ServerProcess } from './server-process.ts';

const SHARE = 0.5;
const SPAN_COUNT = 20;
const traceIds = Array.from({ length: 40 }, (_, n) => (n + 1).toString(16).padStart(32, '0'));
const FAILED = traceIds.find((id) => !isSampled(id, SHARE))!;
const kept = traceIds.filter((id) => id === FAILED || isSampled(id, SHARE));

let dataDir = '';
let running: ServerProcess | undefined;
afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.gone;
  await rm(dataDir, { recursive: true, force: true });
});

/** Spans that arrived long ago, so that they are decided about at once. */
function envelopeOf(traceId: string, index: number): Uint8Array {
  const spans = Array.from({ length: SPAN_COUNT / 2 }, (_, n) => ({
    trace_id: traceId,
    span_id: (index * SPAN_COUNT + n + 1).toString(16).padStart(16, '0'),
    name: 'SELECT 1',
    status: traceId === FAILED && index === 1 ? 'error' : 'ok',
    start_timestamp: Date.now() / 1000 - 3601,
    end_timestamp: Date.now() / 1000 - 3600,
  }));
  return new TextEncoder().encode(`{}\n{"type":"span"}\n${JSON.stringify({ version: 2, items: spans })}`);
}

// At the last one, spans wait when the server is killed.
test.each(['traces:before-commit', 'traces:after-commit', 'batch:before-trim'])(
  'traces are kept whole, and each removed span is counted once, if the server is killed at %s',
  async (point) => {
    dataDir = await mkdtemp(join(tmpdir(), 'seismo-crash-traces-'));
    const projectId = await (async () => {
      await using stores = await openStores(storesIn(dataDir));
      const [project] = await populate(stores.state, ['shop'], ['event:read']);
      const of = project!.projectId;
      const document = { ...defaultLimits, traceShare: SHARE };
      await stores.state.write((tx) =>
        tx.writeConfiguration({ projectId: of, name: 'limits', atMs: 1, userId: null, document }),
      );
      for (const index of [0, 1]) {
        for (const traceId of traceIds) {
          await stores.journal.append({
            kind: 'envelope',
            projectId: of,
            keyId: 0,
            receivedAtMs: Date.now() - 3_600_000,
            clientAddress: null,
            userAgent: null,
            body: envelopeOf(traceId, index),
            limitedCategories: [],
            replayOf: null,
          });
        }
      }
      return of;
    })();
    running = await startServerProcess(dataDir, { failAt: point });
    await running.gone;
    expect(running.child.signalCode).toBe('SIGKILL');

    const projectIds = [projectId];
    const range = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
    // It decides about traces every two seconds.
    for (let waiting = 1; waiting > 0;) {
      running = await startServerProcess(dataDir);
      await drained(running.url);
      await sleep(5000);
      await running.stop();
      await using stores = await openStores(storesIn(dataDir));
      waiting = (await stores.telemetry.query('undecidedSpans', {})).length;
    }
    await using stores = await openStores(storesIn(dataDir));
    for (const traceId of traceIds) {
      const spans = readOutline(await stores.telemetry.query('traceOutline', { projectIds, traceId, count: 99 }));
      expect(spans).toHaveLength(kept.includes(traceId) ? SPAN_COUNT : 0);
    }
    const removed = (traceIds.length - kept.length) * SPAN_COUNT;
    expect(await stores.telemetry.query('removalLog', { projectIds, range, bucketMs: 1e15 })).toMatchObject([
      { itemKind: 'span', reason: 'sampled', quantity: removed },
    ]);
    const outcomes = await stores.telemetry.query('ledgerTotals', { projectIds, range });
    expect(outcomes.map(({ outcome, quantity }) => [outcome, quantity])).toEqual([
      ['received', traceIds.length * SPAN_COUNT],
      ['stored', traceIds.length * SPAN_COUNT],
    ]);
    const [all] = await stores.telemetry.query('spanAggregates', {
      projectIds,
      environments: [],
      range,
      condition: { not: { traceId: FAILED } },
      by: [],
      measures: [],
      order: null,
      offset: 0,
      count: 1,
    });
    expect(all).toMatchObject({
      spans: (kept.length - 1) * SPAN_COUNT,
      estimated: ((kept.length - 1) * SPAN_COUNT) / SHARE,
    });
  },
  120_000,
);
