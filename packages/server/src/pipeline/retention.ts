import { limits } from '@seismo/protocol';
import { failPoint } from '#platform/fail-point.ts';
import { isInShare, type LaneShare } from '#platform/lanes.ts';
import { shrinkAtBytes, thinAtBytes, type DiskBudget } from '#platform/disk-budget.ts';
import { isDiskFull } from '#platform/disk-space.ts';
import type { TelemetrySpace } from '#store/telemetry/contract.ts';
import type { RemovalReason } from '#store/telemetry/tables/removals.ts';
import type { Commits } from './commits.ts';
import { createRemovedBlobs } from './removed-blobs.ts';
import { outcomeRetention } from './outcome-retention.ts';
import type { Need, OpenSignal, PipelineServices, RemovalStep, RetainedProject, Retention } from './signal.ts';

/** What goes first when the disk budget is reached; each line only if the ones before have not freed enough. */
const needs: readonly Need[] = [
  { repeatsMax: Infinity, detailDays: Infinity, eventDays: Infinity, spanDays: 30 },
  { repeatsMax: Infinity, detailDays: Infinity, eventDays: Infinity, spanDays: 14 },
  { repeatsMax: Infinity, detailDays: Infinity, eventDays: Infinity, spanDays: 7 },
  { repeatsMax: 1000, detailDays: Infinity, eventDays: Infinity, spanDays: 3 },
  { repeatsMax: 300, detailDays: 90, eventDays: Infinity, spanDays: 2 },
  { repeatsMax: 100, detailDays: 60, eventDays: Infinity, spanDays: 1 },
  { repeatsMax: 30, detailDays: 30, eventDays: Infinity, spanDays: 1 },
  { repeatsMax: 10, detailDays: 14, eventDays: Infinity, spanDays: 0 },
  { repeatsMax: 3, detailDays: 7, eventDays: Infinity, spanDays: 0 },
  { repeatsMax: 1, detailDays: 3, eventDays: Infinity, spanDays: 0 },
  { repeatsMax: 0, detailDays: 2, eventDays: 30, spanDays: 0 },
  { repeatsMax: 0, detailDays: 1, eventDays: 7, spanDays: 0 },
  { repeatsMax: 0, detailDays: 1, eventDays: 1, spanDays: 0 },
  { repeatsMax: 0, detailDays: 0, eventDays: 0, spanDays: 0 },
];

const AGE_INTERVAL_MS = 3_600_000;
const BUDGET_INTERVAL_MS = 1_000;
const SPANS_INTERVAL_MS = 60_000;
/** Spans go down to this part of their share. */
const SPANS_LEFT = 0.9;
/** A project keeps spans for at most a year. */
const SPAN_DAYS_MAX = 366;
/** How often it looks without batches in between. */
const IDLE_INTERVAL_MS = 5_000;
const FAILED_WAIT_MS = 10_000;
/** After nothing was left to remove or to give back, though not enough was. */
const EXHAUSTED_WAIT_MS = 60_000;
/** Steps between two measurements of the disk. */
const STEP_COUNT_MEASURED = 5;

export interface RetentionWork {
  /** Does a bounded part of the work that is due, between two batches. Resolves with the time until the next part. */
  step(): Promise<number>;
  /** Whether the next batch should wait: the disk budget is nearly used up. */
  isUrgent(): boolean;
}

export interface RetentionOptions {
  services: PipelineServices;
  signals: readonly OpenSignal[];
  commits: Commits;
  share: LaneShare;
  budget: DiskBudget;
  /** Nothing is removed by age before. */
  ageFromMs: number;
  /** The bytes that the server uses were measured. */
  measured(usedBytes: number): void;
  failed(error: unknown, waitMs: number): void;
  /** The disk is so full that nothing can be removed from the stores. */
  needsRoom(): void;
}

