'use client';

import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { previousPath } from '#shell/focus-on-arrival.tsx';
import { rememberList, rowBefore } from './list-position.ts';

const parts = 'a[href], button, input';

/**
 * A list with one tab stop. Its rows are marked `data-row`, and the link of a row `data-row-link`. Up, Down, Home and End move
 * between rows, Left and Right within a row, Space selects. Returning from a row's page moves the focus back to the row.
 * https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
export function RowGrid({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);

  // Rows come and go with each render.
  useLayoutEffect(() => setTabStops(root.current!));
  useEffect(() => {
    returnToRow(root.current!);
  }, []);

  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return;
    const row = event.target.closest<HTMLElement>('[data-row]');
    // A row that was opened keeps the focus for a moment, although its page is hidden.
    if (!row || !root.current) return;
    const rows = rowsOf(root.current);
    const at = rows.indexOf(row);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (to !== undefined) focusRow(rows[to], indexInRow(row, event.target));
    else if (step !== undefined) focusable(row)[indexInRow(row, event.target) + step]?.focus();
    else return;
    event.preventDefault();
  };
  const handleClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-row-link]') : null;
    if (!link) return;
    const links = rowsOf(root.current!).flatMap((row) => linkOf(row) ?? []);
    const paths = links.map(({ pathname }) => pathname);
    rememberList({ href: location.pathname + location.search, paths, opened: links.indexOf(link) });
  };
  return (
    <div
      ref={root}
      role="presentation"
      onKeyDown={handleKey}
      onFocus={({ target }) => target.closest('[data-row]') && moveTabStop(root.current!, target)}
      // Before the row's own handler opens the page.
      onClickCapture={handleClick}
    >
      {children}
    </div>
  );
}

const rowsOf = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-row]')];
const linkOf = (row: HTMLElement | undefined) => row?.querySelector<HTMLAnchorElement>('[data-row-link]');
const focusable = (row: HTMLElement): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(parts)].filter((part) => part.checkVisibility());

function indexInRow(row: HTMLElement, part: Element): number {
  return focusable(row).findIndex((each) => each === part);
}

/** Moves the focus to the same part of another row. Rows can have different parts, so the link comes first. */
function focusRow(row: HTMLElement | undefined, index: number): void {
  if (!row) return;
  const all = focusable(row);
  const target = all[index] ?? linkOf(row);
  target?.focus();
  target?.scrollIntoView({ block: 'nearest' });
}

/** Only one part of one row can be reached with Tab: the last one that had the focus, or the first link. */
function setTabStops(root: HTMLElement): void {
  const rows = rowsOf(root);
  for (const row of rows) {
    for (const part of row.querySelectorAll<HTMLElement>(parts)) {
      if (part.dataset.tabStop === undefined && part.tabIndex !== -1) part.tabIndex = -1;
    }
  }
  if (!root.querySelector('[data-tab-stop]')) moveTabStop(root, linkOf(rows[0]));
}

function moveTabStop(root: HTMLElement, to: HTMLElement | null | undefined): void {
  const from = root.querySelector<HTMLElement>('[data-tab-stop]');
  if (!to || to === from) return;
  if (from) {
    from.tabIndex = -1;
    delete from.dataset.tabStop;
  }
  to.tabIndex = 0;
  to.dataset.tabStop = '';
}

/** After the page of a row: the focus returns to the row, or to the one in its place if it has left the list. */
function returnToRow(root: HTMLElement): void {
  const list = rowBefore(location.pathname + location.search, previousPath());
  if (!list) return;
  const active = document.activeElement;
  if (active && active !== document.body && !active.matches('main') && active.checkVisibility()) return;
  const links = rowsOf(root).flatMap((row) => linkOf(row) ?? []);
  const at = list.paths[list.index];
  const later = new Set(list.paths.slice(list.index));
  const inPlace = links[list.index];
  const link =
    (inPlace?.pathname === at ? inPlace : links.find(({ pathname }) => pathname === at)) ??
    links.find(({ pathname }) => later.has(pathname)) ??
    links.at(-1);
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
}
