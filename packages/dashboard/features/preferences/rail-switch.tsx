'use client';

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { ownPreferences, setPreferences, useOwnPreference } from './own-preferences.ts';

/** Makes the rail as narrow as its icons, and wide again. Where it is narrow anyway, there is nothing to choose. */
export function RailSwitch() {
  const says = useOwnPreference('rail') === 'narrow' ? 'Widen the rail' : 'Narrow the rail';
  return (
    <button
      type="button"
      data-command="rail"
      onClick={() => setPreferences({ rail: ownPreferences().rail === 'narrow' ? 'wide' : 'narrow' })}
      aria-label={says}
      title={`${says} (w)`}
      className="hidden size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink xl:inline-flex"
    >
      <PanelLeftClose size={16} aria-hidden className="hidden wide-rail:block" />
      <PanelLeftOpen size={16} aria-hidden className="wide-rail:hidden" />
    </button>
  );
}
