'use client';

import { Search } from 'lucide-react';

/** The visible way to the palette. */
export function OpenPalette({ className, children }: { className: string; children?: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-label="Find anything"
      className={className}
      onClick={() => document.querySelector<HTMLElement>('[data-command=palette]')?.click()}
    >
      <Search size={18} aria-hidden />
      {children}
    </button>
  );
}
