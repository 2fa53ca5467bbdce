'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** Moves the focus to a new page, so that keyboard and screen reader users start at its beginning. */
export function FocusOnArrival() {
  const path = usePathname();
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    const main = [...document.querySelectorAll('main')].find((element) => element.checkVisibility());
    if (document.activeElement === document.body || !document.activeElement?.checkVisibility())
      main?.focus({ preventScroll: true });
  }, [path]);
  return null;
}
