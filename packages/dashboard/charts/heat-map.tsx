'use client';

import clsx from 'clsx';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { customRangeText } from '#lib/time/absolute.ts';
import { useZone } from '#lib/time/zone.ts';
import { count, plural } from '#ui/count.ts';
import { densityLevel, DENSITY_LEVELS, rowTicks } from './density.ts';
import { TimeAxis } from './frame.tsx';

export interface HeatMapCell {
  bucket: number;
  row: number;
  /** Counted, and estimated where what is counted was sampled. */
  spans: number;
  estimate: number;
}

/** From the first to the last, which are in it. */
export interface HeatMapArea {
  firstBucket: number;
  lastBucket: number;
  firstRow: number;
  lastRow: number;
}

interface Props {
  fromMs: number;
  bucketMs: number;
  buckets: number;
  nowMs: number;
  /** From the lowest value to the highest: where it starts, for the axis, and its range. */
  rows: readonly { start: string; text: string }[];
  cells: readonly HeatMapCell[];
  /** Of the values: `Duration`. */
  name: string;
  selected: HeatMapArea | null;
  /** `null`: nothing can be selected. */
  onSelect: ((area: HeatMapArea) => void) | null;
  height: number;
}

interface Position {
  bucket: number;
  row: number;
}

/**
 * Spans by time and value; the darker a cell, the more spans. Dragging selects a rectangle, a click one cell. The arrow keys move, Shift
 * extends, Enter selects.
 */
export function HeatMap(props: Props) {
  const { fromMs, bucketMs, buckets, nowMs, rows, cells, name, selected, onSelect, height } = props;
  const box = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<Position | null>(null);
  const [anchor, setAnchor] = useState<Position | null>(null);
  const zone = useZone();
  const textOf = (area: HeatMapArea) => {
    const own = cells.filter((cell) => isIn(area, cell));
    const [spans, estimate] = [sum(own, 'spans'), sum(own, 'estimate')];
    const time = customRangeText(
      { fromMs: fromMs + area.firstBucket * bucketMs, toMs: fromMs + (area.lastBucket + 1) * bucketMs },
      zone,
    );
    const [low, high] = [rows[area.firstRow], rows[area.lastRow]];
    const values = low === high ? low!.text : `${low!.start} to ${high!.text.replace(/^.* to /, '')}`;
    const estimated = Math.round(estimate) === spans ? '' : `, about ${count(estimate)} with sampling`;
    return `${time}, ${values}: ${plural(spans, 'span')}${estimated}`;
  };
  const finish = (to: Position) => {
    setAnchor(null);
    onSelect?.(areaOf(to, anchor ?? to));
  };
  const positionAt = ({ clientX, clientY }: PointerEvent): Position => {
    const { left, top, width, height } = box.current!.getBoundingClientRect();
    return clamped({
      bucket: Math.floor(((clientX - left) / width) * buckets),
      row: rows.length - 1 - Math.floor(((clientY - top) / height) * rows.length),
    });
  };
  const clamped = ({ bucket, row }: Position): Position => ({
    bucket: Math.min(buckets - 1, Math.max(0, bucket)),
    row: Math.min(rows.length - 1, Math.max(0, row)),
  });
  // An update may have removed cells.
  const at = clamped(cursor ?? { bucket: buckets - 1, row: rows.length - 1 });
  const visible = cursor && areaOf(at, clamped(anchor ?? at));
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = {
      ArrowLeft: { ...at, bucket: at.bucket - 1 },
      ArrowRight: { ...at, bucket: at.bucket + 1 },
      ArrowUp: { ...at, row: at.row + 1 },
      ArrowDown: { ...at, row: at.row - 1 },
      Home: { ...at, bucket: 0 },
      End: { ...at, bucket: buckets - 1 },
    }[event.key];
    if (moved) {
      setAnchor(event.shiftKey ? (anchor ?? at) : null);
      setCursor(clamped(moved));
    } else if (event.key === 'Enter' && cursor) finish(cursor);
    else if (event.key === 'Escape' && anchor) setAnchor(null);
    else return;
    event.preventDefault();
  };

  return (
    <figure className="min-w-0">
      <div className="flex gap-2">
        <div aria-hidden className="relative w-14 shrink-0 text-right text-12 text-muted" style={{ height }}>
          {rowTicks(rows.length).map((row) => (
            <span
              key={row}
              className="absolute right-0 translate-y-1/2 leading-none whitespace-nowrap"
              style={{ bottom: `${(100 * row) / rows.length}%` }}
            >
              {rows[row]!.start}
            </span>
          ))}
        </div>
        <div className="relative min-w-0 flex-1" style={{ height }}>
          <div
            ref={box}
            role="slider"
            tabIndex={0}
            aria-valuemin={0}
            aria-valuemax={buckets * rows.length - 1}
            aria-valuenow={at.row * buckets + at.bucket}
            aria-valuetext={visible ? textOf(visible) : 'No cell selected'}
            aria-label={`${name} over time. Use the arrow keys to move${onSelect ? ', Shift to extend and Enter to select' : ''}`}
            className="relative h-full cursor-crosshair touch-pan-y select-none focus-visible:outline-offset-4"
            onFocus={({ target }) => target.matches(':focus-visible') && setCursor(at)}
            onBlur={() => {
              setCursor(null);
              setAnchor(null);
            }}
            onKeyDown={onKeyDown}
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              event.currentTarget.setPointerCapture(event.pointerId);
              setAnchor(positionAt(event));
              setCursor(positionAt(event));
            }}
            onPointerMove={(event) => setCursor(positionAt(event))}
            onPointerUp={(event) => anchor && finish(positionAt(event))}
            onPointerCancel={() => setAnchor(null)}
            onPointerLeave={() => anchor === null && setCursor(null)}
          >
            <Cells {...{ buckets, cells }} rowCount={rows.length} isOver={fromMs + bucketMs * buckets <= nowMs} />
            {selected ? <Rectangle {...{ buckets }} rowCount={rows.length} area={selected} isSelected /> : null}
            {visible ? <Rectangle {...{ buckets }} rowCount={rows.length} area={visible} /> : null}
          </div>
          {visible ? (
            <div
              aria-hidden
              className="pointer-events-none absolute bottom-full left-0 z-20 mb-1 max-w-full rounded-md border border-line-strong bg-overlay px-2 py-1 text-12"
            >
              {textOf(visible)}
            </div>
          ) : null}
        </div>
      </div>
      <div className="ml-5">
        <TimeAxis fromMs={fromMs} bucketMs={bucketMs} buckets={buckets} />
      </div>
      <Legend most={Math.max(0, ...cells.map(({ estimate }) => estimate))} />
      <Table name={name} rows={rows} cells={cells} />
    </figure>
  );
}

