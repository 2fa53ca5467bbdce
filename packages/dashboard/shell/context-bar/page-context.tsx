'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { many } from '#explorer/url-state.ts';
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

/** The environments in the URL of the page, otherwise those of its context. */
export function selectedEnvironments(): string[] {
  const own = many(new URLSearchParams(location.search).getAll('environment'));
  const context = new URLSearchParams(contextOn(location.pathname, location.search, readStored()));
  return own.length > 0 ? own : context.getAll('environment');
}

export function RememberContext() {
  const path = usePathname();
  const search = useSearchParams().toString();
  useEffect(() => {
    store(contextOn(path, search, readStored()));
  }, [path, search]);
  return null;
}
