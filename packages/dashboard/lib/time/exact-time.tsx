'use client';

import { absolute, stretchText, tick, type Precision } from './absolute.ts';
import { useZone } from './zone.ts';

/** The exact moment as text, in the zone that the viewer likes. */
export function Moment({ atMs, to, wraps = false }: { atMs: number; to?: Precision; wraps?: boolean }) {
  return (
    <time dateTime={new Date(atMs).toISOString()} className={wraps ? undefined : 'whitespace-nowrap'}>
      {absolute(atMs, useZone(), to)}
    </time>
  );
}

/** From when to when. */
export function Stretch({ fromMs, toMs }: { fromMs: number; toMs: number }) {
  return stretchText({ fromMs, toMs }, useZone());
}

/** Where a chart begins or ends. */
export function Tick({ atMs, bucketMs }: { atMs: number; bucketMs: number }) {
  return tick(atMs, bucketMs, useZone());
}
