/** Moves the focus to the next (1) or previous (−1) row of the page. Without a focused row, to the current row. */
export function moveRow(by: 1 | -1): void {
  const rows = visibleRows();
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  focusRow(at === -1 ? currentRow() : rows[Math.min(rows.length - 1, Math.max(0, at + by))]);
}

/** Leaves a field for the list, or for the page. */
export function focusCurrentRow(): void {
  const row = currentRow();
  if (row) focusRow(row);
  else focusMain();
}

export function focusMain(): void {
  [...document.querySelectorAll('main')].find((main) => main.checkVisibility())?.focus();
}

export const hasRows = (): boolean => visibleRows().length > 0;

const visibleRows = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.checkVisibility());

/** The row that had the focus last, or the first. */
function currentRow(): HTMLElement | undefined {
  const rows = visibleRows();
  return rows.find((row) => row.querySelector('[data-tab-stop]')) ?? rows[0];
}

function focusRow(row: HTMLElement | undefined): void {
  const link = row?.querySelector<HTMLElement>('[data-row-link]');
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
}
