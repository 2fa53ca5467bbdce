'use client';

import { useState, type MouseEvent } from 'react';
import { focusCurrentRow, focusMain, hasRows } from './keyboard/rows.ts';

const className =
  'sr-only rounded-md border border-line-strong bg-overlay px-3 py-2 text-13 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50';

/** The first two stops of the Tab key: past the navigation to the page, or past its filters to the list. */
export function SkipLinks() {
  const [hasList, setHasList] = useState(false);
  const skip = (to: () => void) => (event: MouseEvent) => {
    event.preventDefault();
    to();
  };
  return (
    <nav aria-label="Skip">
      <a href="#main" className={className} onFocus={() => setHasList(hasRows())} onClick={skip(focusMain)}>
        Skip to content
      </a>
      <a href="#list" hidden={!hasList} className={className} onClick={skip(focusCurrentRow)}>
        Skip to list
      </a>
    </nav>
  );
}
