import { limits } from '@seismo/protocol';
import type { Clock } from '#watch/clock.ts';
import { Refusal } from '#watch/refusal.ts';

/** Counts by network address how often shared links are opened, in memory: nobody tries many, nor asks for one without end. */
export interface OpeningThrottle {
  /** Throws `too-many`. */
  enter(address: string | null): void;
}

export function createOpeningThrottle(clock: Clock): OpeningThrottle {
  const windows = new Map<string, { sinceMs: number; openings: number }>();
  return {
    enter(address) {
      const [name, nowMs] = [address ?? '', clock.now()];
      const before = windows.get(name);
      const isOver = !before || nowMs - before.sinceMs >= limits.SHARE_OPENING_WINDOW_MS;
      const current = isOver ? { sinceMs: nowMs, openings: 0 } : before;
      current.openings++;
      // Set anew, it is the youngest of the map; the oldest goes when there are too many.
      windows.delete(name);
      windows.set(name, current);
      if (windows.size > limits.SHARE_ADDRESSES_REMEMBERED_COUNT_MAX) windows.delete(windows.keys().next().value!);
      if (current.openings > limits.SHARE_OPENING_COUNT_MAX) {
        throw new Refusal('too-many', 'Too many shared links were opened from here. Wait a minute, then try again.');
      }
    },
  };
}
