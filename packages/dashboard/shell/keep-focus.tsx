'use client';

import { useEffect } from 'react';

/**
 * Keeps the focus in place when the focused element is removed, for example a deleted row: it moves to the next row, or to the
 * heading of the section.
 */
export function KeepFocus() {
  useEffect(() => {
    let last: { path: Element[]; list: Element | null; at: number } | null = null;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const path: Element[] = [];
      for (let one: Element | null = target; one; one = one.parentElement) path.push(one);
      const row = target.closest('li, tr, fieldset');
      const list = row?.parentElement ?? null;
      last = { path, list, at: row && list ? [...list.children].indexOf(row) : -1 };
    };
    const watch = new MutationObserver(() => {
      if (!last || last.path[0]!.isConnected || document.activeElement !== document.body) return;
      const { path, list, at } = last;
      last = null;
      const row = list?.isConnected ? (list.children[at] ?? list.lastElementChild) : null;
      const next =
        row?.querySelector<HTMLElement>('[data-row-link]') ??
        row?.querySelector<HTMLElement>('a[href], button, input, select, textarea');
      if (next) return next.focus();
      const part =
        path.find((one) => one.isConnected && one.matches('section, main, [role=dialog]')) ??
        [...document.querySelectorAll('main')].find((one) => one.checkVisibility());
      const heading = part?.querySelector<HTMLElement>('h1, h2, h3');
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus();
    });
    document.addEventListener('focusin', note);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      watch.disconnect();
    };
  }, []);
  return null;
}
