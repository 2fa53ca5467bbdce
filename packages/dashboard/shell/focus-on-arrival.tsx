'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** A new page takes the focus, so that keys and screen readers go on from its start and not from the link that was left. */
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
