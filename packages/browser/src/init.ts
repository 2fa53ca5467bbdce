import { openClient } from './client.ts';
import type { Client } from './client.ts';
import { guarded, speakIf } from './debug.ts';
import type { BrowserOptions } from './options.ts';
import { pageScopes } from './scopes.ts';

/** Starts reporting. Called again, it starts anew with other options. */
export function init(options: BrowserOptions): Client | undefined {
  return guarded(() => {
    const scopes = pageScopes();
    void scopes.client?.close();
    speakIf(options.debug);
    scopes.client = undefined;
    scopes.page.update(options.initialScope);
    scopes.client = openClient(options, scopes.page);
    return scopes.client;
  });
}
