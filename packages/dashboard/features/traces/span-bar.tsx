import type { TraceRow } from '@seismo/server';
import clsx from 'clsx';
import { criticalParts } from './critical-parts.ts';
import { duration } from './duration.ts';
import { serviceColor } from './services.ts';
import { percentOf, type Zoom } from './zoom.ts';

interface Props {
  span: Pick<TraceRow, 'offsetUs' | 'durationUs' | 'critical' | 'service' | 'hasFailed'>;
  zoom: Zoom;
  /** The time of all spans that this one stands for. */
  all?: Pick<TraceRow, 'offsetUs' | 'durationUs'>;
}

/** The time of a span, with its duration as text beside it. */
export function SpanBar({ span: { offsetUs, durationUs, critical, service, hasFailed }, zoom, all }: Props) {
  const left = percentOf(offsetUs, zoom);
  const right = percentOf(offsetUs + durationUs, zoom);
  if (right < 0) return <Beyond side="left" text={duration(durationUs)} />;
  if (left > 100) return <Beyond side="right" text={duration(durationUs)} />;
  const [from, to] = [Math.max(-1, left), Math.min(101, right)];
  const allFrom = all ? percentOf(all.offsetUs, zoom) : from;
  const allTo = all ? percentOf(all.offsetUs + all.durationUs, zoom) : to;
  const isLabelAfter = allTo < 78;
  return (
    <>
      {all ? (
        <span
          aria-hidden
          className="absolute top-1/2 h-3 min-w-0.5 -translate-y-1/2 rounded-[2px] opacity-35"
          style={{ left: `${allFrom}%`, width: `${allTo - allFrom}%`, background: serviceColor(service) }}
        />
      ) : null}
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
      {criticalParts(critical, zoom).map((part) => (
        <span
          key={part.from}
          aria-hidden
          className="absolute bottom-[5px] h-[3px] min-w-px bg-ink"
          style={{ left: `${part.from}%`, width: `${part.to - part.from}%` }}
        />
      ))}
      <span
        aria-hidden
        className={clsx(
          'absolute top-1/2 -translate-y-1/2 text-12 whitespace-nowrap text-muted',
          !isLabelAfter && allFrom <= 22 && 'rounded-sm bg-surface px-1',
        )}
        style={
          isLabelAfter
            ? { left: `calc(${Math.max(0, allTo)}% + 6px)` }
            : allFrom > 22
              ? { right: `calc(${100 - allFrom}% + 6px)` }
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
