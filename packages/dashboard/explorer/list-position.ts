const KEY = 'seismo.lists';
const LIST_COUNT_MAX = 5;

/** A list that pages were opened from. */
export interface OpenedList {
  /** Path and search of the list. */
  href: string;
  /** The paths of its rows, in order. */
  paths: string[];
  /** Which row was opened: several may have the same path, such as spans of a trace. */
  opened: number;
}

/** Saved per tab, so that the lists of two tabs do not mix. */
export function rememberList(list: OpenedList): void {
  const others = openedLists().filter(({ href }) => pathOf(href) !== pathOf(list.href));
  try {
    sessionStorage.setItem(KEY, JSON.stringify([list, ...others].slice(0, LIST_COUNT_MAX)));
  } catch {
    // Without storage, pages have no previous and next.
  }
}

/** The latest list with this page as a row, and its index, or `null`. */
export function listOf(path: string): (OpenedList & { index: number }) | null {
  const list = openedLists().find(({ paths }) => paths.includes(path));
  return list ? { ...list, index: list.paths.indexOf(path) } : null;
}

/** The row to return to, from a page or a part of it, or `null`. */
export function rowBefore(href: string, path: string): (OpenedList & { index: number }) | null {
  const list = openedLists().find((each) => each.href === href);
  if (!list) return null;
  const isRow = (row: string | undefined) => row !== undefined && (path === row || path.startsWith(`${row}/`));
  const index = isRow(list.paths[list.opened]) ? list.opened : list.paths.findIndex(isRow);
  return index >= 0 ? { ...list, index } : null;
}

function openedLists(): OpenedList[] {
  try {
    const lists: OpenedList[] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return lists;
  } catch {
    return [];
  }
}

const pathOf = (href: string) => href.split('?')[0];
