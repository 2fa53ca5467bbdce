'use client';

import { startTransition, useEffect, useRef, useState, type RefObject } from 'react';

export interface Selection {
  /** Set it on the list, marked `data-selectable-list`. Each of its rows has a checkbox with `data-select-row`. */
  root: RefObject<HTMLDivElement | null>;
  /** The values of the checked boxes. Updates in a transition, so it can lag behind `selectedNow`. */
  selected: string[];
  /** The values read from the page at this moment. Actions use these. */
  selectedNow: () => string[];
  isPageSelected: boolean;
  setAll: (checked: boolean) => void;
}

/** Which rows of a list are selected. The rows own their checkboxes; Shift and click selects a range. */
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
  const select = (event: MouseEvent) => {
    const checkbox = event.target;
    if (!(checkbox instanceof HTMLInputElement) || !checkbox.matches('input[data-select-row]')) return;
    const all = checkboxes();
    const [from, to] = [all.indexOf(lastCheckbox.current!), all.indexOf(checkbox)];
    if (event.shiftKey && from >= 0) {
      for (const between of all.slice(Math.min(from, to), Math.max(from, to))) between.checked = checkbox.checked;
    }
    lastCheckbox.current = checkbox;
    // The browser checks the box first; the toolbar may update a little later.
    startTransition(read);
  };
  const selectedNow = () => checkboxes().flatMap((checkbox) => (checkbox.checked ? [checkbox.value] : []));
  // Rows come and go with their checkboxes, so listen on the list and compare after each render.
  useEffect(() => {
    const list = root.current;
    list?.addEventListener('click', select);
    if (selectedNow().join() !== selected.join()) startTransition(read);
    return () => list?.removeEventListener('click', select);
  });
  // Not in a transition: a second press must not act on the same rows again.
  const setAll = (checked: boolean) => {
    for (const checkbox of checkboxes()) checkbox.checked = checked;
    read();
  };
  return { root, selected, selectedNow, isPageSelected, setAll };
}
