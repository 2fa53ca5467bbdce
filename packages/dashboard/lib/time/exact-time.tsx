'use client';

import { absolute, customRangeText, tick, type Precision } from './absolute.ts';
import { useZone } from './zone.ts';

/** An exact time as text, in the viewer’s zone. */
export function ExactTime({ atMs, to, wraps = false }: { atMs: number; to?: Precision; wraps?: boolean }) {
  return (
    <time dateTime={new Date(atMs).toISOString()} className={wraps ? undefined : 'whitespace-nowrap'}>
      {absolute(atMs, useZone(), to)}
    </time>
  );
}

/** Start and end of a custom range. */
export function ExactRange({ fromMs, toMs }: { fromMs: number; toMs: number }) {
  return customRangeText({ fromMs, toMs }, useZone());
}

/** An axis label of a chart. */
export function Tick({ atMs, previousMs }: { atMs: number; previousMs: number | null }) {
  return tick(atMs, previousMs, useZone());
}
