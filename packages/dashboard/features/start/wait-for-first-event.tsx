'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { announce, onLiveEvent } from '#shell/live/events.ts';

/** Asked again even if the live connection is silent, as behind a proxy that buffers. */
const AGAIN_MS = 4000;

/** While the first event is out, looks for it; when it comes, moves on to its issue. */
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
