'use client';

import { useEffect } from 'react';
import { announceChange, onReconnect } from './change.ts';

/** One connection per visible tab. Coming back to a tab counts as a change: something may have been missed. */
export function LiveConnection() {
  useEffect(() => {
    let source: EventSource | null = null;
    const open = () => {
      // What came since the page was asked for is news to it.
      source ??= new EventSource(`/live?age=${Math.round(performance.now())}`);
      source.onmessage = announceChange;
    };
    const close = () => {
      source?.close();
      source = null;
    };
    const follow = () => {
      if (document.visibilityState === 'hidden') return close();
      open();
      announceChange();
    };
    const stopHearing = onReconnect(() => {
      close();
      follow();
    });
    if (document.visibilityState === 'visible') open();
    document.addEventListener('visibilitychange', follow);
    return () => {
      stopHearing();
      document.removeEventListener('visibilitychange', follow);
      close();
    };
  }, []);
  return null;
}
