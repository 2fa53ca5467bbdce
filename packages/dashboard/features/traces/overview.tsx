'use client';

import type { TraceView } from '@seismo/server';
import { useMemo, useState, type PointerEvent } from 'react';
import { serviceColor } from './services.ts';
import type { Zoom } from './zoom.ts';

const LANE_COUNT_MAX = 5;
const LANE_PX = 8;

/** The whole trace, small: its segments and errors. Dragging zooms in. */
export function Overview({ trace, zoom, onZoom }: { trace: TraceView; zoom: Zoom; onZoom: (zoom: Zoom) => void }) {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const lanes = useMemo(() => lanesOf(trace), [trace]);
  const length = Math.max(1, trace.durationUs);
  const at = (us: number) => `${(100 * us) / length}%`;
  const usOf = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - left) / width)) * length;
  };
  const end = () => {
    if (drag && Math.abs(drag.to - drag.from) > length / 500) {
      onZoom({ fromUs: Math.min(drag.from, drag.to), toUs: Math.max(drag.from, drag.to) });
    }
    setDrag(null);
  };
  const shown = drag ? { fromUs: Math.min(drag.from, drag.to), toUs: Math.max(drag.from, drag.to) } : zoom;
  const height = lanes.count * LANE_PX + 8;
  return (
    <div
      aria-hidden
      className="relative cursor-crosshair touch-pan-y overflow-hidden rounded-md border border-line bg-surface select-none"
      style={{ height }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: usOf(event), to: usOf(event) });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: usOf(event) })}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
    >
      {trace.segments.map(({ service, startUs, durationUs, hasFailed }, index) => (
        <span
          key={index}
          className="absolute h-1.5 min-w-0.5 rounded-[1px]"
          style={{
            left: at(startUs - trace.startUs),
            width: at(durationUs),
            top: 4 + lanes.of[index]! * LANE_PX,
            background: hasFailed ? 'var(--level-error)' : serviceColor(service),
          }}
        />
      ))}
      {trace.errors.map(({ offsetUs, open }, index) => (
        <span
          key={open?.eventId ?? index}
          className="absolute inset-y-0 w-0.5 bg-error"
          style={{ left: at(offsetUs) }}
        />
      ))}
      <span className="absolute inset-y-0 left-0 bg-sunken/75" style={{ width: at(shown.fromUs) }} />
      <span className="absolute inset-y-0 right-0 bg-sunken/75" style={{ left: at(shown.toUs) }} />
    </div>
  );
}

/** Each segment goes to the first lane that is free; what does not fit shares the last one. */
function lanesOf({ segments }: TraceView): { of: number[]; count: number } {
  const ends: number[] = [];
  const of = segments.map(({ startUs, durationUs }) => {
    let lane = ends.findIndex((endUs) => endUs <= startUs);
    if (lane === -1) lane = Math.min(ends.length, LANE_COUNT_MAX - 1);
    ends[lane] = Math.max(ends[lane] ?? 0, startUs + durationUs);
    return lane;
  });
  return { of, count: Math.max(1, ends.length) };
}
