import type { Client } from './client.ts';
import { start } from './init.ts';
import type { Integration } from './integration.ts';
import type { BrowserOptions } from './options.ts';

/**
 * The entry for the smallest bundle: the same names, with an `init` that reports errors and starts only `integrations`.
 */
export * from './index.ts';

export const init = (
  options: Omit<BrowserOptions, 'integrations' | 'defaultIntegrations' | 'compress'> & {
    integrations?: readonly Integration[];
  },
): Client | undefined => start(options, options.integrations ?? []);
