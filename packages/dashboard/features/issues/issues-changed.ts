const CHANGED = 'seismo:issues-changed';

/** Notifies that an action of the user on issues has completed. */
export function notifyIssuesChanged(): void {
  window.dispatchEvent(new Event(CHANGED));
}

export function onIssuesChanged(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}
