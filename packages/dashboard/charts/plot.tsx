import type { ReactNode } from 'react';
import { Tick } from '#lib/time/exact-time.tsx';

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

/** Where bars end, if all of them are over. */
export function seriesEnd(
  { fromMs, bucketMs }: { fromMs: number; bucketMs: number },
  bars: number,
  nowMs: number,
): number | null {
  const endMs = fromMs + bucketMs * bars;
  return endMs <= nowMs ? endMs : null;
}

/** From when to when the bars go, at either end of the line below them. */
export function AxisEnds({
  fromMs,
  bucketMs,
  bars,
  nowMs,
  children,
}: {
  fromMs: number;
  bucketMs: number;
  bars: number;
  nowMs: number;
  /** Said between them. */
  children?: ReactNode;
}) {
  const endMs = seriesEnd({ fromMs, bucketMs }, bars, nowMs);
  return (
    <>
      <span>
        <Tick atMs={fromMs} bucketMs={bucketMs} />
      </span>
      {children}
      <span>{endMs === null ? 'now' : <Tick atMs={endMs} bucketMs={bucketMs} />}</span>
    </>
  );
}
