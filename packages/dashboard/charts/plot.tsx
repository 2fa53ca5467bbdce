import type { ReactNode } from 'react';
import { Tick } from '#lib/time/exact-time.tsx';

/** The drawing area of bars. It fills its container and is hidden from screen readers. */
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

/** The end of the series, or `null` while its last bucket is current. */
export function seriesEnd(
  { fromMs, bucketMs }: { fromMs: number; bucketMs: number },
  bars: number,
  nowMs: number,
): number | null {
  const endMs = fromMs + bucketMs * bars;
  return endMs <= nowMs ? endMs : null;
}

interface Props {
  fromMs: number;
  bucketMs: number;
  bars: number;
  nowMs: number;
  /** Shown between them. */
  children?: ReactNode;
}

/** The start and end time, below either end of the bars. */
export function AxisEnds({ fromMs, bucketMs, bars, nowMs, children }: Props) {
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
