import type { Series } from '@seismo/server';
import { plural } from '#components/ui/count.ts';

/** Counts over time as bars, drawn on the server. The last bar is the bucket that is not over yet: lighter. */
export function Bars({
  series,
  width,
  height,
  label,
}: {
  series: Series;
  width: number;
  height: number;
  label: string;
}) {
  const { values } = series;
  const most = Math.max(1, ...values);
  const step = width / Math.max(1, values.length);
  const gap = step > 4 ? 1 : 0.5;
  return (
    <svg
      role="img"
      aria-label={label}
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
      {values.map((value, index) => {
        if (value <= 0) return null;
        const tall = Math.max(2, (value / most) * (height - 2));
        return (
          <rect
            key={index}
            x={index * step + gap / 2}
            width={Math.max(0.5, step - gap)}
            y={height - tall}
            height={tall}
            fill={index === values.length - 1 ? 'var(--bar-partial)' : 'var(--bar)'}
          />
        );
      })}
    </svg>
  );
}

/** The sum and the peak, for those who do not see the bars. */
export function barsLabel(series: Series, span: string): string {
  const sum = series.values.reduce((total, value) => total + value, 0);
  return `${plural(sum, 'event')} in ${span}, at most ${Math.max(0, ...series.values)} in one bar`;
}
