'use client';

import clsx from 'clsx';
import { Package } from 'lucide-react';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import {
  useEffect,
  useRef,
  useState,
  useTransition,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { customRangeText } from '#lib/time/absolute.ts';
import { ExactTime, Tick } from '#lib/time/exact-time.tsx';
import { useZone } from '#lib/time/zone.ts';
import { timestampText } from '#shell/context-bar/time-range.ts';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { countTicks, markWidth, timeTicks } from './scale.ts';

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
  /** The page without a time range. */
  href: string;
  /** A click on one bar zooms in too. */
  zoomsOnClick?: boolean;
}

const TIME_LABEL_COUNT_MAX = 7;
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
  const zone = useZone();
  const { box, cursor, range, text, pending, handlers } = useCursor({
    fromMs,
    bucketMs,
    buckets,
    href,
    zoomsOnClick,
    textOf: (first, last) => plural(sumOf(sums, first, last), unit),
  });
  const toggle = (name: string) => setHidden(toggled(hidden, name));

  return (
    <figure className="min-w-0" aria-busy={pending}>
      {marks.length > 0 ? <Marks marks={marks} shareOf={(atMs) => (atMs - fromMs) / (bucketMs * buckets)} /> : null}
      <div className="flex gap-2">
        <div aria-hidden className="relative w-9 shrink-0 text-right text-12 text-muted" style={{ height }}>
          {visibleTicks.map((value) => (
            <span
              key={value}
              className="absolute right-0 -translate-y-1/2 leading-none"
              style={{ top: `${100 - (100 * value) / top}%` }}
            >
              {compact(value)}
            </span>
          ))}
        </div>
        <div className="relative min-w-0 flex-1" style={{ height }}>
          <div
            ref={box}
            role="slider"
            tabIndex={0}
            aria-label={`${unit[0]!.toUpperCase()}${unit.slice(1)}s over time. Use the arrow keys to move, Shift to select and Enter to zoom in`}
            aria-valuemin={0}
            aria-valuemax={buckets - 1}
            aria-valuenow={cursor ?? buckets - 1}
            aria-valuetext={cursor === null ? 'No bar selected' : text}
            className="h-full cursor-crosshair touch-pan-y select-none focus-visible:outline-offset-4"
            {...handlers}
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
            {range ? (
              <span
                aria-hidden
                className="pointer-events-none absolute inset-y-0 border-x border-accent bg-accent/15"
                style={{
                  left: `${(100 * range.first) / buckets}%`,
                  width: `${(100 * (range.last - range.first + 1)) / buckets}%`,
                }}
              />
            ) : null}
          </div>
          {range ? (
            <Reading range={range} buckets={buckets} text={text} series={series.length > 1 ? series : []} />
          ) : null}
        </div>
      </div>
      <div aria-hidden className="@container relative mt-1 ml-11 h-4 text-12 text-muted">
        {timeTicks({ fromMs, bucketMs, buckets }, TIME_LABEL_COUNT_MAX, zone).map((atMs, index, all) => (
          <span
            key={atMs}
            className={clsx('absolute whitespace-nowrap', index % 2 === 1 && '@max-lg:hidden')}
            style={labelPosition((atMs - fromMs) / (bucketMs * buckets))}
          >
            <Tick atMs={atMs} previousMs={all[index - 1] ?? null} />
          </span>
        ))}
      </div>
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

interface Selected {
  first: number;
  last: number;
}

interface ReadingProps {
  range: Selected;
  buckets: number;
  text: string;
  series: readonly ChartSeries[];
}

/** The counts under the cursor. */
function Reading({ range: { first, last }, buckets, text, series }: ReadingProps) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-x-0 bottom-full z-20 mb-1 flex">
      <span style={{ flexGrow: first + last + 1 }} />
      <div className="max-w-full rounded-md border border-line-strong bg-overlay px-2 py-1 text-12">
        <div>{text}</div>
        {series.map(({ name, color, values }) => (
          <div key={name} className="flex items-center gap-1.5">
            <Swatch color={color} />
            <span className="min-w-0 flex-1 truncate text-muted">{name}</span>
            <span className="pl-3">{count(sumOf(values, first, last))}</span>
          </div>
        ))}
      </div>
      <span style={{ flexGrow: 2 * buckets - first - last - 1 }} />
    </div>
  );
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

const POINTED = 'seismo:pointed';

interface Pointed {
  by: HTMLElement | null;
  atMs: number | null;
}

