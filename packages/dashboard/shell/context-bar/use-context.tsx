'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { carry, chosenOn } from './selection.ts';

const KEY = 'seismo.chosen';
const changed = new EventTarget();
const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
};

/** Pages without the bar (an issue, the settings) have nothing of it in their address: the tab remembers it for them. */
function kept(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function keep(chosen: string): void {
  try {
    sessionStorage.setItem(KEY, chosen);
    changed.dispatchEvent(new Event('change'));
  } catch {
    // Storage that is full, broken or forbidden only means that nothing is remembered.
  }
}

/** Makes the address of a page look at what is looked at now. */
export function useCarry(): (href: string) => string {
  const path = usePathname();
  const search = useSearchParams().toString();
  const remembered = useSyncExternalStore(subscribe, kept, () => '');
  const chosen = chosenOn(path, search, remembered);
  return useCallback((href: string) => carry(href, chosen), [chosen]);
}

/** The same, for a handler: without a part of the page that must be rendered again with each address. */
export const carryFromHere = (href: string): string =>
  carry(href, chosenOn(location.pathname, location.search, kept()));

export function KeepChosen() {
  const path = usePathname();
  const search = useSearchParams().toString();
  useEffect(() => {
    keep(chosenOn(path, search, kept()));
  }, [path, search]);
  return null;
}
