import {
  BrowserClient,
  breadcrumbsIntegration,
  captureException,
  dedupeIntegration,
  defaultStackParser,
  eventFiltersIntegration,
  functionToStringIntegration,
  getCurrentScope,
  globalHandlersIntegration,
  httpContextIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
} from '@sentry/browser';
import { rateLimit } from './rate.ts';
import { setReporter } from './report.ts';

const REPORTS_MAX = 10;
const REPORTS_WINDOW_MS = 60_000;

export interface Reporting {
  dsn: string;
  tunnel: string;
  release: string;
}

/** Starts error reporting through our own tunnel. Errors about the tunnel itself are dropped, so nothing can loop. */
export function startReporting({ dsn, tunnel, release }: Reporting): void {
  const admit = rateLimit(REPORTS_MAX, REPORTS_WINDOW_MS, () => Date.now());
  const client = new BrowserClient({
    dsn,
    tunnel,
    release,
    environment: 'dashboard',
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [
      functionToStringIntegration(),
      eventFiltersIntegration(),
      globalHandlersIntegration(),
      breadcrumbsIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
    ],
    beforeSend(event, hint) {
      const text = `${event.message ?? ''} ${(event.exception?.values ?? []).map((value) => value.value ?? '').join(' ')}`;
      if (text.includes(tunnel) || !admit()) return null;
      const error = hint.originalException;
      const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null;
      return digest ? { ...event, tags: { ...event.tags, digest } } : event;
    },
  });
  getCurrentScope().setClient(client);
  client.init();
  setReporter((error) => captureException(error));
}
