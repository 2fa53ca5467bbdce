'use client';

import { lazy, Suspense, useState } from 'react';
import { canGive } from '#features/keyboard/commands.ts';
import { keys, type Key } from '#features/keyboard/keys.ts';

const PaletteDialog = lazy(() => import('./palette-dialog.tsx'));

/** Waits for mod+k; the palette itself is loaded when it is first opened. */
export function Palette() {
  const [commands, setCommands] = useState<Key[] | null>(null);
  // Asked while the focus is still where it was: a row of a list answers only as long as it has it.
  const toggle = () => setCommands(commands ? null : keys.filter(({ scope, id }) => scope === 'issue' && canGive(id)));
  return (
    <>
      <button type="button" hidden aria-label="Find anything" data-command="palette" onClick={toggle} />
      {commands ? (
        <Suspense fallback={null}>
          <PaletteDialog commands={commands} onClose={() => setCommands(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
