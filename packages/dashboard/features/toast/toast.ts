export interface Toast {
  text: string;
  undo?: () => Promise<void> | void;
}

const TOAST = 'seismo:toast';

/** Shows a message at the bottom of the page, with an undo if there is one. */
export function toast(message: Toast): void {
  window.dispatchEvent(new CustomEvent<Toast>(TOAST, { detail: message }));
}

export function onToast(listener: (message: Toast) => void): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<Toast>).detail);
  window.addEventListener(TOAST, listen);
  return () => window.removeEventListener(TOAST, listen);
}
