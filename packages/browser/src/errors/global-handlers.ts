import { CLIENT_FRAME_COUNT_MAX } from '@seismo/protocol/limits';
import { captureEvent, captureException } from '../capture.ts';
import { listen } from '../page/listen.ts';

/** What nobody caught: errors and rejections of the page. */
export function reportUncaught(signal: AbortSignal): void {
  // Chromium keeps 10 frames unless it is asked for more.
  Error.stackTraceLimit = CLIENT_FRAME_COUNT_MAX;
  const type = 'auto.browser.global_handlers.on';
  listen(signal, 'error', ({ error, message, filename, lineno, colno }) => {
    const mechanism = { type: `${type}error`, handled: false };
    if (error) captureException(error, { mechanism });
    // Scripts of another origin hide their error, and a text is all there is of some syntax errors.
    else if (message) {
      const frames = [{ filename: filename || location.href, function: '?', in_app: true, lineno, colno }];
      captureEvent({
        level: 'error',
        exception: { values: [{ type: 'Error', value: message, mechanism, stacktrace: { frames } }] },
      });
    }
  });
  listen(signal, 'unhandledrejection', ({ reason }) => {
    captureException(reason, { mechanism: { type: `${type}unhandledrejection`, handled: false } });
  });
}
