'use client';

import type { TraceRow, TraceView } from '@seismo/server';
import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { duration } from './duration.ts';
import { Failed } from './failed.tsx';
import { serviceColor } from './services.ts';

/** The visible part of the time, in microseconds from the start of the trace. */
export interface Zoom {
  fromUs: number;
  toUs: number;
}

export const ROW_PX = 28;
/** Deeper rows are not indented further. */
const DEPTH_MAX = 24;

interface Props {
  row: TraceRow | undefined;
  index: number;
  top: number;
  zoom: Zoom;
  errors: TraceView['errors'];
  traceStartUs: number;
  isActive: boolean;
  isSelected: boolean;
  isDimmed: boolean;
}

/** A span: its place in the tree, and its bar. The grid handles clicks, by `data-index` and `data-toggle`. */
export function WaterfallRow(props: Props) {
  const { row, index, top, zoom, errors, traceStartUs, isActive, isSelected, isDimmed } = props;
  const place = { transform: `translateY(${top}px)`, height: ROW_PX };
  if (!row) {
    return (
      <div role="row" aria-rowindex={index + 1} className="absolute inset-x-0 flex items-center px-3" style={place}>
        <div role="gridcell" className="w-full">
          <span className="block skeleton h-3 w-2/5" />
          <span className="sr-only">Loading</span>
        </div>
      </div>
    );
  }
  const { depth, below, isCollapsed, name, op, hasFailed, durationUs } = row;
  return (
    <div
      role="row"
      id={rowId(index)}
      data-index={index}
      aria-rowindex={index + 1}
      aria-level={depth + 1}
      aria-selected={isSelected}
      {...(below > 0 && { 'aria-expanded': !isCollapsed })}
      className={clsx(
        'absolute inset-x-0 flex cursor-pointer items-center border-b border-line text-12',
        isSelected ? 'bg-accent-wash' : 'hover:bg-hover',
        isActive && 'z-1 outline-2 -outline-offset-2 outline-accent group-not-focus-visible:outline-none',
        isDimmed && 'opacity-60',
      )}
      style={place}
    >
      <div
        role="gridcell"
        className="flex h-full w-[46%] min-w-0 shrink-0 items-center gap-1 pr-2 md:w-[40%]"
        style={{ paddingLeft: `calc(4px + ${Math.min(depth, DEPTH_MAX)} * var(--trace-indent))` }}
      >
        {below > 0 ? (
          <span
            aria-hidden
            data-toggle
            className="flex size-5 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink"
          >
            <ChevronRight size={13} className={isCollapsed ? '' : 'rotate-90'} />
          </span>
        ) : (
          <span aria-hidden className="w-5 shrink-0" />
        )}
        {hasFailed ? <Failed /> : null}
        <span className={clsx('min-w-0 truncate', row.isSegment && 'font-semibold')}>
          {op && op !== name ? (
            <span className={clsx('mr-1.5 font-mono font-normal text-muted', name && 'max-md:hidden')}>{op}</span>
          ) : null}
          {name || op || row.spanId}
          {row.about ? <span className="ml-1.5 font-normal text-muted">{row.about}</span> : null}
        </span>
        {isCollapsed ? <span className="shrink-0 rounded-sm bg-sunken px-1 text-muted">{below}</span> : null}
      </div>
      <div role="gridcell" className="relative h-full min-w-0 flex-1 overflow-hidden border-l border-line">
        <Bar row={row} zoom={zoom} />
        {errors.map(({ atMs, title, open }, at) => {
          const left = percentOf(atMs * 1000 - traceStartUs, zoom);
          return left < 0 || left > 100 ? null : (
            <span
              key={open?.eventId ?? at}
              title={title}
              className="absolute top-1/2 size-2.5 -translate-1/2 rotate-45 border border-surface bg-error"
              style={{ left: `${left}%` }}
            >
              <span className="sr-only">Error: {title}</span>
            </span>
          );
        })}
        <span className="sr-only">{duration(durationUs)}</span>
      </div>
    </div>
  );
}

export const rowId = (index: number): string => `span-row-${index}`;

export const percentOf = (us: number, { fromUs, toUs }: Zoom): number =>
  (100 * (us - fromUs)) / Math.max(1, toUs - fromUs);

function Bar({ row: { offsetUs, durationUs, critical, service, hasFailed }, zoom }: { row: TraceRow; zoom: Zoom }) {
  const left = percentOf(offsetUs, zoom);
  const right = percentOf(offsetUs + durationUs, zoom);
  if (right < 0) return <Beyond side="left" text={duration(durationUs)} />;
  if (left > 100) return <Beyond side="right" text={duration(durationUs)} />;
  const [from, to] = [Math.max(-1, left), Math.min(101, right)];
  const isLabelAfter = to < 78;
  return (
    <>
      <span
        aria-hidden
        className="absolute top-1/2 h-3 min-w-0.5 -translate-y-1/2 rounded-[2px]"
        style={{
          left: `${from}%`,
          width: `${to - from}%`,
          background: hasFailed
            ? `repeating-linear-gradient(-45deg, var(--level-error) 0 3px, ${serviceColor(service)} 3px 6px)`
            : serviceColor(service),
        }}
      />
      {pairsOf(critical).map(([startUs, endUs]) => {
        const start = Math.max(-1, percentOf(startUs, zoom));
        const end = Math.min(101, percentOf(endUs, zoom));
        return end <= start ? null : (
          <span
            key={startUs}
            aria-hidden
            className="absolute bottom-[5px] h-[3px] min-w-px bg-ink"
            style={{ left: `${start}%`, width: `${end - start}%` }}
          />
        );
      })}
      <span
        aria-hidden
        className={clsx(
          'absolute top-1/2 -translate-y-1/2 text-12 whitespace-nowrap text-muted',
          !isLabelAfter && from <= 22 && 'rounded-sm bg-surface px-1',
        )}
        style={
          isLabelAfter
            ? { left: `calc(${Math.max(0, to)}% + 6px)` }
            : from > 22
              ? { right: `calc(${100 - from}% + 6px)` }
              : { right: 0 }
        }
      >
        {duration(durationUs)}
      </span>
    </>
  );
}

/** The bar is outside of what is visible. */
function Beyond({ side, text }: { side: 'left' | 'right'; text: string }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'absolute top-1/2 -translate-y-1/2 text-12 text-faint',
        side === 'left' ? 'left-1.5' : 'right-1.5',
      )}
    >
      {side === 'left' ? `‹ ${text}` : `${text} ›`}
    </span>
  );
}

function pairsOf(times: readonly number[]): [startUs: number, endUs: number][] {
  return Array.from({ length: times.length / 2 }, (_, index) => [times[2 * index]!, times[2 * index + 1]!]);
}
