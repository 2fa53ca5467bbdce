/** The data that hosts and Next's edge sandbox provide about the current request. */
interface HostContext {
  waitUntil?: (promise: Promise<unknown>) => void;
}

/**
 * One object per request: Next's own name for it (next 15 and 16.4 `server/after/builtin-request-context.js`, which the
 * edge sandbox and adapters of hosts set), and Vercel's (`@vercel/functions`).
 */
export function hostContext(): HostContext | undefined {
  for (const name of ['@next/request-context', '@vercel/request-context']) {
    const provider = (globalThis as { [key: symbol]: { get?(): HostContext | undefined } | undefined })[
      Symbol.for(name)
    ];
    const context = provider?.get?.();
    if (context) return context;
  }
  return undefined;
}
