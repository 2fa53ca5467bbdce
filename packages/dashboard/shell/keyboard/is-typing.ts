/** Whether a key is text input, not a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[aria-modal]')) return true;
  return target.matches('textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=button])');
}