function notify(detail: Pointed): void {
  window.dispatchEvent(new CustomEvent(POINTED, { detail }));
}

interface CursorProps {
  fromMs: number;
  bucketMs: number;
  buckets: number;
  href: string;
  zoomsOnClick: boolean;
  /** What the buckets from the first to the last count. */
  textOf: (first: number, last: number) => string;
}

/** The bucket or range under the pointer, the keyboard cursor, or the cursor of another chart, and zooming into it. */
function useCursor({ fromMs, bucketMs, buckets, href, zoomsOnClick, textOf }: CursorProps) {
  const router = useRouter();
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  /** The timestamp under the pointer in another chart of the page. */
  const [elsewhere, setElsewhere] = useState<number | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const [pending, start] = useTransition();
  const zone = useZone();
  // An update may have removed buckets.
  const cursor = pointed === null ? null : Math.min(pointed, buckets - 1);
  const other = elsewhere === null ? -1 : Math.floor((elsewhere - fromMs) / bucketMs);
  const visible = cursor ?? (other >= 0 && other < buckets ? other : null);

  useEffect(() => {
    const listen = (event: Event) => {
      const { by, atMs } = (event as CustomEvent<Pointed>).detail;
      if (by !== box.current) setElsewhere(atMs);
    };
    window.addEventListener(POINTED, listen);
    return () => {
      window.removeEventListener(POINTED, listen);
      notify({ by: null, atMs: null });
    };
  }, []);
  const setCursor = (bucket: number | null) => {
    setPointed(bucket);
    notify({ by: box.current, atMs: bucket === null ? null : fromMs + (bucket + 0.5) * bucketMs });
  };
  const zoom = (one: number, another: number) => {
    const [from, to] = [Math.min(one, another), Math.max(one, another) + 1];
    const params = `from=${timestampText(fromMs + from * bucketMs)}&to=${timestampText(fromMs + to * bucketMs)}`;
    setAnchor(null);
    start(() => router.push(`${href}${href.includes('?') ? '&' : '?'}${params}` as Route, { scroll: false }));
  };
  const bucketAt = ({ clientX }: PointerEvent) => {
    const { left, width } = box.current!.getBoundingClientRect();
    return Math.min(buckets - 1, Math.max(0, Math.floor(((clientX - left) / width) * buckets)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = cursor ?? buckets - 1;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buckets - 1 }[event.key];
    if (to !== undefined) {
      setAnchor(event.shiftKey ? (anchor ?? at) : null);
      setCursor(Math.min(buckets - 1, Math.max(0, to)));
    } else if (event.key === 'Enter' && cursor !== null) zoom(anchor ?? cursor, cursor);
    else if (event.key === 'Escape' && anchor !== null) setAnchor(null);
    else return;
    event.preventDefault();
  };
  const range =
    visible === null
      ? null
      : { first: Math.min(visible, anchor ?? visible), last: Math.max(visible, anchor ?? visible) };
  return {
    box,
    cursor,
    range,
    pending,
    text: range
      ? `${customRangeText({ fromMs: fromMs + range.first * bucketMs, toMs: fromMs + (range.last + 1) * bucketMs }, zone)}: ${textOf(range.first, range.last)}`
      : '',
    handlers: {
      onFocus: ({ target }: FocusEvent) => target.matches(':focus-visible') && setCursor(cursor ?? buckets - 1),
      onBlur: () => {
        setCursor(null);
        setAnchor(null);
      },
      onKeyDown,
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setAnchor(bucketAt(event));
        setCursor(bucketAt(event));
      },
      onPointerMove: (event: PointerEvent) => setCursor(bucketAt(event)),
      onPointerUp: (event: PointerEvent) => {
        const to = bucketAt(event);
        if (anchor !== null && (anchor !== to || zoomsOnClick)) zoom(anchor, to);
        else setAnchor(null);
      },
      onPointerCancel: () => setAnchor(null),
      onPointerLeave: () => anchor === null && setCursor(null),
    },
  };
}

/**
 * A label is centered below the start of its bucket. The first has room below the counts. In the right half, it is centered
 * in a box that ends with the chart and grows to the left if the label is wider.
 */
function labelPosition(share: number): CSSProperties {
  if (share > 0.5) return { right: 0, width: `${200 * (1 - share)}%`, minWidth: 'max-content', textAlign: 'center' };
  return { left: `${100 * share}%`, transform: 'translateX(-50%)' };
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
