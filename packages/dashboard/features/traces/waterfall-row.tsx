'use client';

import type { TraceRow, TraceView } from '@seismo/server';
import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { duration } from './duration.ts';
import { ErrorMark } from './error-mark.tsx';
import { Failed } from './failed.tsx';
import { SpanBar } from './span-bar.tsx';
import { percentOf, type Zoom } from './zoom.ts';

export const ROW_PX = 28;
/** Deeper rows are not indented further. */
const DEPTH_MAX = 24;

interface Props {
  row: TraceRow | undefined;
  index: number;
  top: number;
  zoom: Zoom;
  errors: TraceView['errors'];
  isActive: boolean;
  isSelected: boolean;
  isDimmed: boolean;
}

/** A span: its place in the tree, and its bar. The grid handles clicks, by `data-index` and `data-toggle`. */
export function WaterfallRow(props: Props) {
  const { row, index, top, zoom, errors, isActive, isSelected, isDimmed } = props;
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
        <SpanBar span={row} zoom={zoom} />
        {errors.map(({ offsetUs, title, open }, at) => (
          <ErrorMark key={open?.eventId ?? at} percent={percentOf(offsetUs, zoom)} title={`Error: ${title}`} />
        ))}
        <span className="sr-only">{duration(durationUs)}</span>
      </div>
    </div>
  );
}

export const rowId = (index: number): string => `span-row-${index}`;
