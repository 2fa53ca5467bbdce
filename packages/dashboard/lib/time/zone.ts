'use client';

import { useSyncExternalStore } from 'react';
import type { Zone } from './absolute.ts';

const CHANGED = 'seismo:zone';

/** The zone set on the document (features/preferences/preferences.ts). */
export const currentZone = (): Zone => (document.documentElement.dataset.zone === 'utc' ? 'utc' : 'local');

/** Notifies components after the document’s zone changed. */
export function notifyZoneChange(): void {
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

/** The zone of exact times. The server does not know the viewer's zone, so it renders UTC. */
export const useZone = (): Zone => useSyncExternalStore(subscribe, currentZone, () => 'utc');
