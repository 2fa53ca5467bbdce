/**
 * The element that handles a command. With selected rows it is in the toolbar. Elements of a row count only while the row has
 * the focus: a stray letter must not resolve the first issue of a list.
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

/** Previous pages stay in the document, hidden by an ancestor. Commands without visible button are hidden themselves. */
const isVisible = (element: HTMLElement): boolean =>
  Boolean((element.hidden ? element.parentElement : element)?.checkVisibility());

/** The list with selected rows. Read from the checkboxes, because the toolbar renders later. */
function selectableListInUse(): Element | null {
  const ticked = [...document.querySelectorAll('input[data-select-row]:checked')].find((box) => box.checkVisibility());
  return ticked?.closest('[data-selectable-list]') ?? null;
}

/** Rows are selected but their toolbar is still loading. A command must not act on a single row meanwhile. */
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

/** Selects the rows from the last selected one to this one, as Shift and click does. */
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

/** Whether a key is text input, not a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[aria-modal]')) return true;
  return target.matches('textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=button])');
}
