'use client';

import clsx from 'clsx';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

interface Props {
  label: string;
  onClose: () => void;
  /** At the bottom of the page, within reach of a thumb. */
  atBottom?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog, closed by Escape or a click outside. The platform's `<dialog>` makes the page inert, which recalculates the
 * style of every element and is slow on long lists. So the focus is trapped and restored here.
 */
export function Overlay({ label, onClose, atBottom = false, children }: Props) {
  const backdrop = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const [over, inner] = [backdrop.current!, panel.current!];
    over.hidden = false;
    // The content may have taken the focus already.
    if (!inner.contains(document.activeElement)) {
      const first = inner.querySelector<HTMLElement>('[data-first-focus]') ?? inner;
      first.focus({ preventScroll: true });
    }
    return () => {
      // A hidden page stays in the document; its dialog must not cover the next page.
      over.hidden = true;
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [before]);

  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    // On the document, because the focused element may be gone.
    const pressed = (event: KeyboardEvent) => {
      const open = [...document.querySelectorAll('[aria-modal]')].filter((one) => one.checkVisibility());
      if (event.key !== 'Escape' || event.defaultPrevented || open.at(-1) !== panel.current) return;
      event.preventDefault();
      close.current();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);

  /** Wraps the focus around. */
  const goTo = (end: 0 | -1) => {
    const all = [...panel.current!.querySelectorAll<HTMLElement>(focusable)];
    all
      .filter((one) => !one.matches(':disabled, [tabindex="-1"]') && one.checkVisibility())
      .at(end)
      ?.focus();
  };

  return createPortal(
    <div
      ref={backdrop}
      role="presentation"
      className={clsx('fixed inset-0 z-50 bg-[var(--backdrop)]', atBottom && 'flex flex-col justify-end')}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <span tabIndex={0} onFocus={() => goTo(-1)} />
      <div
        ref={panel}
        role="dialog"
        aria-modal
        aria-label={label}
        // Long content scrolls by the arrow keys, even without a focusable element in it.
        tabIndex={0}
        className={clsx(
          'max-h-[76dvh] overflow-auto rounded-md border border-line-strong bg-overlay outline-none',
          atBottom
            ? 'mx-2 mb-[calc(env(safe-area-inset-bottom)+8px)]'
            : 'mx-auto mt-[12dvh] w-[min(560px,calc(100vw-24px))]',
        )}
      >
        {children}
      </div>
      <span tabIndex={0} onFocus={() => goTo(0)} />
    </div>,
    document.body,
  );
}
