'use client';

import { useRouter } from 'next/navigation';
import { lazy, Suspense, useEffect, useState } from 'react';
import { toast } from '#features/toast/toast.ts';
import { announce, onLiveEvent } from './events.ts';

const SignedOut = lazy(() => import('./signed-out.tsx'));

const WAIT_MS = 500;
const WAIT_MS_MAX = 30_000;
const STATUS_MS_MAX = 5000;

/**
 * One connection per visible tab. Returning to a tab counts as a change, because messages may have been missed. A lost connection
 * is reopened with growing delays. Signing out and role changes are shown.
 */
export function LiveConnection() {
  const router = useRouter();
  const [signedOut, setSignedOut] = useState(false);
  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let lastMessageAtMs = 0;
    let viewer: string | null = null;
    let gone = false;

    const open = () => {
      if (source) return;
      // Request changes since the page was rendered, or since the last message.
      source = new EventSource(`/live?age=${Math.round(performance.now() - lastMessageAtMs)}`);
      source.addEventListener('viewer', ({ data }: MessageEvent<string>) => {
        if (failures > 1) announce('back');
        failures = 0;
        lastMessageAtMs = performance.now();
        setSignedOut(false);
        if (viewer !== null && viewer !== data) {
          toast({ text: 'Your permissions have changed.' });
          router.refresh();
        }
        viewer = data;
      });
      source.onmessage = () => {
        lastMessageAtMs = performance.now();
        announce('change');
      };
      source.onerror = lost;
    };
    const close = () => {
      clearTimeout(timer);
      source?.close();
      source = null;
    };
    const lost = async () => {
      const isRefused = source?.readyState === EventSource.CLOSED;
      close();
      if (isRefused && (await status()) === 401) return setSignedOut(true);
      if (source || gone || document.visibilityState === 'hidden') return;
      // The server ends the connection every few minutes; only repeated failures count.
      if (++failures > 1) announce('away');
      timer = setTimeout(open, Math.min(WAIT_MS * 2 ** failures, WAIT_MS_MAX));
    };
    const follow = () => {
      close();
      if (document.visibilityState === 'hidden') return;
      open();
      announce('change');
    };
    const unsubscribe = onLiveEvent('reconnect', follow);
    if (document.visibilityState === 'visible') open();
    document.addEventListener('visibilitychange', follow);
    return () => {
      gone = true;
      unsubscribe();
      document.removeEventListener('visibilitychange', follow);
      close();
    };
  }, [router]);
  return signedOut ? (
    <Suspense fallback={null}>
      <SignedOut />
    </Suspense>
  ) : null;
}

/** An `EventSource` does not expose the response status. */
async function status(): Promise<number> {
  const enough = new AbortController();
  const timer = setTimeout(() => enough.abort(), STATUS_MS_MAX);
  try {
    return (await fetch('/live', { signal: enough.signal })).status;
  } catch {
    return 0;
  } finally {
    clearTimeout(timer);
    enough.abort();
  }
}
