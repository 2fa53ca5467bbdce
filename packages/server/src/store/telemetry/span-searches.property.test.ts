import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openDuckdbTelemetry } from './engines/duckdb/open.ts';
import { openMemoryTelemetry } from './engines/memory/open.ts';
import { batch, eventIdOf, project, span, spanIdOf, withSpanFiles } from './sample-rows.ts';
import { sampleRates, spanAttributes, spanSearches, spanTexts } from './sample-span-searches.ts';

const folder = await mkdtemp(join(tmpdir(), 'seismo-telemetry-'));
const duckdb = await openDuckdbTelemetry(join(folder, 'telemetry.duckdb'), { threads: 1 });
const withFiles = withSpanFiles(await openDuckdbTelemetry(join(folder, 'files.duckdb'), { threads: 1 }));
afterAll(async () => {
  await Promise.all([duckdb.close(), withFiles.close()]);
  await rm(folder, { recursive: true });
});

const few = fc.integer({ min: 1, max: 3 });
const row = fc.record({
  n: few,
  projectId: few.map(project),
  traceId: fc.constantFrom(eventIdOf(1), 'f'.repeat(32)),
  parentSpanId: fc.constantFrom('', 'f'.repeat(16), spanIdOf(3)),
  isSegment: fc.boolean(),
  startUs: fc.integer({ min: -1000, max: 40_000 }),
  durationUs: few,
  name: spanTexts,
  op: spanTexts,
  segmentName: spanTexts,
  environment: spanTexts,
  userKey: spanTexts,
  status: fc.constantFrom('ok', 'error'),
  attributes: spanAttributes,
  ...sampleRates,
});
const all = {
  projectIds: [1, 2, 3].map(project),
  environments: [],
  range: { fromMs: -100, toMs: 100 },
  count: 100,
};

test('DuckDB finds and measures the same spans as the memory oracle', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 30 }),
      fc.array(spanSearches.samples, { minLength: 10, maxLength: 20 }),
      fc.array(spanSearches.aggregates, { minLength: 10, maxLength: 20 }),
      fc.array(spanSearches.groups, { minLength: 10, maxLength: 20 }),
      fc.array(spanSearches.heatmaps, { minLength: 5, maxLength: 10 }),
      fc.array(spanSearches.distributions, { minLength: 10, maxLength: 20 }),
      async (rows, samples, aggregates, groups, heatmaps, distributions) => {
        const memory = openMemoryTelemetry();
        const engines = [duckdb, withFiles];
        for (const engine of engines) await engine.truncateAfter(0);
        const spans = rows.map(({ n, ...values }) => span(n, values));
        for (const engine of [memory, ...engines]) await engine.append(batch(1, { spans }));
        for (const search of samples) {
          const params = { ...all, ...search };
          const rows = await memory.query('spanSamples', params);
          for (const engine of engines) expect(await engine.query('spanSamples', params)).toStrictEqual(rows);
        }
        for (const search of groups) {
          const params = { ...all, ...search };
          const rows = await memory.query('spanGroups', params);
          for (const engine of engines) expect(await engine.query('spanGroups', params)).toStrictEqual(rows);
        }
        for (const search of heatmaps) {
          const params = { ...all, ...search };
          const rows = await memory.query('spanHeatmap', params);
          for (const engine of engines) expect(await engine.query('spanHeatmap', params)).toStrictEqual(rows);
        }
        for (const search of distributions) {
          const params = { ...all, ...search };
          const rows = await memory.query('spanDistributions', params);
          for (const engine of engines) expect(await engine.query('spanDistributions', params)).toStrictEqual(rows);
        }
        for (const search of aggregates) {
          const params = { ...all, ...search };
          const rows = await memory.query('spanAggregates', params);
          for (const engine of engines) expect(await engine.query('spanAggregates', params)).toStrictEqual(rows);
        }
      },
    ),
    { numRuns: 25 },
  );
}, 240_000);
