import { limits, type ProjectId } from '@seismo/protocol';
import type { SpikeKind } from '#store/state/contract.ts';
import type { Telemetry } from '#store/telemetry/contract.ts';
import { baselineRange, spikeLimit } from './baseline.ts';
import { spikeKinds } from './kinds.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** Counts the events or spans of one batch. The counts take effect when the batch is applied: a repeated batch counts again. */
export interface SpikeCount {
  /** Whether more of this minute may be stored. */
  admits(projectId: ProjectId, receivedAtMs: number): boolean;
  /** Projects of which something was not admitted. */
  readonly limited: ReadonlySet<ProjectId>;
  /** Counts what passed the filters. */
  count(projectId: ProjectId, receivedAtMs: number, quantity: number): void;
  applied(): void;
}

export interface SpikeGuard {
  /**
   * `arriving`: how many there are at most in the batch, by protected project. `isAhead`: the batch that began before is still
   * being applied, and counts as if it were.
   */
  begin(arriving: ReadonlyMap<ProjectId, number>, nowMs: number, isAhead: boolean): Promise<SpikeCount>;
}

interface Known {
  limit: number | null;
  readAtMs: number;
}

/**
 * Keeps one broken deployment from filling the disk: events or spans above a multiple of a busy hour are limited, minute by
 * minute. The baseline is queried only if a project exceeds the smallest limit within a minute. Counts and baselines
 * are in memory: counts start at zero with the pipeline thread, and a baseline is used for an hour (a missing one for a
 * minute). They are exact because all entries of a project go through one thread.
 */
export function createSpikeGuard(telemetry: Pick<Telemetry, 'query'>, kind: SpikeKind): SpikeGuard {
  const { itemKinds, perMinuteMin } = spikeKinds[kind];
  const known = new Map<ProjectId, Known>();
  /** What was stored in this and in the last minutes, by project and minute. */
  let stored = new Map<string, number>();
  /** The same with the batch that began last. */
  let begun = stored;

  async function learn(projectIds: ProjectId[], nowMs: number): Promise<void> {
    if (projectIds.length === 0) return;
    const range = baselineRange(nowMs);
    const hours = await telemetry.query('storedPerHour', { projectIds, itemKinds, range });
    for (const projectId of projectIds) {
      const own = hours.filter((hour) => hour.projectId === projectId);
      known.set(projectId, { limit: spikeLimit(kind, own, range.toMs), readAtMs: nowMs });
    }
  }

  return {
    async begin(arriving, nowMs, isAhead) {
      const before = isAhead ? begun : stored;
      // A missing baseline is queried again soon: a project's first day may be over.
      const isStale = (projectId: ProjectId) => {
        const { limit, readAtMs } = known.get(projectId) ?? { limit: null, readAtMs: 0 };
        return nowMs - readAtMs >= (limit === null ? minuteMs : hourMs);
      };
      const busy = [...arriving].filter(([projectId, count]) => {
        const sofar = before.get(keyOf(projectId, nowMs)) ?? 0;
        return sofar + count > perMinuteMin / 2 && isStale(projectId);
      });
      await learn(
        busy.map(([projectId]) => projectId),
        nowMs,
      );
      const draft = new Map(before);
      begun = draft;
      const limited = new Set<ProjectId>();
      return {
        limited,
        admits(projectId, receivedAtMs) {
          const limit = arriving.has(projectId) ? (known.get(projectId)?.limit ?? null) : null;
          const isAdmitted = limit === null || (draft.get(keyOf(projectId, receivedAtMs)) ?? 0) < limit;
          if (!isAdmitted) limited.add(projectId);
          return isAdmitted;
        },
        count(projectId, receivedAtMs, quantity) {
          const key = keyOf(projectId, receivedAtMs);
          draft.set(key, (draft.get(key) ?? 0) + quantity);
        },
        applied() {
          const oldest = Math.floor(nowMs / minuteMs) - limits.SPIKE_MINUTES_MAX;
          stored = new Map([...draft].filter(([key]) => Number(key.split(':')[1]) >= oldest));
        },
      };
    },
  };
}

function keyOf(projectId: ProjectId, atMs: number): string {
  return `${projectId}:${Math.floor(atMs / minuteMs)}`;
}
