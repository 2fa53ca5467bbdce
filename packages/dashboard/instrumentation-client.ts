import { report } from './features/reporting/report.ts';

/*
 * Errors from the first moment on are kept; the reporter itself is loaded when the page has come to rest, so it costs
 * the first load nothing.
 */
const keepError = (event: ErrorEvent) => report(event.error ?? event.message);
const keepRejection = (event: PromiseRejectionEvent) => report(event.reason);
window.addEventListener('error', keepError);
window.addEventListener('unhandledrejection', keepRejection);

const atRest = (callback: () => void) =>
  'requestIdleCallback' in window
    ? window.requestIdleCallback(callback, { timeout: 5000 })
    : setTimeout(callback, 1000);

async function load(): Promise<void> {
  // Visitors of shared pages have no account here: their browsers report nothing.
  if (location.pathname.startsWith('/shared/')) return;
  const told = document.querySelector('template[data-reporting]')?.getAttribute('data-reporting');
  if (!told) return;
  const { startReporting } = await import('./features/reporting/browser.ts');
  window.removeEventListener('error', keepError);
  window.removeEventListener('unhandledrejection', keepRejection);
  startReporting(JSON.parse(told));
}

// A chunk that does not load must not become an error about errors.
const loadQuietly = () => load().catch(() => undefined);
if (document.readyState === 'complete') atRest(loadQuietly);
else window.addEventListener('load', () => atRest(loadQuietly), { once: true });
