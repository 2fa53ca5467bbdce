/**
 * Values that Next.js throws to redirect, to show "not found", or to leave a page to the browser are not errors. Their
 * digest identifies them: `NEXT_REDIRECT;…`, `NEXT_HTTP_ERROR_FALLBACK;404`, `NEXT_NOT_FOUND`,
 * `NEXT_PRERENDER_INTERRUPTED`, `BAILOUT_TO_CLIENT_SIDE_RENDERING`, `DYNAMIC_SERVER_USAGE`, `HANGING_PROMISE_REJECTION`
 * (next 15 and 16.4 `client/components/*-error.js`, `server/dynamic-rendering-utils.js`, read 2026-11). Digests of
 * errors are numbers.
 */
export const isControlFlow = (thrown: unknown): boolean =>
  /^(NEXT_|BAILOUT_TO_|DYNAMIC_SERVER_|HANGING_PROMISE_)/.test(
    String((thrown as { digest?: unknown } | null | undefined)?.digest),
  );
