import type { Series } from '@seismo/server';
import { plural } from '#components/ui/count.ts';

/** Counts over time as bars, drawn on the server. The bucket that is not over yet, which is mostly the last, is lighter. */
export function Bars({
  series,
  width,
  height,
  label,
  isOver = false,
}: {
  series: Series;
  width: number;
  height: number;
  label: string;
  /** All of it is in the past. */
  isOver?: boolean;
}) {
  const { values } = series;
  const most = Math.max(1, ...values);
  const step = width / Math.max(1, values.length);
  const gap = step > 4 ? 1 : 0.5;
  const wide = round(Math.max(0.5, step - gap));
  // All in one shape: an element for each bar was half of what a list of issues weighs.
  const bars = values.map((value, index) => {
    if (value <= 0) return '';
    const tall = round(Math.max(2, (value / most) * (height - 2)));
    return `M${round(index * step + gap / 2)} ${height}v-${tall}h${wide}v${tall}z`;
  });
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
      <path d={bars.slice(0, -1).join('')} fill="var(--bar)" />
      <path d={bars.at(-1)} fill={isOver ? 'var(--bar)' : 'var(--bar-partial)'} />
    </svg>
  );
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}

/** The sum and the peak, for those who do not see the bars. */
export function barsLabel(series: Series, span: string): string {
  const sum = series.values.reduce((total, value) => total + value, 0);
  return `${plural(sum, 'event')} in ${span}, at most ${Math.max(0, ...series.values)} in one bar`;
}
