'use client';

import clsx from 'clsx';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const reachable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/**
 * Over the page, until it is answered or left by Escape or a click beside it. The platform's own dialog makes the page inert,
 * for which the browser works out the style of everything on it anew: on a list of fifty rows that takes longer than what is
 * shown here. So the focus is kept inside by hand, and given back.
 */
export function Overlay({
  label,
  onClose,
  atBottom = false,
  children,
}: {
  label: string;
  onClose: () => void;
  /** Rises from the foot of the page, where a thumb is. */
  atBottom?: boolean;
  children: ReactNode;
}) {
  const backdrop = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const [over, inner] = [backdrop.current!, panel.current!];
    over.hidden = false;
    // Something in it may have taken the focus already.
    if (!inner.contains(document.activeElement)) {
      const first = inner.querySelector<HTMLElement>('[data-first-focus]') ?? inner;
      first.focus({ preventScroll: true });
    }
    return () => {
      // A page that was left stays in the document; what it had over itself must not stay over the next one.
      over.hidden = true;
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [before]);

  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    // Heard of everywhere: what had the focus may be gone.
    const pressed = (event: KeyboardEvent) => {
      const shown = [...document.querySelectorAll('[aria-modal]')].filter((one) => one.checkVisibility());
      if (event.key !== 'Escape' || event.defaultPrevented || shown.at(-1) !== panel.current) return;
      event.preventDefault();
      close.current();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);

  /** Beyond the last one comes the first. */
  const goTo = (end: 0 | -1) => {
    const all = [...panel.current!.querySelectorAll<HTMLElement>(reachable)];
    all
      .filter((one) => !one.matches(':disabled, [tabindex="-1"]') && one.checkVisibility())
      .at(end)
      ?.focus();
  };

  return createPortal(
    <div
      ref={backdrop}
      role="presentation"
      className={clsx('fixed inset-0 z-50 bg-[var(--veil)]', atBottom && 'flex flex-col justify-end')}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <span tabIndex={0} onFocus={() => goTo(-1)} />
      <div
        ref={panel}
        role="dialog"
        aria-modal
        aria-label={label}
        // Long content scrolls by the arrow keys, also where nothing in it takes the focus.
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
