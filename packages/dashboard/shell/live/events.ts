/** What an open page hears of the server. */
type LiveEvent = 'change' | 'reconnect' | 'away' | 'back';

const listeners: Record<LiveEvent, Set<() => void>> = {
  change: new Set(),
  reconnect: new Set(),
  away: new Set(),
  back: new Set(),
};
/** There was a change while nobody listened: the page was still on its way. */
let isUnheard = false;

/**
 * `change`: something is new. `reconnect`: the viewer's projects changed, so that the connection has to be opened anew to hear of
 * them. `away`, `back`: the server does not answer, and does again.
 */
export function announce(news: LiveEvent): void {
  if (news === 'change') isUnheard = listeners.change.size === 0;
  for (const listener of listeners[news]) listener();
}

/** The first to listen hears of a change that nobody has heard of. */
export function onLiveEvent(news: LiveEvent, listener: () => void): () => void {
  listeners[news].add(listener);
  if (news === 'change' && isUnheard) {
    isUnheard = false;
    listener();
  }
  return () => void listeners[news].delete(listener);
}
