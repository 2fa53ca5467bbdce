/** Where the live connection stands. */
const CHANGE = 'seismo:change';

export function announceChange(): void {
  window.dispatchEvent(new Event(CHANGE));
}

export function onChange(listener: () => void): () => void {
  window.addEventListener(CHANGE, listener);
  return () => window.removeEventListener(CHANGE, listener);
}

const RECONNECT = 'seismo:reconnect';

/** The viewer's projects changed: the live connection has to be opened anew to hear of them. */
export function reconnect(): void {
  window.dispatchEvent(new Event(RECONNECT));
}

export function onReconnect(listener: () => void): () => void {
  window.addEventListener(RECONNECT, listener);
  return () => window.removeEventListener(RECONNECT, listener);
}
