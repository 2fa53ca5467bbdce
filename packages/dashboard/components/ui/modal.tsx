'use client';

import clsx from 'clsx';
import { useEffect, useRef, type ReactNode } from 'react';

/** The platform's own dialog: it keeps focus inside, closes on Escape and gives focus back. A click beside it closes too. */
export function Modal({
  label,
  onClose,
  atFoot = false,
  children,
}: {
  label: string;
  onClose: () => void;
  /** Rises from the foot of the page, where a thumb is. */
  atFoot?: boolean;
  children: ReactNode;
}) {
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
      className={clsx(
        'max-h-[76dvh] overflow-auto rounded-md border border-line-strong bg-overlay',
        atFoot
          ? 'mx-2 mt-auto mb-[calc(env(safe-area-inset-bottom)+8px)] w-[calc(100vw-16px)] max-w-none'
          : 'mt-[12dvh] w-[min(560px,calc(100vw-24px))]',
      )}
    >
      {children}
    </dialog>
  );
}
