'use client';

import { useEffect, useRef } from 'react';
import { whenIdle } from '#shell/when-idle.ts';

/**
 * Names of icons and exact times: on hover by the browser, on keyboard focus and long touch in one box for the whole page
 * (docs/decisions/0065-commands-and-lists.md).
 */
export function Tooltips() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop = whenIdle(() => {
      import('./show-tooltips.ts').then(
        ({ showTooltips }) => {
          if (box.current) stop = showTooltips(box.current);
        },
        // Names and relative times are still there.
        () => undefined,
      );
    });
    return () => stop();
  }, []);
  return <div ref={box} popover="manual" aria-hidden className="tooltip" />;
}
