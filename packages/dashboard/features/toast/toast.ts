export interface Toast {
  text: string;
  undo?: () => Promise<void> | void;
}

const TOAST = 'seismo:toast';
const UNDO_COUNT_MAX = 100;

/** What can still be undone, the latest last. Actions stay here when their toast is gone. */
const undoable: Toast[] = [];

/** Shows a message at the bottom of the page, with an undo if there is one. */
export function toast(message: Toast): void {
  if (message.undo) undoable.push(message);
  if (undoable.length > UNDO_COUNT_MAX) undoable.shift();
  window.dispatchEvent(new CustomEvent<Toast>(TOAST, { detail: message }));
}

/** Undoes the action of this toast, or the last one. Each action can be undone once. */
export function undo(message = undoable.at(-1)): boolean {
  const at = message ? undoable.indexOf(message) : -1;
  if (at === -1) return false;
  undoable.splice(at, 1);
  void message?.undo?.();
  return true;
}

/** What `undo` would undo next. */
export const nextUndo = (): string | null => undoable.at(-1)?.text ?? null;

/** For the next user of this browser. */
export function clearUndo(): void {
  undoable.length = 0;
}

export function onToast(listener: (message: Toast) => void): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<Toast>).detail);
  window.addEventListener(TOAST, listen);
  return () => window.removeEventListener(TOAST, listen);
}
