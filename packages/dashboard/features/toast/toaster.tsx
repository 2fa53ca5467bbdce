'use client';

import { useEffect, useRef, useState } from 'react';
import { onToast, undo, type Toast } from './toast.ts';

const VISIBLE_MS = 8000;

/** The live region for messages. A message stays while it is hovered or focused. */
export function Toaster() {
  const [shown, setShown] = useState<Toast | null>(null);
  const [held, setHeld] = useState(false);
  const before = useRef<EventTarget | null>(null);
  useEffect(() => onToast(setShown), []);
  useEffect(() => {
    if (!shown || held) return;
    const timer = setTimeout(() => setShown(null), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [shown, held]);
  const close = () => {
    setShown(null);
    setHeld(false);
    // Return the focus from the removed toast to where it was before.
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-16 z-30 flex justify-center px-3 md:bottom-6"
    >
      {shown ? (
        <div
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={({ currentTarget, relatedTarget }) => {
            setHeld(true);
            if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
          }}
          onBlur={() => setHeld(false)}
          className="pointer-events-auto flex max-w-full items-center gap-3 rounded-md border border-line-strong bg-overlay py-2 pr-2 pl-4 text-13"
        >
          <span className="min-w-0 truncate py-1">{shown.text}</span>
          {shown.undo ? (
            <button
              type="button"
              className="rounded-sm px-2 py-1 font-medium text-accent hover:bg-hover"
              onClick={() => {
                undo(shown);
                close();
              }}
            >
              Undo
            </button>
          ) : null}
          <button type="button" className="rounded-sm px-2 py-1 text-muted hover:bg-hover" onClick={close}>
            Dismiss
          </button>
        </div>
      ) : null}
    </div>
  );
}
