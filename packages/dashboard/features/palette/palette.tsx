'use client';

import { lazy, Suspense, useState } from 'react';

const PaletteDialog = lazy(() => import('./palette-dialog.tsx'));

/** Waits for mod+k; the palette itself is loaded when it is first opened. */
export function Palette() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" hidden aria-label="Find anything" data-command="palette" onClick={() => setOpen(!open)} />
      {open ? (
        <Suspense fallback={null}>
          <PaletteDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
