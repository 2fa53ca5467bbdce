import { safely, safeListener } from '../debug.ts';

/** Observes timing entries of a type since the page started, if the browser supports the type. */
export function observeEntries<Entry extends PerformanceEntry>(
  signal: AbortSignal,
  type: string,
  listener: (entries: Entry[]) => void,
  options?: { durationThreshold: number },
): (() => void) | undefined {
  return safely(() => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return undefined;
    const notify = safeListener((list: PerformanceEntryList) => listener(list as Entry[]));
    const observer = new PerformanceObserver((list) => notify(list.getEntries()));
    observer.observe({ type, buffered: true, ...options });
    signal.addEventListener('abort', () => observer.disconnect());
    // Delivers pending entries when the page is being left.
    return () => notify(observer.takeRecords());
  });
}
