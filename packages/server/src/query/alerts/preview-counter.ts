import { nextActiveMs, type Schedule } from '#domain/alerts/schedule.ts';
import { nextDueAtMs } from '#domain/alerts/timing.ts';
import type { Range } from '#store/telemetry/queries/query.ts';
import type { AlertPreview } from './views.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Counts, in order of time, what a rule would have fired, and the messages that each recipient would have gotten. */
export function createPreviewCounter({ fromMs, toMs }: Range, schedule: Schedule | null) {
  const days = Array.from({ length: Math.ceil((toMs - fromMs) / DAY_MS) }, (_, index) => ({
    atMs: fromMs + index * DAY_MS,
    sent: 0,
    repeated: 0,
  }));
  const dueAtMs: number[] = [];
  const send = (atMs: number): void => {
    const notBeforeMs = schedule ? nextActiveMs(schedule, atMs) : atMs;
    // What is due later takes in what fires until then.
    if ((dueAtMs.at(-1) ?? -Infinity) <= atMs) dueAtMs.push(nextDueAtMs(dueAtMs, notBeforeMs));
  };
  return {
    count(atMs: number, isSent: boolean): void {
      // Clocks of threads may differ by a few milliseconds.
      const day = days[Math.min(days.length - 1, Math.floor((atMs - fromMs) / DAY_MS))]!;
      if (!isSent) {
        day.repeated++;
        return;
      }
      day.sent++;
      send(atMs);
    },
    /** It is only a message. */
    countEnd: send,
    result(): Pick<AlertPreview, 'sinceMs' | 'untilMs' | 'days' | 'messageCount'> {
      return { sinceMs: fromMs, untilMs: toMs, days, messageCount: dueAtMs.length };
    },
  };
}
