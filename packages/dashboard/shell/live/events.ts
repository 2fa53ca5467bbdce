/** Events of the live connection. */
type LiveEvent = 'change' | 'reconnect' | 'away' | 'back';

const listeners: Record<LiveEvent, Set<() => void>> = {
  change: new Set(),
  reconnect: new Set(),
  away: new Set(),
  back: new Set(),
};
/** A change arrived before the page had a listener. */
let hasMissedChange = false;

/**
 * `change`: data changed. `reconnect`: the viewer's projects changed, so the connection must be reopened. `away`, `back`: the
 * server stopped responding, and responds again.
 */
export function announce(event: LiveEvent): void {
  if (event === 'change') hasMissedChange = listeners.change.size === 0;
  for (const listener of listeners[event]) listener();
}

/** The first listener receives a change that arrived before it. */
export function onLiveEvent(event: LiveEvent, listener: () => void): () => void {
  listeners[event].add(listener);
  if (event === 'change' && hasMissedChange) {
    hasMissedChange = false;
    listener();
  }
  return () => void listeners[event].delete(listener);
}
