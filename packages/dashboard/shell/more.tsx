'use client';

import { Menu } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Overlay } from '#ui/overlay.tsx';

/** The menu of items that the bottom bar has no room for. */
export function More({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex h-14 flex-col items-center justify-center gap-0.5 text-12 text-muted"
      >
        <Menu size={18} aria-hidden />
        More
      </button>
      {open ? (
        <Overlay label="More" atBottom onClose={() => setOpen(false)}>
          {/* Any link closes the menu. */}
          <div
            role="presentation"
            className="p-2"
            onClick={(event) => event.target instanceof Element && event.target.closest('a') && setOpen(false)}
          >
            {children}
          </div>
        </Overlay>
      ) : null}
    </>
  );
}
