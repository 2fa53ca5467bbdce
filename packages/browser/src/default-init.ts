import { breadcrumbs } from './breadcrumbs/breadcrumbs.ts';
import type { Client } from './client.ts';
import { start } from './init.ts';
import type { Integration } from './integration.ts';
import type { BrowserOptions } from './options.ts';
import { sessions } from './sessions.ts';
import { transportExtras } from './transport/extras.ts';

/** Defaults of @sentry/browser that are not built in: breadcrumbs and, with a `release`, sessions. */
export const getDefaultIntegrations = (_options?: BrowserOptions): Integration[] => [breadcrumbs(), sessions()];

/** Starts reporting errors, breadcrumbs and sessions. A second call restarts with the new options. */
export function init(options: BrowserOptions = {}): Client | undefined {
  const { integrations = [], defaultIntegrations = getDefaultIntegrations() } = options;
  const defaults = defaultIntegrations || [];
  // The first integration of a name wins, so those of the options come first.
  const selected = typeof integrations === 'function' ? integrations([...defaults]) : [...integrations, ...defaults];
  return start(options, selected, transportExtras);
}
