import { CLIENT_FRAME_COUNT_MAX } from '@seismo/protocol/client-limits';
import { captureException } from '../capture.ts';
import { listen } from '../page/listen.ts';

/** Reports uncaught errors and unhandled rejections of the page. */
export function reportUncaught(signal: AbortSignal): void {
  // Chromium captures 10 frames by default.
  Error.stackTraceLimit = CLIENT_FRAME_COUNT_MAX;
  const report = (name: string, thrown: unknown, data: globalThis.Event, stack?: string): void =>
    void captureException(thrown, {
      mechanism: { type: `auto.browser.global_handlers.on${name}`, handled: false },
      data,
      // For a thrown text, only the browser's event has the location: our own stack does not help.
      syntheticException: { stack } as Error,
    });
  // Scripts of another origin hide their error, and a text is all there is of some syntax errors.
  listen(signal, 'error', (event) => {
    const { error, message, filename, lineno, colno } = event;
    if (error || message)
      report('error', error || message, event, `at ${filename || location.href}:${lineno}:${colno}`);
  });
  listen(signal, 'unhandledrejection', (event) => report('unhandledrejection', event.reason, event));
}
