'use client';

import { ArrowUp } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, useTransition } from 'react';
import { announce, onLiveEvent } from './events.ts';

interface UpdateCounts {
  newCount: number;
  changed: number;
}

const none: UpdateCounts = { newCount: 0, changed: 0 };
const PAUSE_MS = 1500;
/** The viewer has scrolled further than this and is reading: nothing moves without a click. */
const READING_PX = 80;

/**
 * Refreshes the page on changes. While the viewer has scrolled, focused or selected something, the update waits behind
 * a button. `countUpdates` counts the waiting ones.
 */
export function LiveRefresh({ label, countUpdates }: { label: string; countUpdates?: () => Promise<UpdateCounts> }) {
  const router = useRouter();
  const [waiting, setWaiting] = useState<UpdateCounts | null>(null);
  const [away, setAway] = useState(false);
  const [pending, start] = useTransition();
  const counting = useRef(countUpdates);
  useEffect(() => {
    counting.current = countUpdates;
  }, [countUpdates]);

  useEffect(() => {
    const stop = [onLiveEvent('away', () => setAway(true)), onLiveEvent('back', () => setAway(false))];
    return () => stop.forEach((each) => each());
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let again = false;
    const refresh = async () => {
      if (document.visibilityState === 'hidden') return;
      if (isReading()) setWaiting((await counting.current?.()) ?? none);
      else start(() => router.refresh());
    };
    const soon = () => {
      again = true;
      timer ??= setTimeout(async () => {
        again = false;
        await refresh().catch(() => undefined);
        timer = null;
        if (again) soon();
      }, PAUSE_MS);
    };
    const stop = onLiveEvent('change', soon);
    return () => {
      stop();
      if (!timer) return;
      clearTimeout(timer);
      // The next page may have been requested before this change.
      announce('change');
    };
  }, [router]);

  const show = () => {
    setWaiting(null);
    window.scrollTo({ top: 0 });
    start(() => router.refresh());
  };

  return (
    <div role="status" className="pointer-events-none sticky top-2 z-20 flex h-0 justify-center">
      {away ? (
        <p className="inline-flex h-8 items-center rounded-full border border-line-strong bg-overlay px-3 text-13 text-muted">
          Live updates paused: the server is not responding
        </p>
      ) : waiting !== null && !pending ? (
        <button
          type="button"
          onClick={show}
          className="pointer-events-auto inline-flex h-8 items-center gap-1.5 rounded-full border border-accent bg-overlay px-3 text-13 font-medium text-accent hover:bg-accent-wash"
        >
          <ArrowUp size={14} aria-hidden />
          {updatesText(waiting) || label}
        </button>
      ) : null}
    </div>
  );
}

const updatesText = ({ newCount, changed }: UpdateCounts): string =>
  [newCount > 0 ? `${newCount} new` : '', changed > 0 ? `${changed} changed` : ''].filter(Boolean).join(', ');

function isReading(): boolean {
  const active = document.activeElement;
  return (
    window.scrollY > READING_PX ||
    Boolean(active?.closest('[data-row], details, [aria-modal]')) ||
    Boolean(active?.matches('input, textarea, select')) ||
    [...document.querySelectorAll('input[data-select-row]:checked')].some((box) => box.checkVisibility()) ||
    getSelection()?.type === 'Range'
  );
}
