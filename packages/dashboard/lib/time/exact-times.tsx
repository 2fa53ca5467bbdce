'use client';

import { useEffect, useRef } from 'react';
import { whenAtRest } from '#shell/when-at-rest.ts';

/** Exact times, without a stop of the Tab key for each. */
export function ExactTimes() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop = whenAtRest(() => {
      import('./show-exact-times.ts').then(
        ({ hearTimes }) => {
          if (box.current) stop = hearTimes(box.current);
        },
        // Relative times do without.
        () => undefined,
      );
    });
    return () => stop();
  }, []);
  return <div ref={box} popover="manual" aria-hidden className="exact-times" />;
}
