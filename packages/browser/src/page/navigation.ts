import type { Client } from '../client.ts';
import { safeListener } from '../debug.ts';
import { listen } from './listen.ts';

type Listener = (to: string, from: string) => void;

interface NavigationEntries extends EventTarget {
  currentEntry?: { url?: string | null };
}

const listeners = new Set<Listener>();
let patched = false;

/**
 * Notifies of navigations without a page load, through the Navigation API, which sees all of them and patches nothing,
 * else through the functions of `history`.
 */
export function observeNavigation(client: Client, listener: Listener): void {
  if (typeof history === 'undefined') return;
  let at = location.href;
  const moved: Listener = safeListener(() => {
    const from = at;
    at = location.href;
    if (from !== at) listener(at, from);
  });
  const { navigation } = globalThis as { navigation?: NavigationEntries };
  if (navigation) {
    navigation.addEventListener('currententrychange', moved as unknown as EventListener, { signal: client.signal });
    return;
  }
  if (!patched) patch();
  listeners.add(moved);
  client.signal.addEventListener('abort', () => listeners.delete(moved));
  for (const type of ['popstate', 'hashchange'] as const) listen(client.signal, type, () => moved('', ''));
}

function patch(): void {
  patched = true;
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function (...args) {
      original.apply(this, args);
      for (const listener of listeners) listener('', '');
    };
  }
}
