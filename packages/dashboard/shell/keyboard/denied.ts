import type { Deed } from '@seismo/server';

/** The roles that may, of what the person at the page may not do: the frame of the page has them (`Denied`). */
export function rolesBeyond(deed: Deed | undefined): string | null {
  return document.querySelector(`[data-denied="${deed}"]`)?.textContent ?? null;
}

export const isDenied = (deed: Deed | undefined): boolean => rolesBeyond(deed) !== null;
