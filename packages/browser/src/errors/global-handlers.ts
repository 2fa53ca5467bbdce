import { captureEvent, captureException } from '../capture.ts';
import { listen } from '../page/listen.ts';

/** What nobody caught: errors and rejections of the page. */
export function reportUncaught(signal: AbortSignal): void {
  const type = 'auto.browser.global_handlers.on';
  listen(signal, 'error', ({ error, message, filename, lineno, colno }) => {
    const mechanism = { type: `${type}error`, handled: false };
    if (error) captureException(error, { mechanism });
    // Scripts of another origin hide their error, and a text is all there is of some syntax errors.
    else if (message) {
      const [, name = 'Error', value = message] = /^(?:Uncaught )?(\w+): (.*)/s.exec(message) ?? [];
      const frames = [{ filename: filename || location.href, function: '?', in_app: true, lineno, colno }];
      captureEvent({
        level: 'error',
        exception: { values: [{ type: name, value, mechanism, stacktrace: { frames } }] },
      });
    }
  });
  listen(signal, 'unhandledrejection', (event) => {
    // Promise libraries of old put the reason into the detail of an event of their own.
    const reason = event.reason ?? (event as unknown as CustomEvent<{ reason?: unknown } | null>).detail?.reason;
    captureException(reason, { mechanism: { type: `${type}unhandledrejection`, handled: false } });
  });
}
