import type { ReactNode } from 'react';
import { absoluteUtc } from '#components/time/relative.ts';

/** What bars stand on: as wide and as tall as its place, whatever it is drawn in. For the eye alone. */
export function Plot({ width, height, children }: { width: number; height: number; children: ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-full w-full overflow-visible"
    >
      <line
        x1="0"
        x2={width}
        y1={height - 0.5}
        y2={height - 0.5}
        stroke="var(--line)"
        vectorEffect="non-scaling-stroke"
      />
      {children}
    </svg>
  );
}

/** Where a chart begins: the day, and the time of day where its bars are shorter than half a day. */
export function beginning({ fromMs, bucketMs }: { fromMs: number; bucketMs: number }): string {
  return absoluteUtc(fromMs).slice(0, bucketMs < 12 * 3_600_000 ? 16 : 10);
}

/** Where bars end, if all of them are over. */
export function ending(
  { fromMs, bucketMs }: { fromMs: number; bucketMs: number },
  bars: number,
  nowMs: number,
): string | null {
  const endMs = fromMs + bucketMs * bars;
  return endMs <= nowMs ? absoluteUtc(endMs).slice(0, bucketMs < 12 * 3_600_000 ? 16 : 10) : null;
}
