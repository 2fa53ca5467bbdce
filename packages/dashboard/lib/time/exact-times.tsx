'use client';

import { useEffect, useRef } from 'react';
import { whenIdle } from '#shell/when-idle.ts';

/** Exact times on hover, focus and touch, without a tab stop for each. */
export function ExactTimes() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop = whenIdle(() => {
      import('./show-exact-times.ts').then(
        ({ showExactTimes }) => {
          if (box.current) stop = showExactTimes(box.current);
        },
        // Relative times still work.
        () => undefined,
      );
    });
    return () => stop();
  }, []);
  return <div ref={box} popover="manual" aria-hidden className="exact-times" />;
}
