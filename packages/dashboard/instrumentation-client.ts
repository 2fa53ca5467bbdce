import { report } from './features/reporting/report.ts';

/*
 * Errors are buffered from the start. The reporter loads when the page is idle, so that it does not slow the first load.
 */
const reportError = (event: ErrorEvent) => report(event.error ?? event.message);
const reportRejection = (event: PromiseRejectionEvent) => report(event.reason);
window.addEventListener('error', reportError);
window.addEventListener('unhandledrejection', reportRejection);

const whenIdle = (callback: () => void) =>
  'requestIdleCallback' in window
    ? window.requestIdleCallback(callback, { timeout: 5000 })
    : setTimeout(callback, 1000);

async function load(): Promise<void> {
  // Visitors of shared pages have no account, so their browsers report nothing.
  if (location.pathname.startsWith('/shared/')) return;
  const options = document.querySelector('template[data-reporting]')?.getAttribute('data-reporting');
  if (!options) return;
  const { startReporting } = await import('./features/reporting/browser.ts');
  window.removeEventListener('error', reportError);
  window.removeEventListener('unhandledrejection', reportRejection);
  startReporting(JSON.parse(options));
}

// A chunk that fails to load must not cause another report.
const loadQuietly = () => load().catch(() => undefined);
if (document.readyState === 'complete') whenIdle(loadQuietly);
else window.addEventListener('load', () => whenIdle(loadQuietly), { once: true });
