import { breadcrumbs } from './breadcrumbs/breadcrumbs.ts';
import type { Client } from './client.ts';
import { start } from './init.ts';
import type { Integration } from './integration.ts';
import type { BrowserOptions } from './options.ts';
import { sessions } from './sessions.ts';
import { transportExtras } from './transport/extras.ts';

/** What @sentry/browser has on by default and is not built in: breadcrumbs and, with a `release`, sessions. */
export const getDefaultIntegrations = (_options?: BrowserOptions): Integration[] => [breadcrumbs(), sessions()];

/** Starts reporting errors, breadcrumbs and sessions. Called again, it starts anew with other options. */
export function init(options: BrowserOptions = {}): Client | undefined {
  const { integrations = [], defaultIntegrations = getDefaultIntegrations() } = options;
  const defaults = defaultIntegrations || [];
  // Those of the options come first: of two with one name the first is taken.
  const selected = typeof integrations === 'function' ? integrations([...defaults]) : [...integrations, ...defaults];
  return start(options, selected, transportExtras);
}
