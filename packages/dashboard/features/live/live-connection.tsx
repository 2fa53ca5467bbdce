'use client';

import { useEffect } from 'react';
import { announceChange, onReconnect } from './change.ts';

/** One connection per visible tab. Coming back to a tab counts as a change: something may have been missed. */
export function LiveConnection() {
  useEffect(() => {
    let source: EventSource | null = null;
    const open = () => {
      source ??= new EventSource('/live');
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
