import { CLIENT_FRAME_COUNT_MAX } from '@seismo/protocol/limits';
import { captureEvent, captureException } from '../capture.ts';
import { listen } from '../page/listen.ts';

/** What nobody caught: errors and rejections of the page. */
export function reportUncaught(signal: AbortSignal): void {
  // Chromium keeps 10 frames unless it is asked for more.
  Error.stackTraceLimit = CLIENT_FRAME_COUNT_MAX;
  const type = 'auto.browser.global_handlers.on';
  listen(signal, 'error', (data) => {
    const { error, message, filename, lineno, colno } = data;
    const mechanism = { type: `${type}error`, handled: false };
    // Where a text was thrown only the event says.
    if (error)
      captureException(error, {
        mechanism,
        data,
        syntheticException: { stack: `at ${filename}:${lineno}:${colno}` } as Error,
      });
    // Scripts of another origin hide their error, and a text is all there is of some syntax errors.
    else if (message) {
      const frames = [{ filename: filename || location.href, function: '?', in_app: true, lineno, colno }];
      captureEvent(
        {
          level: 'error',
          exception: { values: [{ type: 'Error', value: message, mechanism, stacktrace: { frames } }] },
        },
        { data },
      );
    }
  });
  listen(signal, 'unhandledrejection', (data) => {
    captureException(data.reason, {
      mechanism: { type: `${type}unhandledrejection`, handled: false },
      data,
      syntheticException: undefined,
    });
  });
}
