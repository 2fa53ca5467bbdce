'use client';

import { ChartFrame } from '#charts/frame.tsx';
import { valueTicks } from '#charts/scale.ts';
import { useCursor } from '#charts/use-cursor.ts';
import { duration } from '#features/traces/duration.ts';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { orDash } from './words.ts';

interface Props {
  fromMs: number;
  bucketMs: number;
  /** Microseconds in each bucket, the shortest first; `null` where there are none. */
  lines: readonly { name: string; color: string; values: readonly (number | null)[] }[];
  /** In pixels. */
  height: number;
  /** The page without a time range. */
  href: string;
}

/** Percentiles of durations over time, with gaps where there are no spans. */
export function DurationChart({ fromMs, bucketMs, lines, height, href }: Props) {
  const buckets = lines[0]!.values.length;
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const ticks = valueTicks([0, ...known]);
  const top = ticks.at(-1)!;
  const y = (value: number) => Math.round(10_000 * (1 - value / top)) / 100;
  const selection = useCursor({
    fromMs,
    bucketMs,
    buckets,
    href,
    zoomsOnClick: false,
    textOf: (first, last) =>
      first === last
        ? lines.map(({ name, values }) => `${name} ${orDash(values[first] ?? null)}`).join(', ')
        : 'Release to zoom in',
  });
  return (
    <figure className="min-w-0" aria-busy={selection.pending}>
      <ChartFrame
        fromMs={fromMs}
        bucketMs={bucketMs}
        buckets={buckets}
        height={height}
        ticks={ticks.map((value) => ({ text: duration(value), top: y(value) }))}
        label="Durations over time. Use the arrow keys to move, Shift to select and Enter to zoom in"
        unselected="No time selected"
        selection={selection}
      >
        <svg
          aria-hidden
          viewBox={`0 0 ${buckets} 100`}
          preserveAspectRatio="none"
          className="block h-full w-full overflow-visible"
        >
          {ticks.map((value) => (
            <line
              key={value}
              x2={buckets}
              y1={y(value)}
              y2={y(value)}
              stroke="var(--line)"
              strokeDasharray={value === 0 ? undefined : '2 4'}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {lines.map(({ name, color, values }) => (
            <path
              key={name}
              d={stepsOf(values, y)}
              fill="none"
              stroke={color}
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
      </ChartFrame>
      <ul aria-label="Lines" className="mt-1.5 ml-11 flex flex-wrap gap-x-3 gap-y-1 text-12 text-muted">
        {lines.map(({ name, color }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span aria-hidden className="h-0.5 w-2.5 rounded-[2px]" style={{ background: color }} />
            {name}
          </li>
        ))}
      </ul>
      <div className="sr-only">
        <table>
          <caption>Durations over time</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              {lines.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines[0]!.values.map((value, at) =>
              value === null ? null : (
                <tr key={at}>
                  <th scope="row">
                    <ExactTime atMs={fromMs + at * bucketMs} />
                  </th>
                  {lines.map(({ name, values }) => (
                    <td key={name}>{orDash(values[at] ?? null)}</td>
                  ))}
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Steps, one bucket wide, so that a value between gaps is visible. */
function stepsOf(values: readonly (number | null)[], y: (value: number) => number): string {
  return values
    .map((value, at) => (value === null ? '' : `${(values[at - 1] ?? null) === null ? 'M' : 'L'}${at} ${y(value)}h1`))
    .join('');
}
