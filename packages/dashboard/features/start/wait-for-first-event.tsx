'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { announce, onLiveEvent } from '#shell/live/events.ts';

/** Polls, too, because a proxy that buffers silences the live connection. */
const AGAIN_MS = 4000;

/** Waits for the first event and opens its issue. */
export function WaitForFirstEvent({ issueHref }: { issueHref: string | null }) {
  const router = useRouter();
  const waited = useRef(false);
  useEffect(() => {
    if (issueHref) {
      if (waited.current) router.replace(issueHref as Route);
      return;
    }
    waited.current = true;
    announce('reconnect');
    const refresh = () => document.visibilityState === 'visible' && router.refresh();
    const timer = setInterval(refresh, AGAIN_MS);
    const stop = onLiveEvent('change', refresh);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [issueHref, router]);
  return null;
}
