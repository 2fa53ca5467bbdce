import clsx from 'clsx';
import { tickText, ticksOf } from './duration.ts';
import { percentOf, type Zoom } from './zoom.ts';

/** The scale of the visible time. */
export function Axis({ zoom, className }: { zoom: Zoom; className?: string }) {
  const ticks = ticksOf(zoom.fromUs, zoom.toUs, 6);
  const stepUs = ticks.length > 1 ? ticks[1]! - ticks[0]! : zoom.toUs;
  return (
    <div aria-hidden className={clsx('flex h-7 border-b border-line-strong bg-paper text-12 text-muted', className)}>
      <span className="w-[46%] shrink-0 pl-6 leading-7 md:w-[40%]">Span</span>
      <span className="relative min-w-0 flex-1 overflow-hidden border-l border-line">
        {ticks.map((us, index) => (
          <span
            key={us}
            className={`absolute inset-y-0 right-0 flex flex-wrap overflow-hidden border-l border-line leading-7 ${index % 2 === 1 ? 'max-md:hidden' : ''}`}
            style={{ left: `${percentOf(us, zoom)}%` }}
          >
            {/* A text without room beside it wraps out of sight. */}
            <span className="h-7 w-1" />
            <span className="whitespace-nowrap">{tickText(us, stepUs)}</span>
          </span>
        ))}
      </span>
    </div>
  );
}
