'use client';

import { useSyncExternalStore } from 'react';
import type { Zone } from './absolute.ts';

const CHANGED = 'seismo:zone';

/** As the document says: features/preferences/preferences.ts. */
export const currentZone = (): Zone => (document.documentElement.dataset.zone === 'utc' ? 'utc' : 'local');

/** The document says another one. */
export function notifyZoneChange(): void {
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

/** In which exact times are shown. The server does not know the viewer's clocks: it says UTC, and React goes on from there. */
export const useZone = (): Zone => useSyncExternalStore(subscribe, currentZone, () => 'utc');
