import { openClient, type Client } from './client.ts';
import { safely, setDebug } from './debug.ts';
import type { Integration } from './integration.ts';
import type { BrowserOptions } from './options.ts';
import { pageScopes } from './scopes.ts';
import type { TransportExtras } from './transport/transport.ts';

/** Starts reporting. A second call restarts with the new options. */
export const start = (
  options: BrowserOptions,
  integrations: readonly Integration[],
  extras?: (options: BrowserOptions, direct: string) => TransportExtras,
): Client | undefined =>
  safely(() => {
    const scopes = pageScopes();
    void scopes.client?.close();
    setDebug(options.debug);
    scopes.client = undefined;
    scopes.page.update(options.initialScope);
    return (scopes.client = openClient(options, integrations, scopes.page, extras));
  });
