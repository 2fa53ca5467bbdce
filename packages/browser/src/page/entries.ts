import { safely, safeListener } from '../debug.ts';

/** Timing entries of a type, from the page's beginning; nothing where the browser does not know the type. */
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
    // What the browser has not told of yet, when the page is being left.
    return () => notify(observer.takeRecords());
  });
}
