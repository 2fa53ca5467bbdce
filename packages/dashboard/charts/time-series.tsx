'use client';

import clsx from 'clsx';
import { Package } from 'lucide-react';
import type { Route } from 'next';
import { useState } from 'react';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { countTicks, markWidth } from './scale.ts';
import { ChartFrame } from './frame.tsx';
import { useCursor, type SelectedBuckets } from './use-cursor.ts';

export interface ChartSeries {
  name: string;
  /** A CSS color. */
  color: string;
  /** One per bucket. */
  values: readonly number[];
  /** A line beside the bars, such as the previous period. It has no part in sums. */
  isLine?: boolean;
}

/** A label above lines in the chart, such as a release. */
export interface ChartMark {
  /** The first is that of the label. */
  times: readonly { atMs: number; isImportant: boolean }[];
  label: string;
  title: string;
  href: string;
}

interface Props {
  fromMs: number;
  bucketMs: number;
  nowMs: number;
  /** Stacked from the bottom up. */
  series: readonly ChartSeries[];
  /** The singular of what is counted. */
  unit: string;
  /** Of the table for screen readers. */
  caption: string;
  /** Of the bars, in pixels. */
  height: number;
  marks?: readonly ChartMark[];
  /** The page without a time range; `null`: the chart does not zoom. */
  href: string | null;
  /** A click on one bar zooms in too. */
  zoomsOnClick?: boolean;
}

const SMALL_HEIGHT_PX = 80;

/**
 * Counts over time. Pointing shows a bucket’s counts, dragging zooms into a range. The arrow keys move, Shift selects, Enter
 * zooms in. The range is in the URL. Other charts on the page show the same cursor. Names in the legend hide their series.
 */
export function TimeSeries(props: Props) {
  const { fromMs, bucketMs, nowMs, unit, caption, height, marks = [], href, zoomsOnClick = false } = props;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const series = props.series.filter(({ name }) => !hidden.has(name));
  const bars = series.filter(({ isLine }) => !isLine);
  const buckets = Math.max(1, ...props.series.map(({ values }) => values.length));
  const sums = Array.from({ length: buckets }, (_, at) => sumAt(bars, at));
  const ticks = countTicks(Math.max(0, ...sums, ...series.flatMap(({ values }) => values)));
  const top = ticks.at(-1)!;
  const visibleTicks = height < SMALL_HEIGHT_PX ? [0, top] : ticks;
  const isOver = fromMs + bucketMs * buckets <= nowMs;
  const selection = useCursor({
    fromMs,
    bucketMs,
    buckets,
    href,
    zoomsOnClick,
    textOf: (first, last) => plural(sumOf(sums, first, last), unit),
  });
  const { range, pending } = selection;
  const toggle = (name: string) => setHidden(toggled(hidden, name));

  return (
    <figure className="min-w-0" aria-busy={pending}>
      {marks.length > 0 ? <Marks marks={marks} shareOf={(atMs) => (atMs - fromMs) / (bucketMs * buckets)} /> : null}
      <ChartFrame
        fromMs={fromMs}
        bucketMs={bucketMs}
        buckets={buckets}
        height={height}
        ticks={visibleTicks.map((value) => ({ text: compact(value), top: 100 - (100 * value) / top }))}
        label={`${unit[0]!.toUpperCase()}${unit.slice(1)}s over time. Use the arrow keys to move${href === null ? '' : ', Shift to select and Enter to zoom in'}`}
        unselected="No bar selected"
        selection={selection}
        details={range && series.length > 1 ? <SelectedCounts range={range} series={series} /> : null}
      >
        <Plot series={series} buckets={buckets} top={top} ticks={visibleTicks} isOver={isOver} />
        {marks
          .flatMap(({ times }) => times)
          .map(({ atMs, isImportant }, index) => (
            <span
              key={index}
              aria-hidden
              className={clsx(
                'pointer-events-none absolute inset-y-0 border-l border-dashed',
                isImportant ? 'border-accent' : 'border-line-strong',
              )}
              style={{ left: `${(100 * (atMs - fromMs)) / (bucketMs * buckets)}%` }}
            />
          ))}
      </ChartFrame>
      {props.series.length > 1 ? <Legend series={props.series} hidden={hidden} onToggle={toggle} /> : null}
      <Table caption={caption} fromMs={fromMs} bucketMs={bucketMs} series={props.series} buckets={buckets} />
    </figure>
  );
}

