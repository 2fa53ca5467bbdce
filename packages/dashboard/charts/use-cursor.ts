import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import {
  useEffect,
  useRef,
  useState,
  useTransition,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { customRangeText } from '#lib/time/absolute.ts';
import { useZone } from '#lib/time/zone.ts';
import { timestampText } from '#shell/context-bar/time-range.ts';

const POINTED = 'seismo:pointed';

interface Pointed {
  by: HTMLElement | null;
  atMs: number | null;
}

function notify(detail: Pointed): void {
  window.dispatchEvent(new CustomEvent(POINTED, { detail }));
}

interface CursorProps {
  fromMs: number;
  bucketMs: number;
  buckets: number;
  href: string | null;
  zoomsOnClick: boolean;
  /** What the buckets from the first to the last count. */
  textOf: (first: number, last: number) => string;
}

/** From the first to the last. */
export interface SelectedBuckets {
  first: number;
  last: number;
}

/** The bucket or range under the pointer, the keyboard cursor, or the cursor of another chart, and zooming into it. */
export function useCursor({ fromMs, bucketMs, buckets, href, zoomsOnClick, textOf }: CursorProps) {
  const router = useRouter();
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  /** The timestamp under the pointer in another chart of the page. */
  const [elsewhere, setElsewhere] = useState<number | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const [pending, start] = useTransition();
  const zone = useZone();
  // An update may have removed buckets.
  const cursor = pointed === null ? null : Math.min(pointed, buckets - 1);
  const other = elsewhere === null ? -1 : Math.floor((elsewhere - fromMs) / bucketMs);
  const visible = cursor ?? (other >= 0 && other < buckets ? other : null);

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
  const setCursor = (bucket: number | null) => {
    setPointed(bucket);
    notify({ by: box.current, atMs: bucket === null ? null : fromMs + (bucket + 0.5) * bucketMs });
  };
  const zoom = (one: number, another: number) => {
    const [from, to] = [Math.min(one, another), Math.max(one, another) + 1];
    const params = `from=${timestampText(fromMs + from * bucketMs)}&to=${timestampText(fromMs + to * bucketMs)}`;
    setAnchor(null);
    if (href !== null)
      start(() => router.push(`${href}${href.includes('?') ? '&' : '?'}${params}` as Route, { scroll: false }));
  };
  const bucketAt = ({ clientX }: PointerEvent) => {
    const { left, width } = box.current!.getBoundingClientRect();
    return Math.min(buckets - 1, Math.max(0, Math.floor(((clientX - left) / width) * buckets)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = cursor ?? buckets - 1;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buckets - 1 }[event.key];
    if (to !== undefined) {
      setAnchor(event.shiftKey && href !== null ? (anchor ?? at) : null);
      setCursor(Math.min(buckets - 1, Math.max(0, to)));
    } else if (event.key === 'Enter' && cursor !== null) zoom(anchor ?? cursor, cursor);
    else if (event.key === 'Escape' && anchor !== null) setAnchor(null);
    else return;
    event.preventDefault();
  };
  const range: SelectedBuckets | null =
    visible === null
      ? null
      : { first: Math.min(visible, anchor ?? visible), last: Math.max(visible, anchor ?? visible) };
  const timeOf = ({ first, last }: SelectedBuckets) =>
    customRangeText({ fromMs: fromMs + first * bucketMs, toMs: fromMs + (last + 1) * bucketMs }, zone);
  return {
    box,
    cursor,
    range,
    pending,
    time: range ? timeOf(range) : '',
    text: range ? `${timeOf(range)}: ${textOf(range.first, range.last)}` : '',
    handlers: {
      onFocus: ({ target }: FocusEvent) => target.matches(':focus-visible') && setCursor(cursor ?? buckets - 1),
      onBlur: () => {
        setCursor(null);
        setAnchor(null);
      },
      onKeyDown,
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        if (href !== null) setAnchor(bucketAt(event));
        setCursor(bucketAt(event));
      },
      onPointerMove: (event: PointerEvent) => setCursor(bucketAt(event)),
      onPointerUp: (event: PointerEvent) => {
        const to = bucketAt(event);
        if (anchor !== null && (anchor !== to || zoomsOnClick)) zoom(anchor, to);
        else setAnchor(null);
      },
      onPointerCancel: () => setAnchor(null),
      onPointerLeave: () => anchor === null && setCursor(null),
    },
  };
}
