'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';

const arrival = { path: '', before: '', atMs: 0 };

/** The path of the page before this one; `''` for the first page. */
export const previousPath = (): string => noteArrival().before;
/** When this page opened, on the clock of `performance.now()`. */
export const arrivedAtMs = (): number => noteArrival().atMs;

function noteArrival(): typeof arrival {
  const path = location.pathname;
  if (path !== arrival.path) Object.assign(arrival, { path, before: arrival.path, atMs: performance.now() });
  return arrival;
}

/** Moves the focus to a new page, so that keyboard and screen reader users start at its beginning. */
export function FocusOnArrival() {
  const path = usePathname();
  useEffect(() => {
    if (previousPath() === '') return;
    const main = [...document.querySelectorAll('main')].find((element) => element.checkVisibility());
    if (document.activeElement === document.body || !document.activeElement?.checkVisibility())
      main?.focus({ preventScroll: true });
  }, [path]);
  return null;
}
