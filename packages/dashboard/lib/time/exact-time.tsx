'use client';

import { absolute, customRangeText, tick, type Precision } from './absolute.ts';
import { useZone } from './zone.ts';

/** The exact moment as text, in the zone that the viewer likes. */
export function ExactTime({ atMs, to, wraps = false }: { atMs: number; to?: Precision; wraps?: boolean }) {
  return (
    <time dateTime={new Date(atMs).toISOString()} className={wraps ? undefined : 'whitespace-nowrap'}>
      {absolute(atMs, useZone(), to)}
    </time>
  );
}

/** From when to when. */
export function ExactRange({ fromMs, toMs }: { fromMs: number; toMs: number }) {
  return customRangeText({ fromMs, toMs }, useZone());
}

/** Where a chart begins or ends. */
export function Tick({ atMs, bucketMs }: { atMs: number; bucketMs: number }) {
  return tick(atMs, bucketMs, useZone());
}
