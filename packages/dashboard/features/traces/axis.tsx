import clsx from 'clsx';
import { duration, ticksOf } from './duration.ts';
import { percentOf, type Zoom } from './zoom.ts';

/** The scale of the visible time. */
export function Axis({ zoom, className }: { zoom: Zoom; className?: string }) {
  const ticks = ticksOf(zoom.fromUs, zoom.toUs, 6);
  return (
    <div aria-hidden className={clsx('flex h-7 border-b border-line-strong bg-paper text-12 text-muted', className)}>
      <span className="w-[46%] shrink-0 pl-6 leading-7 md:w-[40%]">Span</span>
      <span className="relative min-w-0 flex-1 overflow-hidden border-l border-line">
        {ticks.map((us, index) => {
          const left = percentOf(us, zoom);
          return (
            <span
              key={us}
              className={`absolute inset-y-0 border-l border-line pl-1 leading-7 whitespace-nowrap ${index % 2 === 1 ? 'max-md:hidden' : ''}`}
              style={{ left: `${left}%` }}
            >
              {left < 92 ? duration(us) : null}
            </span>
          );
        })}
      </span>
    </div>
  );
}
