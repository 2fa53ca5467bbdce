'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { withContext, contextOn } from './context-params.ts';

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
export function useWithContext(): (href: string) => string {
  const path = usePathname();
  const search = useSearchParams().toString();
  const remembered = useSyncExternalStore(subscribe, kept, () => '');
  const chosen = contextOn(path, search, remembered);
  return useCallback((href: string) => withContext(href, chosen), [chosen]);
}

/** The same, for a handler: without a part of the page that must be rendered again with each address. */
export const withCurrentContext = (href: string): string =>
  withContext(href, contextOn(location.pathname, location.search, kept()));

export function RememberContext() {
  const path = usePathname();
  const search = useSearchParams().toString();
  useEffect(() => {
    keep(contextOn(path, search, kept()));
  }, [path, search]);
  return null;
}
