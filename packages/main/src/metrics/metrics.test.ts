import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addShop, startIn } from '../testing/start.ts';
import { createMetrics, type MetricSources } from './metrics.ts';

const journal = {
  entries: 3,
  bytes: 30,
  bytesOfLanes: new Map(),
  lastSequence: 9,
  oldestReceivedAtMs: 40_000,
  deadLetters: 1,
};
const sources: MetricSources = {
  isReady: async () => true,
  journal: async () => journal,
  lostEntries: async () => 0,
  outboxReaders: async () => [{ name: 'live', position: 7, behind: 2, behindSinceMs: 55_000 }],
  disk: () => ({ isFull: false, freeBytes: 10, floorBytes: 1, usedBytes: 5, budgetBytes: 9, spanBudgetBytes: 3 }),
  backups: () => ({
    last: { atMs: 50_000, folder: null },
    schedule: { folder: '/backups', everyMs: 3_600_000, keepMs: 0, lastAtMs: 30_000, isOverdue: false },
  }),
  bodyMemoryBytes: () => 0,
  nowMs: () => 60_000,
};
const create = () => createMetrics({ version: '1.2.3', pipelineThreads: 1 });

test('reports, batches and stores of a running server appear as rate, errors, duration and saturation', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'seismo-metrics-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const server = await startIn(folder);
  onTestFinished(server.close);
  const { id, path } = await addShop(server);
  const report = `{"event_id":"${'ab'.repeat(16)}"}\n{"type":"event"}\n{"message":"Out of stock"}\n`;
  expect((await fetch(server.url + path, { method: 'POST', body: report })).status).toBe(200);
  expect((await fetch(server.url + path, { method: 'POST', body: '{}' })).status).toBe(400);
  await server.applied(id, 1);
  const read = async () => (await fetch(`${server.url}/metrics`)).text();
  await expect.poll(read).toMatch(/^seismo_items_total\{outcome="stored"\} 1$/m);
  const text = await read();
  for (const sample of [
    'seismo_http_request_duration_seconds_count{handler="reports",status="2xx"} 1',
    'seismo_http_request_duration_seconds_count{handler="reports",status="4xx"} 1',
    'seismo_ingest_responses_total{status="400"} 1',
    'seismo_http_requests_in_flight{handler="reports"} 0',
    'seismo_http_requests_in_flight{handler="health"} 1',
    'seismo_journal_append_errors_total 0',
    'seismo_queryable_lag_seconds_count 1',
    'seismo_store_up{store="state"} 1',
    'seismo_ready 1',
    'seismo_disk_full 0',
    'seismo_telemetry_reopens_total 0',
  ])
    expect(text.split('\n')).toContain(sample);
  // Counts of refused reports follow within a second.
  expect(text).toMatch(/^seismo_journal_entries [01]$/m);
  expect(text).toMatch(/^seismo_journal_oldest_entry_age_seconds \d/m);
  expect(text).toMatch(/^seismo_store_operations_in_flight\{store="state",operation="read"\} \d$/m);
  for (const phase of ['process', 'telemetry', 'state', 'trim'])
    expect(text).toMatch(new RegExp(`^seismo_batch_phase_duration_seconds_sum\\{phase="${phase}"\\} \\d`, 'm'));
  expect(text).toMatch(/^seismo_journal_append_duration_seconds_count [1-9]/m);
  expect(text).toMatch(/^seismo_store_operation_duration_seconds_count\{store="state",operation="write"\} [1-9]/m);
  expect(text).toMatch(/^seismo_build_info\{version="[\d.]+"\} 1$/m);
  expect(text).toMatch(/^process_open_fds [1-9]/m);
  // Who may read it need not sign in.
  for (const name of ['ann@example.com', 'shop', 'Out of stock', path.split('=')[1]!, 'abab'])
    expect(text.toLowerCase()).not.toContain(name.toLowerCase());
});

test('a store that fails or does not answer takes its samples away, and no others', async () => {
  const metrics = create();
  const before = await metrics.text(sources);
  expect(before).toMatch(/^seismo_journal_oldest_entry_age_seconds 20$/m);
  // Not that of the last backup to a file.
  expect(before).toMatch(/^seismo_backup_last_success_timestamp_seconds 30$/m);
  expect(before).toMatch(/^seismo_outbox_lag_seconds\{reader="live"\} 5$/m);
  const text = await metrics.text({
    ...sources,
    journal: () => Promise.reject(new Error('disk I/O error')),
    outboxReaders: () => new Promise(() => {}),
  });
  expect(text).toMatch(/^seismo_store_up\{store="journal"\} 0$/m);
  expect(text).toMatch(/^seismo_store_up\{store="state"\} 0$/m);
  expect(text).not.toMatch(/^seismo_(journal_entries|outbox_lag_rows|dead_letters)\b/m);
  expect(text).toMatch(/^seismo_disk_free_bytes 10$/m);
});

test('a request that ends without a response counts as aborted, and a live update has no duration', async () => {
  const metrics = create();
  metrics.requestBegan('reports')(null);
  metrics.requestBegan('live')(200);
  const left = metrics.requestBegan('live');
  const text = await metrics.text(sources);
  expect(text).toMatch(/^seismo_http_request_duration_seconds_count\{handler="reports",status="aborted"\} 1$/m);
  expect(text).not.toMatch(/^seismo_http_request_duration_seconds_count\{handler="live"/m);
  expect(text).not.toMatch(/^seismo_ingest_responses_total\{/m);
  expect(text).toMatch(/^seismo_http_requests_in_flight\{handler="live"\} 1$/m);
  left(200);
});

test('docs/operations/monitoring.md lists every metric of Seismo with its type, labels and meaning', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/operations/monitoring.md'), 'utf8');
  const documented = document.split('\n').filter((line) => line.startsWith('| `seismo_'));
  expect(documented).toEqual(rows());
});

/** The rows of the documentation. */
function rows(): string[] {
  const all = create().registry.getMetricsAsArray() as unknown as (Described & { labelNames: string[] })[];
  const own = all.filter(({ name }) => name.startsWith('seismo_'));
  return own.map(({ name, help, constructor, labelNames }) => {
    const labels = labelNames.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${constructor.name.toLowerCase()} | ${labels || '–'} | ${help} |`;
  });
}

interface Described {
  name: string;
  help: string;
}

test('a replay, which takes its outcome from before back, decreases no counter', async () => {
  const metrics = create();
  const batch = { positions: [], entries: 1, steps: [], phases: {}, lagsMs: [] };
  metrics.applied({ ...batch, outcomes: { failed: 1 } });
  metrics.applied({ ...batch, outcomes: { failed: -1, stored: 1 } });
  const text = await metrics.text(sources);
  expect(text).toMatch(/^seismo_items_total\{outcome="failed"\} 1$/m);
  expect(text).toMatch(/^seismo_items_total\{outcome="stored"\} 1$/m);
});
