'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { withContext, contextOn } from './context-params.ts';

const KEY = 'seismo.context';
const changed = new EventTarget();
const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
};

/** Pages without the context bar do not have it in their URL, so the tab remembers it. */
function readStored(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function store(context: string): void {
  try {
    sessionStorage.setItem(KEY, context);
    changed.dispatchEvent(new Event('change'));
  } catch {
    // Without storage nothing is remembered.
  }
}

/** Adds the current context to a link. */
export function useWithContext(): (href: string) => string {
  const path = usePathname();
  const search = useSearchParams().toString();
  const remembered = useSyncExternalStore(subscribe, readStored, () => '');
  const context = contextOn(path, search, remembered);
  return useCallback((href: string) => withContext(href, context), [context]);
}

/** The same for event handlers, without rendering on every URL change. */
export const withCurrentContext = (href: string): string =>
  withContext(href, contextOn(location.pathname, location.search, readStored()));

export function RememberContext() {
  const path = usePathname();
  const search = useSearchParams().toString();
  useEffect(() => {
    store(contextOn(path, search, readStored()));
  }, [path, search]);
  return null;
}
