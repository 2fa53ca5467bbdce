'use client';

import clsx from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import { Tick } from '#lib/time/exact-time.tsx';
import { useZone } from '#lib/time/zone.ts';
import { timeTicks } from './scale.ts';
import type { useCursor } from './use-cursor.ts';

const TIME_LABEL_COUNT_MAX = 7;

interface Props {
  fromMs: number;
  bucketMs: number;
  buckets: number;
  /** In pixels. */
  height: number;
  /** Of the values, with their distance from the top in percent. */
  ticks: readonly { text: string; top: number }[];
  /** What the arrow keys move over. */
  label: string;
  /** What is said before a bucket is selected. */
  unselected: string;
  selection: Pick<ReturnType<typeof useCursor>, 'box' | 'cursor' | 'range' | 'time' | 'text' | 'handlers'>;
  /** Below the text of the selected buckets, or in its place. */
  details?: ReactNode;
  areDetailsAll?: boolean;
  /** What is drawn. */
  children: ReactNode;
}

/** The axes of a chart, and what pointing or the arrow keys select. */
export function ChartFrame(props: Props) {
  const {
    fromMs,
    bucketMs,
    buckets,
    height,
    ticks,
    label,
    unselected,
    selection,
    details,
    areDetailsAll = false,
    children,
  } = props;
  const { box, cursor, range, time, text, handlers } = selection;
  return (
    <>
      <div className="flex gap-2">
        <div aria-hidden className="relative w-9 shrink-0 text-right text-12 text-muted" style={{ height }}>
          {ticks.map(({ text: value, top }) => (
            <span
              key={top}
              className="absolute right-0 -translate-y-1/2 leading-none whitespace-nowrap"
              style={{ top: `${top}%` }}
            >
              {value}
            </span>
          ))}
        </div>
        <div className="relative min-w-0 flex-1" style={{ height }}>
          <div
            ref={box}
            role="slider"
            tabIndex={0}
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={buckets - 1}
            aria-valuenow={cursor ?? buckets - 1}
            aria-valuetext={cursor === null ? unselected : text}
            className="h-full cursor-crosshair touch-pan-y select-none focus-visible:outline-offset-4"
            {...handlers}
          >
            {children}
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
            <div aria-hidden className="pointer-events-none absolute inset-x-0 bottom-full z-20 mb-1 flex">
              <span style={{ flexGrow: range.first + range.last + 1 }} />
              <div className="max-w-full rounded-md border border-line-strong bg-overlay px-2 py-1 text-12">
                <div>{areDetailsAll ? time : text}</div>
                {details}
              </div>
              <span style={{ flexGrow: 2 * buckets - range.first - range.last - 1 }} />
            </div>
          ) : null}
        </div>
      </div>
      <TimeAxis fromMs={fromMs} bucketMs={bucketMs} buckets={buckets} />
    </>
  );
}

/** The times below a chart. */
export function TimeAxis({ fromMs, bucketMs, buckets }: { fromMs: number; bucketMs: number; buckets: number }) {
  const zone = useZone();
  return (
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
  );
}

/**
 * A label is centered below the start of its bucket. The first has room below the counts. In the right half, it is centered
 * in a box that ends with the chart and grows to the left if the label is wider.
 */
function labelPosition(share: number): CSSProperties {
  if (share > 0.5) return { right: 0, width: `${200 * (1 - share)}%`, minWidth: 'max-content', textAlign: 'center' };
  return { left: `${100 * share}%`, transform: 'translateX(-50%)' };
}