/** Removes what is too old or too much from the stores, in steps, between the batches of this thread's projects. */
export function createRetention(options: RetentionOptions): RetentionWork {
  const { services, signals, commits, share, budget } = options;
  const { stores, clock, rulesOf } = services;
  const parts: Retention[] = [
    ...signals.flatMap(({ retention = [] }) => retention),
    outcomeRetention(stores.telemetry),
  ];
  const removedBlobs = createRemovedBlobs(stores);
  let work: AsyncGenerator<void> | null = null;
  let agedAtMs = Number.NEGATIVE_INFINITY;
  let isUrgent = false;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  let measuredAtMs = Number.NEGATIVE_INFINITY;
  let spansMeasuredAtMs = Number.NEGATIVE_INFINITY;
  let exhaustedUntilMs = Number.NEGATIVE_INFINITY;
  let unshrinkableUntilMs = Number.NEGATIVE_INFINITY;

  /** This thread's, without blobs that an earlier step should have deleted. */
  async function projects(): Promise<RetainedProject[]> {
    const own = (await stores.state.allProjects()).filter(({ id }) => isInShare(id, share));
    await removedBlobs.finish(own.map(({ id }) => id));
    const rules = await rulesOf(new Map(own.map(({ id, organizationId }) => [id, organizationId])));
    return own.map(({ id: projectId, organizationId }) => ({
      projectId,
      organizationId,
      limits: rules.get(projectId)!.limits,
      nowMs: clock.now(),
    }));
  }

  async function* byAge(): AsyncGenerator<void> {
    for (const project of await projects()) {
      for (const { expire } of parts) yield* all(() => expire(project), 'age');
      yield;
    }
    yield* reclaim();
  }

  async function* forBudget(): AsyncGenerator<void> {
    const own = await projects();
    for (const need of needs) {
      for (const { thin } of parts) {
        if (!thin) continue;
        const removals = all(() => thin(own, need), 'budget');
        for (let steps = 1; !(await removals.next()).done; steps++) {
          yield;
          if (steps % STEP_COUNT_MEASURED === 0 && (yield* isEnoughRemoved())) return yield* reclaim();
        }
      }
      if (yield* isEnoughRemoved()) return yield* reclaim();
    }
    // Source maps or other data that retention does not remove: another pass would find as little.
    exhaustedUntilMs = clock.now() + EXHAUSTED_WAIT_MS;
  }

  /** Removes days of spans, the oldest first, until the files are within their share. */
  async function* forSpanShare(): AsyncGenerator<void> {
    const own = await projects();
    const only = { repeatsMax: Infinity, detailDays: Infinity, eventDays: Infinity };
    for (let spanDays = SPAN_DAYS_MAX; spanDays >= 0; spanDays -= 1) {
      for (const { thin } of parts) {
        if (!thin) continue;
        const removals = all(() => thin(own, { ...only, spanDays }), 'budget');
        while (!(await removals.next()).done) {
          if ((await spanBytes()) <= budget.spanBytes * SPANS_LEFT) return yield* reclaim();
          yield;
        }
      }
    }
    yield* reclaim();
  }

  async function spanBytes(): Promise<number> {
    return (await stores.telemetry.space()).spanBytes;
  }

  /** Steps until nothing is left to remove. */
  async function* all(plan: () => Promise<RemovalStep | null>, reason: RemovalReason): AsyncGenerator<void> {
    for (let step = await plan(); step; step = await plan()) {
      await remove(step, reason);
      yield;
    }
  }

  async function remove(
    { projectId, changes, deleteBlobs, removed }: RemovalStep,
    reason: RemovalReason,
  ): Promise<void> {
    const atMs = clock.now();
    const removals = removed.map((each) => ({ ...each, projectId, atMs, reason }));
    await removedBlobs.after(projectId, deleteBlobs, async () => {
      // What is written takes the place of applied rows, so it needs no sequence of its own.
      await commits.commit(0, (sequence) => stores.telemetry.append({ sequence, rows: { removals }, changes }));
      failPoint('removal:after-commit');
    });
  }

  async function* reclaim(): AsyncGenerator<void> {
    let before = Infinity;
    for (;;) {
      const { bytes } = await stores.telemetry.reclaim();
      if (bytes >= before) return;
      before = bytes;
      yield;
    }
  }

  /** Gives free space back though nothing has to be removed. */
  async function* shrink(): AsyncGenerator<void> {
    yield* reclaim();
    if ((await measure()) >= shrinkAtBytes(budget.bytes)) unshrinkableUntilMs = clock.now() + EXHAUSTED_WAIT_MS;
  }

  /** Whether less is in use than starts thinning: without what later rows can use, with what the next checkpoint needs. */
  function isBelow(percent: number, bytes: number, { freeBytes, checkpointBytes }: TelemetrySpace): boolean {
    return bytes - freeBytes + checkpointBytes < (thinAtBytes(budget.bytes) * percent) / 100;
  }

  async function measure(): Promise<number> {
    const bytes = await budget.measure();
    options.measured(bytes);
    return bytes;
  }

  /** Steps that free the space of what was removed. Returns whether that is enough. */
  async function* isEnoughRemoved(): AsyncGenerator<void, boolean> {
    for (let before = Infinity; ;) {
      const space = await stores.telemetry.reclaim();
      if (isBelow(limits.DISK_BUDGET_THINNED_PERCENT, await measure(), space)) return true;
      const used = space.bytes - space.freeBytes;
      if (used >= before) return false;
      before = used;
      yield;
    }
  }

  async function due(): Promise<AsyncGenerator<void> | null> {
    if (clock.now() >= options.ageFromMs && clock.now() - agedAtMs >= AGE_INTERVAL_MS) {
      agedAtMs = clock.now();
      return byAge();
    }
    if (clock.now() - spansMeasuredAtMs >= SPANS_INTERVAL_MS) {
      spansMeasuredAtMs = clock.now();
      if ((await spanBytes()) > budget.spanBytes) return forSpanShare();
    }
    if (clock.now() - measuredAtMs < BUDGET_INTERVAL_MS) return null;
    measuredAtMs = clock.now();
    const bytes = await measure();
    // A checkpoint needs at most twice as much as there is, so telemetry need not be asked.
    if (3 * bytes < thinAtBytes(budget.bytes) || clock.now() < exhaustedUntilMs) return null;
    if (isBelow(100, bytes, await stores.telemetry.space())) {
      // Enough of it is free, but reports are refused by the size of the files.
      return bytes < shrinkAtBytes(budget.bytes) || clock.now() < unshrinkableUntilMs ? null : shrink();
    }
    isUrgent = true;
    return forBudget();
  }

  return {
    isUrgent: () => isUrgent,
    async step() {
      try {
        if (clock.now() < failedAtMs + FAILED_WAIT_MS) return FAILED_WAIT_MS;
        work ??= await due();
        if (work === null) return IDLE_INTERVAL_MS;
        if ((await work.next()).done) {
          work = null;
          isUrgent = false;
        }
        return 0;
      } catch (error) {
        work = null;
        isUrgent = false;
        failedAtMs = clock.now();
        if (isDiskFull(error)) options.needsRoom();
        options.failed(error, FAILED_WAIT_MS);
        return FAILED_WAIT_MS;
      }
    },
  };
}
