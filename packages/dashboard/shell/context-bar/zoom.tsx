'use client';

import type { Series } from '@seismo/server';
import { useRouter } from 'next/navigation';
import {
  useEffect,
  useRef,
  useState,
  useTransition,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { customRangeText } from '#lib/time/absolute.ts';
import { useZone } from '#lib/time/zone.ts';
import { plural } from '#ui/count.ts';
import { timestampText } from './time-range.ts';

const POINTED = 'seismo:pointed';

interface Pointed {
  by: HTMLElement | null;
  atMs: number | null;
}

function notify(detail: Pointed): void {
  window.dispatchEvent(new CustomEvent(POINTED, { detail }));
}

function barOf(atMs: number | null, { fromMs, bucketMs, values }: Series): number | null {
  const bar = atMs === null ? -1 : Math.floor((atMs - fromMs) / bucketMs);
  return bar >= 0 && bar < values.length ? bar : null;
}

interface Props {
  series: Series;
  /** The singular name of what is counted. */
  unit?: string;
  /** The page without a time range. */
  href: string;
  /** A click on one bar zooms in too. */
  zoomsOnClick?: boolean;
  children: ReactNode;
}

/**
 * Bars to zoom into: pointing shows a bar’s count, dragging zooms into a range. The arrow keys move, Shift selects, Enter zooms in.
 * The range is in the URL. Other charts on the page show the same cursor.
 */
export function Zoom({ series, unit = 'event', href, zoomsOnClick = false, children }: Props) {
  const router = useRouter();
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  /** The timestamp under the pointer in another chart of the page. */
  const [elsewhere, setElsewhere] = useState<number | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const [pending, start] = useTransition();
  const { fromMs, bucketMs, values } = series;
  const bars = values.length;
  // An update may have removed bars.
  const cursor = pointed === null ? null : Math.min(pointed, bars - 1);
  const visible = cursor ?? barOf(elsewhere, series);
  const zone = useZone();

  useEffect(() => {
    const listen = (event: Event) => {
      const { by, atMs } = (event as CustomEvent<Pointed>).detail;
      if (by !== box.current) setElsewhere(atMs);
    };
    window.addEventListener(POINTED, listen);
    return () => {
      window.removeEventListener(POINTED, listen);
      notify({ by: null, atMs: null });
    };
  }, []);
  const setCursor = (bar: number | null) => {
    setPointed(bar);
    notify({ by: box.current, atMs: bar === null ? null : fromMs + (bar + 0.5) * bucketMs });
  };

  const first = visible === null ? 0 : Math.min(visible, anchor ?? visible);
  const last = visible === null ? -1 : Math.max(visible, anchor ?? visible);
  const sum = values.slice(first, last + 1).reduce((total, value) => total + value, 0);
  const text =
    visible === null
      ? ''
      : `${customRangeText({ fromMs: fromMs + first * bucketMs, toMs: fromMs + (last + 1) * bucketMs }, zone)}: ${plural(sum, unit)}`;

  const zoom = (one: number, other: number) => {
    const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
    const moments = `from=${timestampText(fromMs + from * bucketMs)}&to=${timestampText(fromMs + to * bucketMs)}`;
    setAnchor(null);
    start(() => router.push(`${href}${href.includes('?') ? '&' : '?'}${moments}` as '/issues/x', { scroll: false }));
  };
  const barAt = (event: PointerEvent) => {
    const { left, width } = box.current!.getBoundingClientRect();
    return Math.min(bars - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * bars)));
  };
  const pressed = (event: KeyboardEvent) => {
    const at = cursor ?? bars - 1;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars - 1 }[event.key];
    if (to !== undefined) {
      setAnchor(event.shiftKey ? (anchor ?? at) : null);
      setCursor(Math.min(bars - 1, Math.max(0, to)));
    } else if (event.key === 'Enter' && cursor !== null) zoom(anchor ?? cursor, cursor);
    else if (event.key === 'Escape' && anchor !== null) setAnchor(null);
    else return;
    event.preventDefault();
  };

  return (
    <div className="relative h-full" aria-busy={pending}>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={`${unit[0]!.toUpperCase()}${unit.slice(1)}s over time. Use the arrow keys to move, Shift to select and Enter to zoom in`}
        aria-valuemin={0}
        aria-valuemax={bars - 1}
        aria-valuenow={cursor ?? bars - 1}
        aria-valuetext={cursor === null ? 'No bar selected' : text}
        className="h-full cursor-crosshair touch-pan-y select-none focus-visible:outline-offset-4"
        onFocus={(event) => event.target.matches(':focus-visible') && setCursor(cursor ?? bars - 1)}
        onBlur={() => {
          setCursor(null);
          setAnchor(null);
        }}
        onKeyDown={pressed}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setAnchor(barAt(event));
          setCursor(barAt(event));
        }}
        onPointerMove={(event) => setCursor(barAt(event))}
        onPointerUp={(event) => {
          const to = barAt(event);
          if (anchor !== null && (anchor !== to || zoomsOnClick)) zoom(anchor, to);
          else setAnchor(null);
        }}
        onPointerCancel={() => setAnchor(null)}
        onPointerLeave={() => anchor === null && setCursor(null)}
      >
        {children}
        {visible === null ? null : (
          <div
            aria-hidden
            className="pointer-events-none absolute inset-y-0 border-x border-accent bg-accent/15"
            style={{ left: `${(100 * first) / bars}%`, width: `${(100 * (last - first + 1)) / bars}%` }}
          />
        )}
      </div>
      {visible === null ? null : (
        <div aria-hidden className="pointer-events-none absolute inset-x-0 bottom-full z-20 mb-1 flex">
          <span style={{ flexGrow: first + last + 1 }} />
          <span className="max-w-full rounded-md border border-line-strong bg-overlay px-2 py-1 text-12">{text}</span>
          <span style={{ flexGrow: 2 * bars - first - last - 1 }} />
        </div>
      )}
    </div>
  );
}
