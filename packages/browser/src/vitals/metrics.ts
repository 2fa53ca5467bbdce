/** An entry of the Layout Instability API. */
export interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources?: { node?: Node | null }[];
}

export interface Interaction {
  id: number;
  latency: number;
  entry: PerformanceEventTiming;
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

/** INP: the slowest interaction, after one in every 50 is let go. */
export function interactions(describe: (target: Node | null) => string) {
  let longest: Interaction[] = [];
  let idMin = Infinity;
  let idMax = 0;
  return {
    add(entry: PerformanceEventTiming & { interactionId?: number }): void {
      const { interactionId: id, duration: latency, target } = entry;
      if (!id) return;
      idMin = Math.min(idMin, id);
      idMax = Math.max(idMax, id);
      const known = longest.find((one) => one.id === id);
      if (known && known.latency >= latency) return;
      const rest = longest.filter((one) => one !== known);
      longest = [...rest, { id, latency, entry, target: describe(target) || known?.target || '' }]
        .sort((one, other) => other.latency - one.latency)
        .slice(0, LONGEST_KEPT);
    },
    /** `count` is the browser's; where it has none, its ids tell, which are 7 apart. */
    worst: (count: number = idMax ? (idMax - idMin) / 7 + 1 : 0): Interaction | undefined =>
      longest[Math.min(longest.length - 1, Math.floor(count / INTERACTIONS_PER_OUTLIER))],
  };
}

const LONGEST_KEPT = 10;
const INTERACTIONS_PER_OUTLIER = 50;
