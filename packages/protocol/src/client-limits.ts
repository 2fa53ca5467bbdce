/**
 * The limits of the SDKs. Separate from the server's, so that those add no bytes to pages: esbuild drops an unused `64
 * * KiB` only if all declarations before it are numbers, and the server also declares objects.
 */
const KiB = 1024;
const MiB = 1024 * KiB;

// ─── Trace headers (observed.md row 8) ─────────────────────────────────────────────────────────────────────────────
export const BAGGAGE_CHARS_MAX = 8192;
export const TRACE_PARENT_CHARS_MAX = 256;

// ─── Feedback ──────────────────────────────────────────────────────────────────────────────────────────────────────
/** Text of a visitor. Sentry stores as much. */
export const FEEDBACK_MESSAGE_CHARS_MAX = 4096;

// ─── @seismo/browser (observed.md rows 9 to 13) ────────────────────────────────────────────────────────────────────
/** Frames of a stack, those nearest to the throw. */
export const CLIENT_FRAME_COUNT_MAX = 50;
/** The parsed part of a stack, and its longest line: parsing stays cheap for any error. */
export const CLIENT_STACK_CHARS_MAX = 128 * KiB;
export const CLIENT_STACK_LINE_CHARS_MAX = 1024;
/** Errors of an event: the thrown one, its causes, and the errors inside of them. */
export const CLIENT_LINKED_ERROR_COUNT_MAX = 10;
export const CLIENT_BREADCRUMB_COUNT_MAX = 100;
/** Nesting and entries of values attached to an event, and characters of their texts. */
export const CLIENT_VALUE_DEPTH_MAX = 3;
export const CLIENT_VALUE_BREADTH_MAX = 100;
export const CLIENT_VALUE_CHARS_MAX = 8192;
/** Attachments of a visitor's feedback. */
export const CLIENT_SCREENSHOT_BYTES_MAX = 5 * MiB;
/** Envelopes in flight at once. More are dropped and counted. */
export const TRANSPORT_BUFFER_COUNT_MAX = 64;
/** Envelopes that wait in a server kit, by number and size, while four are on their way. More are dropped, and counted. */
export const SERVER_TRANSPORT_WAITING_COUNT_MAX = 1000;
export const SERVER_TRANSPORT_WAITING_BYTES_MAX = 16 * MiB;
/** Browsers refuse more than 64 KiB of `keepalive` bodies at once (Fetch, "HTTP-network-or-cache fetch"). */
export const TRANSPORT_KEEPALIVE_BYTES_MAX = 60_000;
export const TRANSPORT_KEEPALIVE_COUNT_MAX = 15;
/** How long one request may take. */
export const TRANSPORT_TIMEOUT_MS = 30_000;
/** The default delay of a 429 without one (@sentry/core `utils/ratelimit.js`). */
export const TRANSPORT_RETRY_AFTER_MS = 60_000;
/** Smaller bodies are not worth compressing. */
export const TRANSPORT_COMPRESS_BYTES_MIN = 4 * KiB;
/** Ancestors that a selector names, and its characters. */
export const CLIENT_SELECTOR_DEPTH_MAX = 5;
export const CLIENT_SELECTOR_CHARS_MAX = 120;
export const CLIENT_ATTRIBUTE_CHARS_MAX = 40;
/**
 * The header with the state of Next.js's router (Next itself refuses a longer one), its segments that are read, and the
 * route made of them.
 */
export const ROUTER_STATE_CHARS_MAX = 40_000;
export const ROUTER_STATE_DEPTH_MAX = 32;
export const ROUTER_STATE_ROUTE_CHARS_MAX = 256;
export const ACTION_ID_CHARS_MAX = 64;
/** A page's trace ends after this long without activity, and in any case after the second limit. */
export const TRACING_IDLE_TIMEOUT_MS = 1000;
export const TRACING_FINAL_TIMEOUT_MS = 30_000;
/** How long it waits for the last span that began in it. */
export const TRACING_CHILD_TIMEOUT_MS = 15_000;
export const TRACING_SPAN_COUNT_MAX = 1000;
/** Logs that are buffered, and how long after the last one they are sent. */
export const LOG_BUFFER_COUNT_MAX = 100;
export const LOG_FLUSH_DELAY_MS = 5000;
