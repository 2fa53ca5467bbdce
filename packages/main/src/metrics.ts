import type { BatchReport, DiskStatus, JournalStats, OutboxReader } from '@seismo/server/parts';

/** Our own counters in the Prometheus text format (version 0.0.4). Counts only: no names, IDs or payloads. */
export class Metrics {
  readonly #startedAtMs: number;
  readonly #responses = new Map<number, number>();
  readonly #refusals = new Map<string, number>();
  readonly #outcomes = new Map<string, number>();
  readonly #steps = new Map<string, { count: number; totalMs: number }>();
  #batches = 0;
  #entries = 0;
  #restarts = 0;

  constructor(nowMs: number) {
    this.#startedAtMs = nowMs;
  }

  answered(status: number): void {
    this.#responses.set(status, (this.#responses.get(status) ?? 0) + 1);
  }

  refused(code: string): void {
    this.#refusals.set(code, (this.#refusals.get(code) ?? 0) + 1);
  }

  restarted(): void {
    this.#restarts++;
  }

  applied(report: BatchReport): void {
    this.#batches++;
    this.#entries += report.entries;
    for (const [outcome, quantity] of Object.entries(report.outcomes)) {
      this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + quantity);
    }
    for (const { itemKind, step, count, totalMs } of report.steps) {
      const key = `kind="${itemKind}",step="${step}"`;
      const before = this.#steps.get(key) ?? { count: 0, totalMs: 0 };
      this.#steps.set(key, { count: before.count + count, totalMs: before.totalMs + totalMs });
    }
  }

  text(
    journal: JournalStats,
    disk: DiskStatus,
    bodyMemoryBytes: number,
    lostEntries: number,
    outboxReaders: OutboxReader[],
    nowMs: number,
  ): string {
    const memory = process.memoryUsage();
    const cpu = process.cpuUsage();
    const lines: string[] = [];
    const metric = (
      name: string,
      type: 'counter' | 'gauge',
      help: string,
      samples: Iterable<readonly [labels: string, value: number]>,
    ) => {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
      for (const [labels, value] of samples) lines.push(`${name}${labels && `{${labels}}`} ${value}`);
    };
    const responses = [...this.#responses].map(([status, count]) => [`status="${status}"`, count] as const);
    metric('seismo_ingest_responses_total', 'counter', 'Responses to reports, by HTTP status.', responses);
    metric('seismo_ingest_answers_total', 'counter', 'Deprecated: use seismo_ingest_responses_total.', responses);
    metric(
      'seismo_ingest_refusals_total',
      'counter',
      'Refused ingest requests, by error code.',
      [...this.#refusals].map(([code, count]) => [`code="${code}"`, count] as const),
    );
    metric(
      'seismo_items_total',
      'counter',
      'Outcomes recorded since start, by outcome.',
      [...this.#outcomes].map(([outcome, count]) => [`outcome="${outcome}"`, count] as const),
    );
    metric('seismo_batches_total', 'counter', 'Batches applied since start.', [['', this.#batches]]);
    metric('seismo_journal_entries_applied_total', 'counter', 'Journal entries applied since start.', [
      ['', this.#entries],
    ]);
    metric(
      'seismo_step_seconds_total',
      'counter',
      'Time spent in each step of the pipeline.',
      [...this.#steps].map(([labels, step]) => [labels, step.totalMs / 1000] as const),
    );
    metric(
      'seismo_step_items_total',
      'counter',
      'Items that went through each step.',
      [...this.#steps].map(([labels, step]) => [labels, step.count] as const),
    );
    metric('seismo_pipeline_restarts_total', 'counter', 'Pipeline workers that stopped unexpectedly.', [
      ['', this.#restarts],
    ]);
    metric('seismo_journal_entries', 'gauge', 'Entries waiting in the journal.', [['', journal.entries]]);
    metric('seismo_journal_bytes', 'gauge', 'Bytes waiting in the journal.', [['', journal.bytes]]);
    metric('seismo_dead_letters', 'gauge', 'Items that failed repeatedly and can be replayed.', [
      ['', journal.deadLetters],
    ]);
    metric('seismo_set_aside_entries', 'gauge', 'Deprecated: use seismo_dead_letters.', [['', journal.deadLetters]]);
    metric('seismo_lost_entries_total', 'counter', 'Journal entries whose data is missing from a store.', [
      ['', lostEntries],
    ]);
    metric(
      'seismo_outbox_lag_rows',
      'gauge',
      'Outbox rows that a reader has not read.',
      outboxReaders.map(({ name, behind }) => [`reader="${name}"`, behind] as const),
    );
    metric(
      'seismo_outbox_lag_seconds',
      'gauge',
      'Age of the oldest row that a reader has not read.',
      outboxReaders.map(({ name, behindSinceMs }) => {
        const lagMs = behindSinceMs === null ? 0 : Math.max(0, nowMs - behindSinceMs);
        return [`reader="${name}"`, lagMs / 1000] as const;
      }),
    );
    metric('seismo_body_bytes', 'gauge', 'Bytes of request bodies in memory.', [['', bodyMemoryBytes]]);
    metric('seismo_disk_free_bytes', 'gauge', 'Free bytes on the disk of the data directory.', [['', disk.freeBytes]]);
    metric('seismo_disk_floor_bytes', 'gauge', 'Free bytes below which reports are refused.', [['', disk.floorBytes]]);
    metric('seismo_disk_used_bytes', 'gauge', 'Bytes of the data directory.', [['', disk.usedBytes]]);
    metric('seismo_disk_budget_bytes', 'gauge', 'Bytes that the data directory may have.', [['', disk.budgetBytes]]);
    metric('seismo_disk_full', 'gauge', '1 while reports are refused because the disk is full.', [
      ['', disk.isFull ? 1 : 0],
    ]);
    metric('process_resident_memory_bytes', 'gauge', 'Resident memory.', [['', memory.rss]]);
    metric('process_cpu_seconds_total', 'counter', 'Processor time, user and system.', [
      ['', (cpu.user + cpu.system) / 1e6],
    ]);
    metric('process_start_time_seconds', 'gauge', 'Start of the process, Unix time.', [
      ['', Math.floor(this.#startedAtMs / 1000)],
    ]);
    return `${lines.join('\n')}\n`;
  }
}
