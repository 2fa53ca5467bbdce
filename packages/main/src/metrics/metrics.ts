import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { limits, outcomes } from '@seismo/protocol';
import type { BatchReport, DiskStatus, JournalStats, OutboxReader, ServerHealth } from '@seismo/server/parts';
import type { Handler } from '../front.ts';
import type { HeartbeatResult } from '../heartbeat.ts';

/** A scrape never waits longer for a store: a server in trouble must still report its other metrics. */
const SOURCE_MS_MAX = 3_000;

const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const storeBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 5];
const phaseBuckets = [0.005, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const lagBuckets = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900];
const outgoingBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The values that are read at each scrape. */
export interface MetricSources {
  isReady(): Promise<boolean>;
  journal(): Promise<JournalStats>;
  lostEntries(): Promise<number>;
  outboxReaders(): Promise<OutboxReader[]>;
  disk(): DiskStatus;
  backups(): Pick<ServerHealth['backups'], 'last' | 'schedule'>;
  bodyMemoryBytes(): number;
  nowMs(): number;
}

export type StoreName = 'state' | 'telemetry' | 'blobs';
export type StoreOperation = 'read' | 'search' | 'write';
export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The metrics of this server, for Prometheus. Labels have few values, all from the code: `/metrics` needs no sign-in, so
 * it reveals counts, and no names, IDs or payloads. docs/operations/monitoring.md lists all metrics.
 */
