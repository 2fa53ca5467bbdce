import { limits, type ProjectId } from '@seismo/protocol';
import type { Telemetry } from '#store/telemetry/contract.ts';
import type { QueryParams } from '#store/telemetry/queries/index.ts';
import type { Range } from '#store/telemetry/queries/query.ts';

const HOUR_MS = 3_600_000;
const HOUR_COUNT_MAX = 24 * 366;

/** The oldest whole hours before a time, with about as many rows as one step removes; `null` if there are none. */
export async function hoursToRemove(
  telemetry: Telemetry,
  of: { table: QueryParams['oldHours']['table']; projectId: ProjectId; untilMs: number },
): Promise<{ range: Range; rows: number } | null> {
  if (of.untilMs === Number.NEGATIVE_INFINITY) return null;
  const untilMs = Math.floor(of.untilMs / HOUR_MS) * HOUR_MS;
  const hours = await telemetry.query('oldHours', { ...of, untilMs, count: HOUR_COUNT_MAX });
  const [first] = hours;
  if (!first) return null;
  let [rows, toMs] = [0, first.hourAtMs];
  for (const hour of hours) {
    if (rows > 0 && rows + hour.rows > limits.RETENTION_STEP_ROW_COUNT_MAX) break;
    rows += hour.rows;
    toMs = hour.hourAtMs + HOUR_MS;
  }
  return { range: { fromMs: first.hourAtMs, toMs }, rows };
}

const DAY_MS = 24 * HOUR_MS;

/** The time so many days ago; `Infinity` is before every time. */
export function daysAgo(nowMs: number, days: number): number {
  return nowMs - days * DAY_MS;
}
