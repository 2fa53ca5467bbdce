'use client';

import { useEffect, useRef, type ReactNode } from 'react';

/** The platform's own dialog: it keeps focus inside, closes on Escape and gives focus back. A click beside it closes too. */
export function Modal({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) {
      element.showModal();
      element.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    }
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      // Long content scrolls by the arrow keys, also where nothing in it takes the focus.
      tabIndex={0}
      onClose={onClose}
      {...{ closedby: 'any' }}
      className="mt-[12dvh] max-h-[76dvh] w-[min(560px,calc(100vw-24px))] overflow-auto rounded-md border border-line-strong bg-overlay"
    >
      {children}
    </dialog>
  );
}