export function createMetrics({ version, pipelineThreads }: { version: string; pipelineThreads: number }) {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, buckets: number[], labelNames: Label[] = []) =>
    new Histogram({ name, help, buckets, labelNames, registers });

  const requestSeconds = histogram(
    'seismo_http_request_duration_seconds',
    'From the arrival of a request to the end of its response. For reports: to the durable answer.',
    requestBuckets,
    ['handler', 'status'],
  );
  const requestsInFlight = gauge('seismo_http_requests_in_flight', 'Requests without a complete response.', [
    'handler',
  ]);
  const responses = counter('seismo_ingest_responses_total', 'Responses to reports, by HTTP status.', ['status']);
  const answers = counter('seismo_ingest_answers_total', 'Deprecated: use seismo_ingest_responses_total.', ['status']);
  const refusals = counter('seismo_ingest_refusals_total', 'Refused ingest requests, by error code.', ['code']);
  const bodyBytes = gauge('seismo_body_bytes', 'Bytes of request bodies in memory.');
  const bodyLimit = gauge('seismo_body_limit_bytes', 'Maximum of seismo_body_bytes; beyond it, reports are refused.');

  const appendSeconds = histogram(
    'seismo_journal_append_duration_seconds',
    'From the append of a report to its flush to disk.',
    storeBuckets,
  );
  const appendErrors = counter('seismo_journal_append_errors_total', 'Appends that failed.');
  const journalEntries = gauge('seismo_journal_entries', 'Entries waiting in the journal.');
  const journalBytes = gauge('seismo_journal_bytes', 'Bytes waiting in the journal.');
  const journalLimit = gauge(
    'seismo_journal_limit_bytes',
    'Maximum of seismo_journal_bytes; beyond it, reports are refused.',
  );
  const journalAge = gauge('seismo_journal_oldest_entry_age_seconds', 'Age of the oldest entry in the journal.');
  const deadLetters = gauge('seismo_dead_letters', 'Items that failed repeatedly and can be replayed.');
  const setAside = gauge('seismo_set_aside_entries', 'Deprecated: use seismo_dead_letters.');
  const lostEntries = counter('seismo_lost_entries_total', 'Journal entries whose data is missing from a store.');

  const items = counter(
    'seismo_items_total',
    'Outcomes recorded since start, by outcome. Replayed items count again.',
    ['outcome'],
  );
  const batches = counter('seismo_batches_total', 'Batches applied since start.');
  const batchErrors = counter('seismo_batch_errors_total', 'Batches and scheduled jobs that failed and are retried.');
  const entries = counter('seismo_journal_entries_applied_total', 'Journal entries applied since start.');
  const phaseSeconds = histogram(
    'seismo_batch_phase_duration_seconds',
    'Duration of each phase of a batch. With a backlog, `process` of a batch goes on during the other phases of the one before.',
    phaseBuckets,
    ['phase'],
  );
  const lagSeconds = histogram(
    'seismo_queryable_lag_seconds',
    'From the arrival of a report to its visibility in queries.',
    lagBuckets,
  );
  const stepSeconds = counter('seismo_step_seconds_total', 'Time spent in each step of the pipeline.', [
    'kind',
    'step',
  ]);
  const stepItems = counter('seismo_step_items_total', 'Items that went through each step.', ['kind', 'step']);
  const restarts = counter('seismo_pipeline_restarts_total', 'Pipeline workers that stopped unexpectedly.');
  const threads = gauge('seismo_pipeline_threads', 'Threads that process reports.');

  const storeSeconds = histogram(
    'seismo_store_operation_duration_seconds',
    'Duration of the operations that pages, the API and ingest wait for, including the wait for their turn.',
    storeBuckets,
    ['store', 'operation'],
  );
  const storeErrors = counter('seismo_store_errors_total', 'Operations on a store that failed.', ['store']);
  const storeInFlight = gauge('seismo_store_operations_in_flight', 'Operations that run or wait for their turn.', [
    'store',
    'operation',
  ]);
  const storeUp = gauge('seismo_store_up', '1 if the store answered this scrape.', ['store']);
  const reopened = counter(
    'seismo_telemetry_reopens_total',
    'Times that the telemetry store was reopened after an error.',
  );

  const outboxRows = counter('seismo_outbox_rows_read_total', 'Outbox rows that a reader has read.', ['reader']);
  const outboxErrors = counter('seismo_outbox_read_errors_total', 'Reads of the outbox that failed.', ['reader']);
  const outboxLagRows = gauge('seismo_outbox_lag_rows', 'Outbox rows that a reader has not read.', ['reader']);
  const outboxLagSeconds = gauge('seismo_outbox_lag_seconds', 'Age of the oldest row that a reader has not read.', [
    'reader',
  ]);

  const outgoingSeconds = histogram(
    'seismo_outgoing_request_duration_seconds',
    'Requests to hosts that users or the operator configure, by result.',
    outgoingBuckets,
    ['result'],
  );

  const heartbeats = counter(
    'seismo_heartbeats_total',
    'Heartbeats by result; skipped while the server is not ready.',
    ['result'],
  );

  const diskFree = gauge('seismo_disk_free_bytes', 'Free bytes on the disk of the data directory.');
  const diskFloor = gauge('seismo_disk_floor_bytes', 'Free bytes below which reports are refused.');
  const diskUsed = gauge('seismo_disk_used_bytes', 'Bytes of the data directory.');
  const diskBudget = gauge('seismo_disk_budget_bytes', 'Bytes that the data directory may have.');
  const diskFull = gauge('seismo_disk_full', '1 while reports are refused because the disk is full.');
  const lastBackup = gauge(
    'seismo_backup_last_success_timestamp_seconds',
    'The time that the last backup is of; with a schedule, of the last one in its folder.',
  );
  const backupInterval = gauge('seismo_backup_interval_seconds', 'Between two scheduled backups.');
  const ready = gauge('seismo_ready', '1 while the server is ready, as /readyz answers.');
  const buildInfo = gauge('seismo_build_info', 'Always 1, with the version as a label.', ['version']);

  collectDefaultMetrics({ register: registry });
  // Gauges with the suffix of counters, which Prometheus does not accept as names, and details of V8's heap.
  for (const name of [
    'nodejs_active_handles_total',
    'nodejs_active_requests_total',
    'nodejs_active_resources_total',
    'nodejs_heap_space_size_total_bytes',
    'nodejs_heap_space_size_used_bytes',
    'nodejs_heap_space_size_available_bytes',
  ])
    registry.removeSingleMetric(name);

  bodyLimit.set(limits.BODIES_BYTES_MAX);
  journalLimit.set(limits.JOURNAL_BACKLOG_BYTES_MAX);
  threads.set(pipelineThreads);
  buildInfo.set({ version }, 1);
  // From the start, so that the rate of the first one is seen.
  for (const outcome of outcomes) items.inc({ outcome }, 0);
  for (const store of ['state', 'telemetry', 'blobs']) storeErrors.inc({ store }, 0);

  const inFlight = new Map<Handler, number>();
  const addInFlight = (handler: Handler, change: 1 | -1) =>
    inFlight.set(handler, (inFlight.get(handler) ?? 0) + change);

  return {
    /** Call the result with the status at the end of the response; `null` if the client left before it began. */
    requestBegan(handler: Handler): (status: number | null) => void {
      const beganAtMs = performance.now();
      addInFlight(handler, 1);
      return (status) => {
        addInFlight(handler, -1);
        // A live update lasts as long as its page.
        if (handler !== 'live') requestSeconds.observe({ handler, status: classOf(status) }, secondsSince(beganAtMs));
        if (handler !== 'reports' || status === null) return;
        responses.inc({ status });
        answers.inc({ status });
      };
    },
    refused: (code: string) => refusals.inc({ code }),
    /** Call the result with the error or `null`. */
    appendBegan(beganAtMs: number): (error: unknown) => void {
      return (error) => {
        appendSeconds.observe(secondsSince(beganAtMs));
        if (error !== null) appendErrors.inc();
      };
    },
    storeBegan(store: StoreName, operation: StoreOperation, beganAtMs: number): (error: unknown) => void {
      storeInFlight.inc({ store, operation });
      return (error) => {
        storeInFlight.dec({ store, operation });
        storeSeconds.observe({ store, operation }, secondsSince(beganAtMs));
        if (error !== null) storeErrors.inc({ store });
      };
    },
    reopened: () => reopened.inc(),
    restarted: () => restarts.inc(),
    batchFailed: () => batchErrors.inc(),
    applied(report: BatchReport): void {
      batches.inc();
      entries.inc(report.entries);
      // A replay takes back the outcome from before, but a counter cannot decrease.
      for (const [outcome, quantity] of Object.entries(report.outcomes)) items.inc({ outcome }, Math.max(0, quantity));
      for (const { itemKind: kind, step, count, totalMs } of report.steps) {
        stepItems.inc({ kind, step }, count);
        stepSeconds.inc({ kind, step }, totalMs / 1000);
      }
      for (const [phase, tookMs] of Object.entries(report.phases)) phaseSeconds.observe({ phase }, tookMs / 1000);
      for (const lagMs of report.lagsMs) lagSeconds.observe(Math.max(0, lagMs) / 1000);
    },
    heartbeat: (result: HeartbeatResult) => heartbeats.inc({ result }),
    outboxReader(reader: string) {
      outboxRows.inc({ reader }, 0);
      outboxErrors.inc({ reader }, 0);
      return {
        read: (rows: number) => outboxRows.inc({ reader }, rows),
        failed: () => outboxErrors.inc({ reader }),
      };
    },
    outgoingBegan(): (result: string) => void {
      const beganAtMs = performance.now();
      return (result) => outgoingSeconds.observe({ result }, secondsSince(beganAtMs));
    },

    async text(sources: MetricSources): Promise<string> {
      const [isReady, journal, lost, readers] = await Promise.all([
        inTime(sources.isReady()),
        inTime(sources.journal()),
        inTime(sources.lostEntries()),
        inTime(sources.outboxReaders()),
      ]);
      const nowMs = sources.nowMs();
      const ageSeconds = (sinceMs: number | null) => (sinceMs === null ? 0 : Math.max(0, nowMs - sinceMs) / 1000);
      ready.set(isReady ? 1 : 0);
      storeUp.set({ store: 'journal' }, journal ? 1 : 0);
      storeUp.set({ store: 'state' }, readers ? 1 : 0);
      show(journalEntries, journal?.entries);
      show(journalBytes, journal?.bytes);
      show(journalAge, journal && ageSeconds(journal.oldestReceivedAtMs));
      show(deadLetters, journal?.deadLetters);
      show(setAside, journal?.deadLetters);
      if (lost !== null) {
        lostEntries.reset();
        lostEntries.inc(lost);
      }
      outboxLagRows.reset();
      outboxLagSeconds.reset();
      for (const { name: reader, behind, behindSinceMs } of readers ?? []) {
        outboxLagRows.set({ reader }, behind);
        outboxLagSeconds.set({ reader }, ageSeconds(behindSinceMs));
      }
      for (const [handler, count] of inFlight) requestsInFlight.set({ handler }, count);
      bodyBytes.set(sources.bodyMemoryBytes());
      const disk = sources.disk();
      diskFree.set(disk.freeBytes);
      diskFloor.set(disk.floorBytes);
      diskUsed.set(disk.usedBytes);
      diskBudget.set(disk.budgetBytes);
      diskFull.set(disk.isFull ? 1 : 0);
      const { last, schedule } = sources.backups();
      const lastAtMs = schedule ? schedule.lastAtMs : (last?.atMs ?? null);
      show(lastBackup, lastAtMs && lastAtMs / 1000);
      show(backupInterval, schedule && schedule.everyMs / 1000);
      return registry.metrics();
    },
    registry,
  };
}

function secondsSince(beganAtMs: number): number {
  return (performance.now() - beganAtMs) / 1000;
}

/** Nginx's 499 for clients that left; classes, because every status would be a histogram of its own. */
function classOf(status: number | null): string {
  return status === null ? 'aborted' : `${Math.floor(status / 100)}xx`;
}

/** Without a value there is no sample: an old one would look like the present. */
function show(gauge: Gauge, value: number | null | undefined): void {
  if (value === null || value === undefined) gauge.remove();
  else gauge.set(value);
}

/** `null` if the store fails or takes too long. */
async function inTime<Value>(read: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), SOURCE_MS_MAX)));
  return Promise.race([read.catch(() => null), late]).finally(() => clearTimeout(timer));
}
