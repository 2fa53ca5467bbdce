/** What an open page hears of the server. */
type News = 'change' | 'reconnect' | 'away' | 'back';

const nameOf = (news: News) => `seismo:${news}`;

/**
 * `change`: something is new. `reconnect`: the viewer's projects changed, so that the connection has to be opened anew to hear of
 * them. `away`, `back`: the server does not answer, and does again.
 */
export function announce(news: News): void {
  window.dispatchEvent(new Event(nameOf(news)));
}

export function on(news: News, listener: () => void): () => void {
  window.addEventListener(nameOf(news), listener);
  return () => window.removeEventListener(nameOf(news), listener);
}
