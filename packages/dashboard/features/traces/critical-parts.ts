import { percentOf, type Zoom } from './zoom.ts';

/** In percent of the visible time. */
export interface BarPart {
  from: number;
  to: number;
}

/** Two pixels of a bar of a thousand. */
const GAP_MIN = 0.2;

/**
 * The visible parts of a critical path, given as pairs of start and end. A span above ten thousand others has as many: parts with
 * no visible gap between them are one.
 */
export function criticalParts(times: readonly number[], zoom: Zoom): BarPart[] {
  const parts: BarPart[] = [];
  for (let at = 0; at < times.length; at += 2) {
    const from = Math.max(-1, percentOf(times[at]!, zoom));
    const to = Math.min(101, percentOf(times[at + 1]!, zoom));
    if (to <= from) continue;
    const before = parts.at(-1);
    if (before && from - before.to < GAP_MIN) before.to = to;
    else parts.push({ from, to });
  }
  return parts;
}
