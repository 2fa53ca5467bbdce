/**
 * The element that answers to a command. Where rows are chosen it is meant for all of them. What stands in a row answers only
 * while its row has the focus: a stray letter must not resolve the first issue of a list.
 */
function elementFor(command: string): HTMLElement | null {
  const selector = `[data-command="${command}"]`;
  const chooser = selectableListInUse();
  const row = document.activeElement?.closest('[data-row]') ?? null;
  const ofRow = row?.querySelector<HTMLElement>(selector) ?? null;
  return (
    chooser?.querySelector<HTMLElement>(`[role=toolbar] ${selector}`) ??
    (chooser && ofRow?.matches('button') && isToolbarLoading() ? null : ofRow) ??
    [...document.querySelectorAll<HTMLElement>(selector)].find(
      (found) => !found.closest('[data-row]') && isVisible(found),
    ) ??
    null
  );
}

/** Pages that were left stay in the document, hidden by an ancestor. A command without a face is hidden by itself. */
const isVisible = (element: HTMLElement): boolean =>
  Boolean((element.hidden ? element.parentElement : element)?.checkVisibility());

/** The list in which rows are chosen. Asked of the boxes: what shows follows a moment later. */
function selectableListInUse(): Element | null {
  const ticked = [...document.querySelectorAll('input[data-select-row]:checked')].find((box) => box.checkVisibility());
  return ticked?.closest('[data-selectable-list]') ?? null;
}

/** Rows are chosen, and what to do with them is still loading. What is meant for all of them must not be done with one. */
export function isToolbarLoading(): boolean {
  return selectableListInUse()?.querySelector('[role=toolbar]') === null;
}

export function canTrigger(command: string): boolean {
  const element = elementFor(command);
  return element !== null && element.getAttribute('aria-disabled') !== 'true';
}

export function trigger(command: string): boolean {
  const element = elementFor(command);
  if (!element || element.getAttribute('aria-disabled') === 'true') return false;
  if (element instanceof HTMLTextAreaElement) element.focus();
  else if (element instanceof HTMLInputElement && element.type !== 'checkbox') {
    element.focus();
    element.select();
  } else {
    element.click();
  }
  return true;
}

/** Selects the row, and those between it and the one that was selected last: as a click with Shift does. */
export function selectRange(): boolean {
  const box = elementFor('select');
  return box !== null && box.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }));
}

/** Moves focus to the next (1) or previous (−1) row of the visible list; the first row when none has it. */
export function moveRow(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.checkVisibility());
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const target = rows[current === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, current + by))];
  const link = target?.querySelector<HTMLElement>('[data-row-link]');
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
  return Boolean(link);
}

/** Whether a single letter belongs to what the person is typing, not to us. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[aria-modal]')) return true;
  return target.matches('textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=button])');
}
