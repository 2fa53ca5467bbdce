'use client';

import { useEffect, useRef } from 'react';
import { whenIdle } from '#shell/when-idle.ts';

/** Exact times, without a stop of the Tab key for each. */
export function ExactTimes() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop = whenIdle(() => {
      import('./show-exact-times.ts').then(
        ({ showExactTimes }) => {
          if (box.current) stop = showExactTimes(box.current);
        },
        // Relative times do without.
        () => undefined,
      );
    });
    return () => stop();
  }, []);
  return <div ref={box} popover="manual" aria-hidden className="exact-times" />;
}
