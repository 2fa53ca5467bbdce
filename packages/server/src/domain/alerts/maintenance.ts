import type { OrganizationId, ProjectId } from '@seismo/protocol';
import { periodAt, type Period, type Schedule } from './schedule.ts';

/** When a maintenance window is active: once from `startsAtMs` until before `endsAtMs` (Unix milliseconds), or every week. */
export type MaintenanceTimes =
  | { kind: 'once'; startsAtMs: number; endsAtMs: number }
  | { kind: 'weekly'; schedule: Schedule };

interface Window {
  organizationId: OrganizationId;
  /** None: all of the organization. */
  projectIds: ProjectId[];
  times: MaintenanceTimes;
}

/** Whether a window silences the rules of this project at that time. */
export function isInMaintenance(
  windows: readonly Window[],
  project: { id: ProjectId; organizationId: OrganizationId },
  nowMs: number,
): boolean {
  return windows.some(
    ({ organizationId, projectIds, times }) =>
      organizationId === project.organizationId &&
      (projectIds.length === 0 || projectIds.includes(project.id)) &&
      isActive(times, nowMs),
  );
}

function isActive(times: MaintenanceTimes, nowMs: number): boolean {
  const period = nextPeriod(times, nowMs);
  return period !== null && period.fromMs <= nowMs;
}

/** The time in which the window is active, or else will be next; `null`: it has ended. Days that follow each other are one period. */
export function maintenancePeriod(times: MaintenanceTimes, nowMs: number): Period | null {
  const period = nextPeriod(times, nowMs);
  if (period === null || times.kind === 'once') return period;
  let { toMs } = period;
  for (let count = 0; count < times.schedule.days.length; count++) {
    const next = periodAt(times.schedule, toMs);
    if (next === null || next.fromMs > toMs) break;
    toMs = next.toMs;
  }
  return { fromMs: period.fromMs, toMs };
}

function nextPeriod(times: MaintenanceTimes, nowMs: number): Period | null {
  if (times.kind === 'weekly') return periodAt(times.schedule, nowMs);
  return nowMs < times.endsAtMs ? { fromMs: times.startsAtMs, toMs: times.endsAtMs } : null;
}
