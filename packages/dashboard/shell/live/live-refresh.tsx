'use client';

import { ArrowUp } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, useTransition } from 'react';
import type { RawParams } from '#explorer/url-state.ts';
import { invalidateReads, read, type Answer } from '#lib/read.ts';
import { announce, onLiveEvent } from './events.ts';

type UpdateCounts = Answer<'issueUpdates'>;

const none: UpdateCounts = { newCount: 0, changed: 0 };
const PAUSE_MS = 1500;
/** The viewer has scrolled further than this and is reading: nothing moves without a click. */
const READING_PX = 80;

interface Props {
  label: string;
  /** The list of issues and when it was read, to count what waits. */
  since?: { organizationId: number; list: RawParams; sinceMs: number };
}

/**
 * Refreshes the page on changes. While the viewer has scrolled, focused or selected something, the update waits behind a button.
 */
export function LiveRefresh({ label, since }: Props) {
  const router = useRouter();
  /** What waits since the page was rendered at `of`: the next rendering shows it. */
  const [waiting, setWaiting] = useState<{ of: number | undefined; counts: UpdateCounts } | null>(null);
  const [away, setAway] = useState(false);
  const [pending, start] = useTransition();
  const latest = useRef(since);
  useEffect(() => {
    latest.current = since;
  }, [since]);

  useEffect(() => {
    const stop = [onLiveEvent('away', () => setAway(true)), onLiveEvent('back', () => setAway(false))];
    return () => stop.forEach((each) => each());
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let again = false;
    const refresh = async () => {
      invalidateReads();
      if (document.visibilityState === 'hidden') return;
      if (isReading()) setWaiting({ of: latest.current?.sinceMs, counts: await countUpdates(latest.current) });
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
      ) : waiting && waiting.of === since?.sinceMs && !pending ? (
        <button
          type="button"
          onClick={show}
          className="pointer-events-auto inline-flex h-8 items-center gap-1.5 rounded-full border border-accent bg-overlay px-3 text-13 font-medium text-accent hover:bg-accent-wash"
        >
          <ArrowUp size={14} aria-hidden />
          {updatesText(waiting.counts) || label}
        </button>
      ) : null}
    </div>
  );
}

async function countUpdates(since: Props['since']): Promise<UpdateCounts> {
  if (!since) return none;
  const { organizationId, ...params } = since;
  return read('issueUpdates', organizationId, params).catch(() => none);
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
