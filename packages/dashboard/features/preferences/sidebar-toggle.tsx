'use client';

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { runCommand } from '#shell/commands/registry.ts';
import { useOwnPreference } from './own-preferences.ts';

/** Collapses and expands the sidebar. Hidden on screens where it is always collapsed. */
export function SidebarToggle() {
  const label = useOwnPreference('sidebar') === 'narrow' ? 'Expand sidebar' : 'Collapse sidebar';
  return (
    <button
      type="button"
      onClick={() => runCommand('sidebar')}
      aria-label={label}
      title={`${label} (w)`}
      className="hidden size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink xl:inline-flex"
    >
      <PanelLeftClose size={16} aria-hidden className="hidden wide-sidebar:block" />
      <PanelLeftOpen size={16} aria-hidden className="wide-sidebar:hidden" />
    </button>
  );
}
