'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { prefetchQueue } from './queue.ts';

/** A prefetch without a request (cached), or one that never ends, frees its slot after this time. */
const OVER_AFTER_MS = 3000;
/** Links that pass under the pointer while a list scrolls, or rows passed by key, are not meant. */
const REST_MS = 50;

/** Resting on a link of ours, or touching it, prefetches its page, through one queue for the whole dashboard. */
export function PrefetchByIntent() {
  const router = useRouter();
  useEffect(() => {
    const queue = prefetchQueue(
      (href) => {
        const over = whenFetched(href);
        router.prefetch(href as Route);
        return over;
      },
      () => Date.now(),
    );
    const intend = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
      if (link.dataset.prefetch === 'no' || link.pathname === location.pathname) return;
      queue.intend(link.pathname + link.search);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = (event: Event) => {
      clearTimeout(timer);
      timer = setTimeout(() => intend(event), REST_MS);
    };
    const passive = { passive: true } as const;
    document.addEventListener('pointerover', rest, passive);
    document.addEventListener('touchstart', intend, passive);
    document.addEventListener('focusin', rest);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', rest);
      document.removeEventListener('touchstart', intend);
      document.removeEventListener('focusin', rest);
    };
  }, [router]);
  return null;
}

/** The router does not say when a prefetch ends; the browser's resource timing does. */
function whenFetched(href: string): Promise<void> {
  return new Promise((resolve) => {
    const path = href.split('?')[0];
    const observer = new PerformanceObserver((list) => {
      const found = list.getEntries().some(({ name }) => name.includes('_rsc=') && new URL(name).pathname === path);
      if (found) done();
    });
    const timer = setTimeout(done, OVER_AFTER_MS);
    function done() {
      clearTimeout(timer);
      observer.disconnect();
      resolve();
    }
    observer.observe({ type: 'resource' });
  });
}
