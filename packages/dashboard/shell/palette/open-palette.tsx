'use client';

import { Search } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { runWhenProvided } from '../commands/registry.ts';

/** The visible way to the palette. */
export function OpenPalette({ className, children }: { className: string; children?: React.ReactNode }) {
  return (
    <button type="button" title="Find anything" className={className} onClick={() => runWhenProvided('palette')}>
      <Search size={18} aria-hidden />
      {children}
    </button>
  );
}

const never = () => () => {};

/** The key that opens it, as this platform writes it. */
export function PaletteKey() {
  const apple = useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
  return (
    <kbd aria-hidden className="ml-auto hidden font-sans text-12 text-faint wide-sidebar:inline">
      {apple ? '⌘ K' : 'Ctrl K'}
    </kbd>
  );
}
