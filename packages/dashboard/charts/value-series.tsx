'use client';

import { ExactTime } from '#lib/time/exact-time.tsx';
import { valueTicks } from './scale.ts';
import { ChartFrame } from './frame.tsx';
import type { ChartSeries } from './time-series.tsx';
import { useCursor } from './use-cursor.ts';
import { tickText, valueText, type ValueUnit } from './value-text.ts';

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
  /** One value per bucket; `null`: none. */
  series: readonly ValueLine[];
  unit: ValueUnit;
  /** Horizontal lines, such as thresholds. */
  lines: readonly ReferenceLine[];
  /** In pixels. */
  height: number;
  /** The page without a time range; `null`: the chart does not zoom. */
  href?: string | null;
  /** Names the series below; otherwise something beside the chart does. */
  hasLegend?: boolean;
}

export type ValueLine = Pick<ChartSeries, 'name' | 'color'> & { values: readonly (number | null)[] };

const DAY_MS = 24 * 3600 * 1000;

/**
 * Measured values over time, with gaps where there are none. Pointing or the arrow keys show the values of a bucket; dragging, or
 * Shift and Enter, zoom in.
 */
export function ValueSeries(props: Props) {
  const { fromMs, bucketMs, name, series, unit, lines, height, href = null, hasLegend = false } = props;
  const buckets = Math.max(1, ...series.map(({ values }) => values.length));
  const numbers = series.flatMap(({ values }) => values).filter((value) => value !== null);
  const ticks = valueTicks([...numbers, ...lines.map(({ value }) => value)]);
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const y = (value: number) => Math.round(((high - value) / (high - low)) * 10_000) / 100;
  const selection = useCursor({
    fromMs,
    bucketMs,
    buckets,
    href,
    zoomsOnClick: false,
    // Values of several buckets, such as percentiles, do not add up.
    textOf: (first, last) => (first === last ? textAt(series, first, unit) : 'zoom in'),
  });
  const { range, pending } = selection;
  const isOneOfSeveral = series.length > 1 && range !== null && range.first === range.last;
  return (
    <figure className="min-w-0" aria-busy={pending}>
      <figcaption className="mb-2 text-12 text-muted">{name}</figcaption>
      <ChartFrame
        fromMs={fromMs}
        bucketMs={bucketMs}
        buckets={buckets}
        height={height}
        ticks={ticks.map((value) => ({ text: tickText(value, unit), top: y(value) }))}
        label={`${name} over time. Use the arrow keys to move${href === null ? '' : ', Shift to select and Enter to zoom in'}`}
        unselected="No time selected"
        selection={selection}
        details={isOneOfSeveral ? <ValuesAt series={series} at={range!.first} unit={unit} /> : null}
        areDetailsAll={isOneOfSeveral}
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
          {series.map(({ name: line, color, values }) => (
            <path
              key={line}
              d={pathOf(values, y)}
              fill="none"
              stroke={color}
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
      </ChartFrame>
      {hasLegend ? (
        <ul aria-label="Series" className="mt-1.5 ml-11 flex flex-wrap gap-x-3 gap-y-1 text-12 text-muted">
          {series.map(({ name: line, color }) => (
            <li key={line} className="flex items-center gap-1.5">
              <span aria-hidden className="h-0.5 w-2.5 rounded-[2px]" style={{ background: color }} />
              {line}
            </li>
          ))}
        </ul>
      ) : null}
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
      {series.map(({ name: line, values }) => (
        <Table
          key={line}
          name={series.length > 1 ? `${name}: ${line}` : name}
          fromMs={fromMs}
          bucketMs={bucketMs}
          values={values}
          unit={unit}
        />
      ))}
    </figure>
  );
}

/** The values of a bucket, with the names of their series if there are several. */
function textAt(series: readonly ValueLine[], at: number, unit: ValueUnit): string {
  const texts = series.map(({ name, values }) => {
    const value = values[at] ?? null;
    const text = value === null ? 'No data' : valueText(value, unit);
    return series.length > 1 ? `${name} ${text}` : text;
  });
  return texts.join(', ');
}

function ValuesAt({ series, at, unit }: { series: readonly ValueLine[]; at: number; unit: ValueUnit }) {
  return series.map(({ name, color, values }) => (
    <div key={name} className="flex items-center gap-1.5">
      <span className="h-0.5 w-2.5 rounded-[2px]" style={{ background: color }} />
      <span className="min-w-0 flex-1 truncate text-muted">{name}</span>
      <span className="pl-3">{textAt([{ name, color, values }], at, unit)}</span>
    </div>
  ));
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
function Table({
  name,
  fromMs,
  bucketMs,
  values,
  unit,
}: Pick<Props, 'name' | 'fromMs' | 'bucketMs' | 'unit'> & Pick<ValueLine, 'values'>) {
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
              <td>{numbers.length === 0 ? 'No data' : valueText(Math.min(...numbers), unit)}</td>
              <td>{numbers.length === 0 ? 'No data' : valueText(Math.max(...numbers), unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