/** Bars and lines. One path for each series: an element per bar would be most of the page. A bucket is one unit wide. */
function Plot({
  series,
  buckets,
  top,
  ticks,
  isOver,
}: {
  series: readonly ChartSeries[];
  buckets: number;
  top: number;
  ticks: readonly number[];
  isOver: boolean;
}) {
  const levels = Array<number>(buckets).fill(0);
  const y = (value: number) => Math.round((100 - (100 * value) / top) * 100) / 100;
  const width = buckets > 60 ? 0.85 : 0.9;
  return (
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
      {series.map(({ name, color, values, isLine }) => {
        if (isLine) {
          const path = values.map((value, at) => `${at === 0 ? 'M' : 'L'}${at} ${y(value)}h1`).join('');
          return (
            <path key={name} d={path} fill="none" stroke={color} strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
          );
        }
        const segments = values.map((value, at) => {
          if (value <= 0) return '';
          const from = levels[at]!;
          levels[at] = from + value;
          // The smallest bar is visible.
          return `M${at + 0.5} ${y(from)}V${Math.min(y(from + value), y(from) - 1.5)}`;
        });
        return (
          <g key={name} stroke={color} strokeWidth={width}>
            <path d={segments.slice(0, -1).join('')} />
            {/* The current bucket is lighter. */}
            <path d={segments.at(-1)} opacity={isOver ? 1 : 0.5} />
          </g>
        );
      })}
    </svg>
  );
}

/** A label starts above its line, or as far before it as it needs to end with the chart, and has room up to the next. */
function Marks({ marks, shareOf }: { marks: readonly ChartMark[]; shareOf: (atMs: number) => number }) {
  const startOf = ({ times, label }: ChartMark) => {
    const { chars, iconPx } = markWidth(label);
    return `max(0px, min(${100 * shareOf(times[0]!.atMs)}%, 100% - ${chars}ch - ${iconPx}px))`;
  };
  return (
    <ul aria-label="Releases in this time range" className="relative mb-1 ml-11 h-5 font-mono text-12">
      {marks.map((mark, index) => {
        const { times, label, title, href } = mark;
        const isImportant = times.some((time) => time.isImportant);
        const next = marks[index + 1];
        return (
          <li
            key={times[0]!.atMs}
            className="@container absolute inset-y-0 overflow-hidden"
            style={{
              left: startOf(mark),
              width: `max(20px, ${next ? startOf(next) : '100%'} - ${startOf(mark)} - 4px)`,
            }}
          >
            <Link
              href={href as Route}
              title={title}
              aria-label={`Release ${label}`}
              className={clsx(
                'flex h-5 w-fit max-w-full items-center gap-1 rounded-sm hover:bg-hover hover:text-ink',
                isImportant ? 'text-accent' : 'text-muted',
              )}
            >
              <Package size={12} aria-hidden className="shrink-0" />
              <span className="truncate pr-1 @max-[56px]:hidden">{label}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

interface SelectedProps {
  range: SelectedBuckets;
  series: readonly ChartSeries[];
}

/** The counts under the cursor. */
function SelectedCounts({ range: { first, last }, series }: SelectedProps) {
  return series.map(({ name, color, values }) => (
    <div key={name} className="flex items-center gap-1.5">
      <Swatch color={color} />
      <span className="min-w-0 flex-1 truncate text-muted">{name}</span>
      <span className="pl-3">{count(sumOf(values, first, last))}</span>
    </div>
  ));
}

interface LegendProps {
  series: readonly ChartSeries[];
  hidden: ReadonlySet<string>;
  onToggle: (name: string) => void;
}

function Legend({ series, hidden, onToggle }: LegendProps) {
  return (
    <div role="group" aria-label="Series" className="mt-1.5 ml-11 flex flex-wrap gap-x-3 gap-y-1 text-12 text-muted">
      {series.map(({ name, color, isLine }) => (
        <button
          key={name}
          type="button"
          aria-pressed={!hidden.has(name)}
          onClick={() => onToggle(name)}
          className="inline-flex items-center gap-1.5 rounded-sm hover:text-ink pointer-coarse:min-h-11 aria-[pressed=false]:line-through aria-[pressed=false]:opacity-60"
        >
          <Swatch color={color} isLine={isLine ?? false} />
          {name}
        </button>
      ))}
    </div>
  );
}

function Swatch({ color, isLine = false }: { color: string; isLine?: boolean }) {
  return (
    <span
      aria-hidden
      className={clsx('w-2.5 rounded-[2px]', isLine ? 'h-0.5' : 'h-2.5')}
      style={{ background: color }}
    />
  );
}

interface TableProps {
  caption: string;
  fromMs: number;
  bucketMs: number;
  buckets: number;
  series: readonly ChartSeries[];
}

/** The same numbers for screen readers. Empty buckets are left out. */
function Table({ caption, fromMs, bucketMs, buckets, series }: TableProps) {
  const rows = Array.from({ length: buckets }, (_, at) => at).filter((at) => series.some(({ values }) => values[at]));
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((at) => (
            <tr key={at}>
              <th scope="row">
                <ExactTime atMs={fromMs + at * bucketMs} />
              </th>
              {series.map(({ name, values }) => (
                <td key={name}>{values[at] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `950`, `1.5k`, `2M`: for the axis, where room is scarce. */
const compact = (value: number): string =>
  new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }).format(value);

const sumAt = (series: readonly ChartSeries[], at: number): number =>
  series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0);

const sumOf = (values: readonly number[], first: number, last: number): number =>
  values.slice(first, last + 1).reduce((sum, value) => sum + value, 0);

function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return names.has(name) ? names.difference(new Set([name])) : names.union(new Set([name]));
}
