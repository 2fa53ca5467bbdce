'use client';

import { startTransition, useEffect, useRef, useState, type RefObject } from 'react';
import { useCommands } from '#shell/commands/use-commands.ts';

export interface Selection {
  /** Set it on the list. Each of its rows, marked `data-row`, has a checkbox with `data-select-row`. */
  root: RefObject<HTMLDivElement | null>;
  /** The values of the checked boxes. Updates in a transition, so it can lag behind `selectedNow`. */
  selected: string[];
  /** The values read from the page at this moment. Actions use these. */
  selectedNow: () => string[];
  /** The value of the row with the focus, or `null`. */
  focusedNow: () => string | null;
  isPageSelected: boolean;
  setAll: (checked: boolean) => void;
}

/** Which rows of a list are selected. The rows own their checkboxes. Shift and click, and Shift X, select a range. */
export function useSelection(): Selection {
  const root = useRef<HTMLDivElement>(null);
  const lastCheckbox = useRef<HTMLInputElement | null>(null);
  const [selected, setSelected] = useState<string[]>([]);
  const [isPageSelected, setPageSelected] = useState(false);

  const checkboxes = () => [...(root.current?.querySelectorAll<HTMLInputElement>('input[data-select-row]') ?? [])];
  const read = () => {
    const all = checkboxes();
    const checked = all.filter((checkbox) => checkbox.checked);
    setSelected(checked.map((checkbox) => checkbox.value));
    setPageSelected(all.length > 0 && checked.length === all.length);
  };
  /** After a change of one box. The browser paints the box first; the toolbar may update a little later. */
  const changed = (checkbox: HTMLInputElement, isRange: boolean) => {
    const all = checkboxes();
    const [from, to] = [all.indexOf(lastCheckbox.current!), all.indexOf(checkbox)];
    if (isRange && from >= 0) {
      for (const between of all.slice(Math.min(from, to), Math.max(from, to))) between.checked = checkbox.checked;
    }
    lastCheckbox.current = checkbox;
    startTransition(read);
  };
  const focusedCheckbox = () => {
    const row = root.current?.contains(document.activeElement) ? document.activeElement?.closest('[data-row]') : null;
    return row?.querySelector<HTMLInputElement>('input[data-select-row]') ?? null;
  };
  const toggle = (isRange: boolean) => {
    const checkbox = focusedCheckbox();
    if (!checkbox) return;
    checkbox.checked = !checkbox.checked;
    changed(checkbox, isRange);
  };
  const selectedNow = () => checkboxes().flatMap((checkbox) => (checkbox.checked ? [checkbox.value] : []));
  const focusedNow = () => focusedCheckbox()?.value ?? null;
  // Not in a transition: a second press must not act on the same rows again.
  const setAll = (checked: boolean) => {
    for (const checkbox of checkboxes()) checkbox.checked = checked;
    read();
  };

  // Rows come and go with their checkboxes, so listen on the list and compare after each render.
  useEffect(() => {
    const list = root.current;
    const click = ({ target, shiftKey }: MouseEvent) => {
      if (target instanceof HTMLInputElement && target.matches('[data-select-row]')) changed(target, shiftKey);
    };
    const press = (event: KeyboardEvent) => {
      // A button or checkbox handles Space itself.
      if (event.key !== ' ' || !(event.target as Element).matches('[data-row-link]')) return;
      event.preventDefault();
      toggle(event.shiftKey);
    };
    list?.addEventListener('click', click);
    list?.addEventListener('keydown', press);
    if (selectedNow().join() !== selected.join()) startTransition(read);
    return () => {
      list?.removeEventListener('click', click);
      list?.removeEventListener('keydown', press);
    };
  });
  useCommands('row', () =>
    focusedNow() === null
      ? null
      : {
          name: null,
          commands: [
            { id: 'select', label: 'Select row', run: () => toggle(false) },
            { id: 'select-to', label: 'Select rows up to here', run: () => toggle(true) },
          ],
        },
  );
  useCommands('selection', () =>
    selectedNow().length === 0
      ? null
      : { name: null, commands: [{ id: 'leave', label: 'Clear selection', run: () => setAll(false) }] },
  );
  return { root, selected, selectedNow, focusedNow, isPageSelected, setAll };
}
