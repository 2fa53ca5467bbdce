'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';

const paths = { now: '', before: '' };

/** The path of the page before this one; `''` for the first page. */
export const previousPath = (): string => notePath(location.pathname).before;

function notePath(path: string): typeof paths {
  if (path !== paths.now) Object.assign(paths, { now: path, before: paths.now });
  return paths;
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
