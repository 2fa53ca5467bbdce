import type { EventPayload } from '@seismo/protocol';
import { messageOf } from './messages.ts';

/**
 * The browser's notice that not all observers were notified within one frame (W3C Resize Observer, "deliver resize loop
 * error"); `limit exceeded` in Chrome before version 121.
 */
export function isResizeObserver(event: EventPayload): boolean {
  const text = messageOf(event);
  return (
    text.length < 120 &&
    /^(?:Uncaught )?(?:Error: )?ResizeObserver loop (?:limit exceeded|completed with undelivered notifications)\.?$/.test(
      text,
    )
  );
}

/** An error from a script of another origin without CORS (HTML, "muted errors"): it has no details. */
export function isScriptError(event: EventPayload): boolean {
  if (!/^(?:Uncaught )?(?:Error: )?Script error\.?$/.test(messageOf(event).slice(0, 40))) return false;
  const frames = event.exception?.values.at(-1)?.stacktrace?.frames ?? event.stacktrace?.frames ?? [];
  return frames.every((frame) => !frame.lineno);
}

/**
 * Next.js's control-flow errors, by message or digest (next/dist/client/components: `redirect-error`,
 * `http-access-fallback`, `hooks-server-context`; next/dist/shared/lib/lazy-dynamic/bailout-to-csr). Hydration errors
 * are real errors and not among them.
 */
const NEXT_CONTROL_FLOW =
  /^(?:Uncaught )?(?:Error: )?(?:NEXT_REDIRECT|NEXT_NOT_FOUND|NEXT_HTTP_ERROR_FALLBACK;\d{3}|BAILOUT_TO_CLIENT_SIDE_RENDERING|DYNAMIC_SERVER_USAGE)(?![\w-])|^(?:Bail out to client-side rendering|Dynamic server usage): /;

export function isNextControlFlow(event: EventPayload): boolean {
  if (event.platform !== 'javascript' && event.platform !== 'node') return false;
  return NEXT_CONTROL_FLOW.test(messageOf(event).slice(0, 80));
}
