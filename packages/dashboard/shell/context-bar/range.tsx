import type { TimeRange } from '@seismo/server';
import { ExactRange } from '#lib/time/exact-time.tsx';
import { rangeNames, rangeText } from './time-range.ts';

/** `last 7 days`, or start and end in the viewer’s time zone. */
export function Range({ range }: { range: TimeRange }) {
  return typeof range === 'string' ? rangeText(range) : <ExactRange {...range} />;
}

/** The same at the start of a sentence. */
export function RangeName({ range }: { range: TimeRange }) {
  return typeof range === 'string' ? rangeNames[range] : <ExactRange {...range} />;
}

/** The same within a sentence: `in the last 7 days`, `from 2026-11-21 09:30 to 12:00 UTC`. */
export function InRange({ range }: { range: TimeRange }) {
  return (
    <>
      {typeof range === 'string' ? 'in the' : 'from'} <Range range={range} />
    </>
  );
}
