'use client';

import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from './button.tsx';

export interface MultiSelectProps {
  name: string;
  label: string;
  /** The plural of its options, such as `projects`. */
  noun: string;
  options: [value: string, label: string][];
  selected: string[];
}

/** From this many options on, a field filters the list. */
const FILTER_FROM = 9;

/**
 * Selects none, one or several options within a form: a name selects only that option, checkboxes combine and apply when the
 * list closes. Before hydration it is a list of checkboxes with a button.
 */
export function MultiSelect({
  name,
  label,
  noun,
  options,
  selected,
  onChange,
}: MultiSelectProps & { onChange: (values: string[]) => void }) {
  const details = useRef<HTMLDetailsElement>(null);
  const [draft, setDraft] = useState(selected);
  const [text, setText] = useState('');
  const nameOf = (value: string) => options.find(([known]) => known === value)?.[1] ?? value;
  const changed = draft.length !== selected.length || draft.some((value) => !selected.includes(value));

  useEffect(() => {
    const away = (event: Event) => {
      const element = details.current;
      if (element?.open && !element.contains(event.target as Node)) element.open = false;
    };
    document.addEventListener('pointerdown', away);
    document.addEventListener('focusin', away);
    return () => {
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('focusin', away);
    };
  }, []);

  const pick = (values: string[]) => {
    setDraft(values);
    details.current!.open = false;
  };
  const pressed = (event: KeyboardEvent) => {
    // Keep shortcuts from firing while the list is open.
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') {
      setDraft(selected);
      details.current!.open = false;
      details.current!.querySelector('summary')?.focus();
    } else if (step && details.current!.open) {
      const all = [...details.current!.querySelectorAll<HTMLElement>('[data-option]')];
      const at = all.findIndex((element) => element.parentElement!.contains(document.activeElement));
      all[(at + step + all.length) % all.length]?.focus();
    } else return;
    event.preventDefault();
  };

  return (
    <div role="presentation" onKeyDown={pressed} className="min-w-0 md:relative">
      <details
        ref={details}
        // Closing the list applies changed checkboxes.
        onToggle={() => !details.current!.open && changed && onChange(draft)}
      >
        <summary className="select flex items-center">
          <span className="sr-only">{label}: </span>
          <span className="truncate">
            {draft.length > 0 ? (
              nameOf(draft[0]!)
            ) : (
              <>
                <span className="max-md:hidden">All </span>
                <span className="max-md:inline-block max-md:first-letter:uppercase">{noun}</span>
              </>
            )}
          </span>
          {draft.length > 1 ? <span className="ml-1.5 shrink-0 text-muted">+{draft.length - 1}</span> : null}
        </summary>
        <fieldset className="absolute inset-x-0 top-full z-20 mt-1 max-h-[60dvh] min-w-0 overflow-y-auto rounded-md border border-line-strong bg-overlay p-1 text-13 md:right-0 md:left-auto md:w-72">
          <legend className="sr-only">{label}</legend>
          {options.length >= FILTER_FROM ? (
            <input
              type="search"
              value={text}
              onChange={(event) => setText(event.target.value)}
              aria-label={`Filter: ${label}`}
              placeholder="Filter"
              className="mb-1 h-8 w-full rounded-sm border border-line bg-surface px-2 placeholder:text-faint"
            />
          ) : null}
          <div>
            <button
              type="button"
              data-option
              onClick={() => pick([])}
              className="flex h-9 w-full items-center rounded-sm px-2 pointer-coarse:h-11 hover:bg-accent-wash"
            >
              All {noun}
            </button>
          </div>
          {options.map(([value, option]) => (
            <div
              key={value}
              hidden={!option.toLowerCase().includes(text.trim().toLowerCase())}
              className="flex items-center rounded-sm hover:bg-accent-wash"
            >
              <label className="flex h-9 w-9 shrink-0 pointer-coarse:h-11 pointer-coarse:w-11 cursor-pointer items-center justify-center">
                <span className="sr-only">{option}</span>
                <input
                  type="checkbox"
                  name={name}
                  value={value}
                  checked={draft.includes(value)}
                  onChange={(event) =>
                    setDraft(event.target.checked ? [...draft, value] : draft.filter((one) => one !== value))
                  }
                  className="size-4 accent-[var(--accent)]"
                />
              </label>
              <button
                type="button"
                data-option
                aria-label={`Only ${option}`}
                onClick={() => pick([value])}
                className="h-9 min-w-0 flex-1 pointer-coarse:h-11 truncate pr-2 text-left"
              >
                {option}
              </button>
            </div>
          ))}
          {options.length === 0 ? <p className="px-2 py-1.5 text-muted">None yet</p> : null}
          {changed ? (
            <Button type="submit" small variant="primary" className="sticky bottom-0 m-1">
              Show {draft.length === 0 ? 'all' : draft.length}
            </Button>
          ) : null}
        </fieldset>
      </details>
    </div>
  );
}
