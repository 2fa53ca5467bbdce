/** An entry of the Layout Instability API. */
export interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources?: { node?: Node | null }[];
}

/** An interaction and the events it caused up to the same frame. */
export interface Interaction {
  id: number;
  latency: number;
  name: string;
  startTime: number;
  processingStart: number;
  processingEnd: number;
  target: string;
}

/** CLS: the largest sum of shifts, apart by less than 1 s, within 5 s, and not brought about by the visitor. */
export function layoutShifts() {
  let value = 0;
  let largest: LayoutShift | undefined;
  let sum = 0;
  let first = 0;
  let last = 0;
  let largestOfWindow: LayoutShift | undefined;
  return {
    add(entry: LayoutShift): void {
      const { startTime, hadRecentInput } = entry;
      if (hadRecentInput) return;
      if (!sum || startTime - last >= SHIFT_GAP_MS || startTime - first >= SHIFT_WINDOW_MS) {
        sum = 0;
        first = startTime;
        largestOfWindow = undefined;
      }
      last = startTime;
      sum += entry.value;
      if (entry.value > (largestOfWindow?.value ?? 0)) largestOfWindow = entry;
      if (sum > value) {
        value = sum;
        largest = largestOfWindow;
      }
    },
    result: (): { value: number; largest: LayoutShift | undefined } => ({ value, largest }),
  };
}

const SHIFT_GAP_MS = 1000;
const SHIFT_WINDOW_MS = 5000;

/** INP: the slowest interaction, except that one in 50 is ignored. */
export function interactions(describe: (target: Node | null) => string) {
  let longest: Interaction[] = [];
  let idMin = Infinity;
  let idMax = 0;
  return {
    add(entry: PerformanceEventTiming & { interactionId?: number }): void {
      const { interactionId: id, duration: latency, target, name, startTime, processingStart, processingEnd } = entry;
      if (!id) return;
      idMin = Math.min(idMin, id);
      idMax = Math.max(idMax, id);
      const known = longest.find((one) => one.id === id);
      const isOfFrame = known && Math.abs(known.startTime + known.latency - startTime - latency) <= RENDER_MS_DIFF;
      if (known && known.latency >= latency && !isOfFrame) return;
      const together = isOfFrame ? known : undefined;
      const merged: Interaction = {
        id,
        latency: Math.max(latency, together?.latency ?? 0),
        name: together?.name ?? name,
        startTime: Math.min(startTime, together?.startTime ?? startTime),
        processingStart: Math.min(processingStart, together?.processingStart ?? processingStart),
        processingEnd: Math.max(processingEnd, together?.processingEnd ?? 0),
        target: describe(target) || known?.target || '',
      };
      longest = [...longest.filter((one) => one !== known), merged]
        .sort((one, other) => other.latency - one.latency)
        .slice(0, LONGEST_COUNT_MAX);
    },
    /** `count` comes from the browser; without it, interaction IDs give it, which are 7 apart. */
    worst: (count: number = idMax ? (idMax - idMin) / 7 + 1 : 0): Interaction | undefined =>
      longest[Math.min(longest.length - 1, Math.floor(count / INTERACTIONS_PER_OUTLIER))],
  };
}

/** Durations are rounded to 8 ms, so the frames of two events are the same within that. */
const RENDER_MS_DIFF = 8;
const LONGEST_COUNT_MAX = 10;
const INTERACTIONS_PER_OUTLIER = 50;
