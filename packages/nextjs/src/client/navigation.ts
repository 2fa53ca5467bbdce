import { getClient, startBrowserTracingNavigationSpan } from '@seismo/browser';
import { safely } from '@seismo/browser/parts';

/**
 * For `instrumentation-client.ts`, as `onRouterTransitionStart`: the request for the next page, which Next sends before it
 * changes the URL, then belongs to the navigation to it. Requires `tracing()`.
 */
export function captureRouterTransitionStart(href: string): void {
  safely(() => {
    const client = getClient();
    if (client) startBrowserTracingNavigationSpan(client, { name: new URL(href, location.href).pathname });
  });
}
