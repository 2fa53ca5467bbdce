import type { Series } from '@seismo/server';
import { plural } from '#ui/count.ts';

interface Props {
  series: Series;
  width: number;
  height: number;
  label: string;
  /** Needed when the series can end in the past. */
  nowMs?: number;
}

/** Counts over time without axes, drawn on the server, with its total and peak as tooltip. The current bucket is lighter. */
export function Sparkline({ series, width, height, label, nowMs = 0 }: Props) {
  const { values, fromMs, bucketMs } = series;
  const isOver = fromMs + bucketMs * values.length <= nowMs;
  const most = Math.max(1, ...values);
  const step = width / Math.max(1, values.length);
  const gap = step > 4 ? 1 : 0.5;
  // One path for all bars: an element per bar would be half of the HTML of an issue list. A bar is one unit wide.
  const bars = values.map((value, index) => {
    if (value <= 0) return '';
    const tall = Math.max(2, (value / most) * (height - 2));
    return `M${index + 0.5} ${height}V${Math.round((height - tall) * 10) / 10}`;
  });
  const wide = Math.round(100 * Math.max(0.5 / step, 1 - gap / step)) / 100;
  return (
    <svg
      role="img"
      viewBox={`0 0 ${Math.max(1, values.length)} ${height}`}
      strokeWidth={wide}
      preserveAspectRatio="none"
      // The baseline is a border: as a line whose width does not scale, it costs a tenth of the frames of a list that scrolls.
      className="block h-full w-full overflow-visible border-b border-line"
    >
      <title>{label}</title>
      <path d={bars.slice(0, -1).join('')} stroke="var(--bar)" />
      <path d={bars.at(-1)} stroke={isOver ? 'var(--bar)' : 'var(--bar-partial)'} />
    </svg>
  );
}

/** The total and the peak. */
export function sparklineLabel(series: Series, span: string): string {
  const sum = series.values.reduce((total, value) => total + value, 0);
  return `${plural(sum, 'event')}, ${span}, peak of ${Math.max(0, ...series.values)} per bar`;
}