interface CellsProps {
  buckets: number;
  rowCount: number;
  cells: readonly HeatMapCell[];
  isOver: boolean;
}

/** One path for each color: an element per cell would be most of the page. A cell is one unit wide and high. */
function Cells({ buckets, rowCount, cells, isOver }: CellsProps) {
  const most = Math.max(0, ...cells.map(({ estimate }) => estimate));
  const paths = Map.groupBy(cells, ({ bucket, estimate }) => {
    const isPartial = !isOver && bucket === buckets - 1;
    return `${densityLevel(estimate, most)} ${isPartial ? 'partial' : ''}`;
  });
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${buckets} ${rowCount}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className="block h-full w-full border-b border-line bg-sunken"
    >
      {[...paths].map(([key, own]) => {
        const [level, partial] = key.split(' ');
        return (
          <path
            key={key}
            fill={`var(--density-${level})`}
            // The current bucket is lighter.
            opacity={partial ? 0.5 : 1}
            d={own.map(({ bucket, row }) => `M${bucket} ${rowCount - 1 - row}h1v1h-1z`).join('')}
          />
        );
      })}
      {isOver ? null : (
        <line
          x1={buckets - 1}
          x2={buckets - 1}
          y2={rowCount}
          stroke="var(--line-strong)"
          strokeDasharray="2 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}

interface RectangleProps {
  area: HeatMapArea;
  buckets: number;
  rowCount: number;
  isSelected?: boolean;
}

function Rectangle({ area, buckets, rowCount, isSelected = false }: RectangleProps) {
  const { firstBucket, lastBucket, firstRow, lastRow } = area;
  return (
    <span
      aria-hidden
      className={clsx('pointer-events-none absolute border-accent', isSelected ? 'border-2' : 'border bg-accent/15')}
      style={{
        left: `${(100 * firstBucket) / buckets}%`,
        width: `${(100 * (lastBucket - firstBucket + 1)) / buckets}%`,
        bottom: `${(100 * firstRow) / rowCount}%`,
        height: `${(100 * (lastRow - firstRow + 1)) / rowCount}%`,
      }}
    />
  );
}

function Legend({ most }: { most: number }) {
  return (
    <div className="mt-1.5 ml-16 flex items-center gap-1.5 text-12 text-muted">
      <span>1</span>
      <span aria-hidden className="flex">
        {Array.from({ length: DENSITY_LEVELS }, (_, index) => (
          <span key={index} className="h-2.5 w-4" style={{ background: `var(--density-${index + 1})` }} />
        ))}
      </span>
      <span>{plural(Math.round(most), 'span')} in a cell</span>
    </div>
  );
}

/** The sums of the rows for screen readers. */
function Table({ name, rows, cells }: Pick<Props, 'name' | 'rows' | 'cells'>) {
  const byRow = Map.groupBy(cells, ({ row }) => row);
  return (
    <div className="sr-only">
      <table>
        <caption>Spans by {name.toLowerCase()}</caption>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            <th scope="col">Spans</th>
          </tr>
        </thead>
        <tbody>
          {[...rows.entries()]
            .filter(([row]) => byRow.has(row))
            .map(([row, { text }]) => (
              <tr key={row}>
                <th scope="row">{text}</th>
                <td>{sum(byRow.get(row)!, 'spans')}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function areaOf(one: Position, other: Position): HeatMapArea {
  return {
    firstBucket: Math.min(one.bucket, other.bucket),
    lastBucket: Math.max(one.bucket, other.bucket),
    firstRow: Math.min(one.row, other.row),
    lastRow: Math.max(one.row, other.row),
  };
}

function isIn({ firstBucket, lastBucket, firstRow, lastRow }: HeatMapArea, { bucket, row }: Position): boolean {
  return bucket >= firstBucket && bucket <= lastBucket && row >= firstRow && row <= lastRow;
}

function sum(cells: readonly HeatMapCell[], name: 'spans' | 'estimate'): number {
  return cells.reduce((total, cell) => total + cell[name], 0);
}
