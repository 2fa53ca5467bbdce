const CHANGED = 'seismo:issues-changed';

/** The person has done something with issues, and the server has it. */
export function notifyIssuesChanged(): void {
  window.dispatchEvent(new Event(CHANGED));
}

export function onIssuesChanged(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}
