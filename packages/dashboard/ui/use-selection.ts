'use client';

import { startTransition, useEffect, useRef, useState, type RefObject } from 'react';

export interface ChosenRows {
  /** Goes around the list, whose rows have a box `data-choose` each. It is marked `data-chooser`: keys look for it. */
  root: RefObject<HTMLDivElement | null>;
  /** The values of the boxes that are ticked: what is shown, a moment after `chosenNow`. */
  chosen: string[];
  /** The same at this moment. What is done is done with these. */
  chosenNow: () => string[];
  /** All boxes of the page are. */
  page: boolean;
  setAll: (checked: boolean) => void;
}

/** Which rows of a list are chosen. The boxes belong to the rows; a click with Shift takes all in between. */
export function useChosen(): ChosenRows {
  const root = useRef<HTMLDivElement>(null);
  const lastBox = useRef<HTMLInputElement | null>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const [page, setPage] = useState(false);

  const boxes = () => [...(root.current?.querySelectorAll<HTMLInputElement>('input[data-choose]') ?? [])];
  const read = () => {
    const all = boxes();
    const checked = all.filter((box) => box.checked);
    setChosen(checked.map((box) => box.value));
    setPage(all.length > 0 && checked.length === all.length);
  };
  const choose = (event: MouseEvent) => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || !box.matches('input[data-choose]')) return;
    const all = boxes();
    const [from, to] = [all.indexOf(lastBox.current!), all.indexOf(box)];
    if (event.shiftKey && from >= 0) {
      for (const between of all.slice(Math.min(from, to), Math.max(from, to))) between.checked = box.checked;
    }
    lastBox.current = box;
    // The box is ticked by the browser; what can be done then may follow a moment later.
    startTransition(read);
  };
  const chosenNow = () => boxes().flatMap((box) => (box.checked ? [box.value] : []));
  // The boxes inside are what is clicked; this only hears of it. Rows may come and go with their boxes.
  useEffect(() => {
    const list = root.current;
    list?.addEventListener('click', choose);
    if (chosenNow().join() !== chosen.join()) startTransition(read);
    return () => list?.removeEventListener('click', choose);
  });
  // At once, so that nothing that is done with all of them is done a second time.
  const setAll = (checked: boolean) => {
    for (const box of boxes()) box.checked = checked;
    read();
  };
  return { root, chosen, chosenNow, page, setAll };
}
