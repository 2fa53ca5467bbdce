import { safeListener } from '../debug.ts';

type EventMap = WindowEventMap & DocumentEventMap;

/** Listens to the page until `signal`; where there is none, as on a server, never. */
export function listen<Type extends keyof EventMap>(
  signal: AbortSignal,
  type: Type,
  listener: (event: EventMap[Type]) => void,
  options?: AddEventListenerOptions,
): void {
  globalThis.addEventListener?.(type, safeListener(listener as EventListener), { ...options, signal });
}

/**
 * `visibilitychange` to hidden is the last event that a page reliably gets, especially on phones (Page Lifecycle API);
 * `pagehide` is for browsers that omit it when the tab navigates away.
 */
export function onLeave(signal: AbortSignal, listener: (forGood?: boolean) => void): void {
  listen(signal, 'visibilitychange', () => {
    if (document.visibilityState === 'hidden') listener();
  });
  listen(signal, 'pagehide', () => listener(true));
}
