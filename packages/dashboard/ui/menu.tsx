'use client';

import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { buttonClass, type Variant } from './button.tsx';

export interface MenuItem {
  name: string;
  /** A second, quieter line. */
  note?: string;
  onSelect: () => void;
}

const MARGIN_PX = 8;

interface Props {
  label: string;
  trigger: ReactNode;
  /** A function is called whenever the menu opens. */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  variant?: Variant;
  small?: boolean;
  className?: string;
  disabled?: boolean;
}

/** The menu aligns with the right edge of its button, below it: moves it where it would leave the page. */
function fitInto(panel: HTMLElement, button: DOMRect): void {
  const { left, height } = panel.getBoundingClientRect();
  if (left < MARGIN_PX) panel.style.translate = `${MARGIN_PX - left}px`;
  if (button.bottom + height > innerHeight && button.top > height) panel.style.inset = 'auto 0 calc(100% + 4px) auto';
}

/** A button that opens a menu. The arrow keys and first letters move, Escape closes and restores the focus. */
export function Menu({ label, trigger, items, variant = 'plain', small = false, className, disabled = false }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    fitInto(panel.current!, button.current!.getBoundingClientRect());
    items()[0]?.focus();
    const away = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    document.addEventListener('focusin', away);
    return () => {
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('focusin', away);
    };
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const all = [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Escape') close();
    else if (to !== undefined) all[(to + all.length) % all.length]?.focus();
    else if (/^\S$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const fromNext = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      fromNext.find((item) => item.textContent.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={root} className="relative inline-flex">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        title={label}
        aria-disabled={disabled || undefined}
        onClick={() => disabled || setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || disabled) return;
          event.preventDefault();
          setOpen(true);
        }}
        className={buttonClass(variant, small, className)}
      >
        {trigger}
      </button>
      {open ? (
        <div
          ref={panel}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={move}
          className="absolute top-full right-0 z-30 mt-1 max-h-[60dvh] min-w-56 overflow-y-auto rounded-md border border-line-strong bg-overlay p-1"
        >
          {(typeof items === 'function' ? items() : items).map(({ name, note, onSelect }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                onSelect();
              }}
              className="flex w-full flex-col justify-center rounded-sm px-2.5 py-1.5 pointer-coarse:min-h-11 text-left text-13 hover:bg-accent-wash focus-visible:bg-accent-wash focus-visible:outline-offset-[-2px]"
            >
              {name}
              {note ? <span className="max-w-64 truncate text-12 text-muted">{note}</span> : null}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
