'use client';

import { ExactTime } from '#lib/time/exact-time.tsx';
import { decimal } from '#ui/count.ts';
import { valueTicks } from './scale.ts';
import { ChartFrame } from './frame.tsx';
import { useCursor } from './use-cursor.ts';

export interface ReferenceLine {
  name: string;
  value: number;
  /** A CSS color. */
  color: string;
}

interface Props {
  fromMs: number;
  bucketMs: number;
  /** What is measured. */
  name: string;
  /** One per bucket; `null`: none. */
  values: readonly (number | null)[];
  /** Behind each value: `%` or `''`. */
  unit: string;
  /** Horizontal lines, such as thresholds. */
  lines: readonly ReferenceLine[];
  /** In pixels. */
  height: number;
}

const DAY_MS = 24 * 3600 * 1000;

/** A measured value over time, with gaps where there is none. Pointing or the arrow keys show single values. */
export function ValueSeries({ fromMs, bucketMs, name, values, unit, lines, height }: Props) {
  const buckets = values.length;
  const numbers = values.filter((value) => value !== null);
  const ticks = valueTicks([...numbers, ...lines.map(({ value }) => value)]);
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const y = (value: number) => Math.round(((high - value) / (high - low)) * 10_000) / 100;
  const selection = useCursor({
    fromMs,
    bucketMs,
    buckets,
    href: null,
    zoomsOnClick: false,
    textOf: (at) => {
      const value = values[at] ?? null;
      return value === null ? 'No data' : `${decimal(value)}${unit}`;
    },
  });
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 text-12 text-muted">{name}</figcaption>
      <ChartFrame
        fromMs={fromMs}
        bucketMs={bucketMs}
        buckets={buckets}
        height={height}
        ticks={ticks.map((value) => ({ text: compact(value), top: y(value) }))}
        label={`${name} over time. Use the arrow keys to move`}
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
            <Level key={value} buckets={buckets} y={y(value)} color="var(--line)" dash="2 4" />
          ))}
          {lines.map(({ name: line, value, color }) => (
            <Level key={line} buckets={buckets} y={y(value)} color={color} dash="6 3" />
          ))}
          <path
            d={pathOf(values, y)}
            fill="none"
            stroke="var(--series-1)"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </ChartFrame>
      {lines.length > 0 ? (
        <ul aria-label="Thresholds" className="mt-1.5 ml-11 flex flex-wrap gap-x-3 gap-y-1 text-12 text-muted">
          {lines.map(({ name: line, color }) => (
            <li key={line} className="flex items-center gap-1.5">
              <svg aria-hidden width="12" height="2" className="shrink-0">
                <line x2="12" y1="1" y2="1" stroke={color} strokeWidth="2" strokeDasharray="5 2" />
              </svg>
              {line}
            </li>
          ))}
        </ul>
      ) : null}
      <Table name={name} fromMs={fromMs} bucketMs={bucketMs} values={values} unit={unit} />
    </figure>
  );
}

interface LevelProps {
  buckets: number;
  y: number;
  color: string;
  dash: string;
}

const Level = ({ buckets, y, color, dash }: LevelProps) => (
  <line
    x2={buckets}
    y1={y}
    y2={y}
    stroke={color}
    strokeWidth="1"
    strokeDasharray={dash}
    vectorEffect="non-scaling-stroke"
  />
);

/** Steps, one bucket wide, so that a value between gaps is visible. */
function pathOf(values: readonly (number | null)[], y: (value: number) => number): string {
  return values
    .map((value, at) => (value === null ? '' : `${(values[at - 1] ?? null) === null ? 'M' : 'L'}${at} ${y(value)}h1`))
    .join('');
}

/** The lowest and highest value of each day for screen readers: a row per bucket would be too long to listen to. */
function Table({ name, fromMs, bucketMs, values, unit }: Omit<Props, 'lines' | 'height'>) {
  const perDay = Math.max(1, Math.round(DAY_MS / bucketMs));
  const days = Array.from({ length: Math.ceil(values.length / perDay) }, (_, day) => ({
    atMs: fromMs + day * perDay * bucketMs,
    numbers: values.slice(day * perDay, (day + 1) * perDay).filter((value) => value !== null),
  }));
  return (
    <div className="sr-only">
      <table>
        <caption>{name} by day</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Lowest</th>
            <th scope="col">Highest</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ atMs, numbers }) => (
            <tr key={atMs}>
              <th scope="row">
                <ExactTime atMs={atMs} />
              </th>
              <td>{numbers.length === 0 ? 'No data' : `${decimal(Math.min(...numbers))}${unit}`}</td>
              <td>{numbers.length === 0 ? 'No data' : `${decimal(Math.max(...numbers))}${unit}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `950`, `1.5k`, `99.95`: for the axis, where room is scarce. */
const compact = (value: number): string =>
  new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: Math.abs(value) < 1000 ? 2 : 1 }).format(
    value,
  );
