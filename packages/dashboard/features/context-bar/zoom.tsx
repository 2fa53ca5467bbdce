'use client';

import type { Series } from '@seismo/server';
import { useRouter } from 'next/navigation';
import { useMemo, useRef, useState, useTransition, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { plural } from '#components/ui/count.ts';
import { momentText } from './time-range.ts';

/**
 * Bars to look into: pointing says what a bar is, dragging over some zooms into their time. By keyboard the arrows move,
 * Shift marks, Enter zooms in. The time it leads to is in the address.
 */
export function Zoom({
  series,
  unit = 'event',
  href,
  opensBars = false,
  children,
}: {
  series: Series;
  /** What is counted, one of it. */
  unit?: string;
  /** Of the same without a time. */
  href: string;
  /** A click on one bar is enough. */
  opensBars?: boolean;
  children: ReactNode;
}) {
  const router = useRouter();
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setCursor] = useState<number | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const [pending, start] = useTransition();
  const { fromMs, bucketMs, values } = series;
  const bars = values.length;
  // There may be fewer bars now than there were.
  const cursor = pointed === null ? null : Math.min(pointed, bars - 1);
  const format = useMemo(() => {
    const isLong = bucketMs >= 24 * 3_600_000;
    return new Intl.DateTimeFormat(
      undefined,
      isLong ? { dateStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' },
    );
  }, [bucketMs]);

  const first = cursor === null ? 0 : Math.min(cursor, anchor ?? cursor);
  const last = cursor === null ? -1 : Math.max(cursor, anchor ?? cursor);
  const sum = values.slice(first, last + 1).reduce((total, value) => total + value, 0);
  const said =
    cursor === null
      ? ''
      : `${format.formatRange(fromMs + first * bucketMs, fromMs + (last + 1) * bucketMs)}: ${plural(sum, unit)}`;

  const zoom = (one: number, other: number) => {
    const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
    const moments = `from=${momentText(fromMs + from * bucketMs)}&to=${momentText(fromMs + to * bucketMs)}`;
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
        aria-label={`${unit[0]!.toUpperCase()}${unit.slice(1)}s over time. Arrows move, Shift marks, Enter zooms in`}
        aria-valuemin={0}
        aria-valuemax={bars - 1}
        aria-valuenow={cursor ?? bars - 1}
        aria-valuetext={said || 'No bar is chosen'}
        className="h-full cursor-crosshair touch-pan-y select-none focus-visible:outline-offset-4"
        onFocus={(event) => event.target.matches(':focus-visible') && setCursor((now) => now ?? bars - 1)}
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
          if (anchor !== null && (anchor !== to || opensBars)) zoom(anchor, to);
          else setAnchor(null);
        }}
        onPointerCancel={() => setAnchor(null)}
        onPointerLeave={() => anchor === null && setCursor(null)}
      >
        {children}
        {cursor === null ? null : (
          <div
            aria-hidden
            className="pointer-events-none absolute inset-y-0 border-x border-accent bg-accent/15"
            style={{ left: `${(100 * first) / bars}%`, width: `${(100 * (last - first + 1)) / bars}%` }}
          />
        )}
      </div>
      {cursor === null ? null : (
        <div
          aria-hidden
          className="pointer-events-none absolute bottom-full z-20 mb-1 w-max max-w-full rounded-md border border-line-strong bg-overlay px-2 py-1 text-12 whitespace-nowrap"
          style={
            cursor < bars / 2 ? { left: `${(100 * first) / bars}%` } : { right: `${100 - (100 * (last + 1)) / bars}%` }
          }
        >
          {said}
        </div>
      )}
    </div>
  );
}
