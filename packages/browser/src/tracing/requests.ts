import type { Client } from '../client.ts';
import { matches } from '../filter/filter.ts';
import { observeRequests, type PageRequest } from '../page/requests.ts';
import { traceHeaders, withBaggage } from './headers.ts';
import type { Span } from './span.ts';

/** Makes requests of the page spans, and lets the services that they go to continue the trace. */
export function traceRequests(client: Client): void {
  const spans = new Map<PageRequest['set'], Span>();
  observeRequests(client, {
    started(request) {
      const { kind, method, url, action, headers, set } = request;
      const parent = client.active;
      const span = parent?.trace?.begin(
        {
          name: `${method} ${url.origin}${url.pathname}`,
          op: 'http.client',
          attributes: {
            'sentry.origin': `auto.http.browser.${kind}`,
            type: kind,
            url: url.href,
            'http.request.method': method,
            'server.address': url.host,
            ...(action && { 'http.action_id': action.id, 'http.route': action.route }),
          },
        },
        parent,
      );
      // The start of a request is its key; its end is a copy of it.
      if (span) spans.set(set, span);
      if (!reaches(client, url) || headers.has('sentry-trace')) return;
      for (const [name, value] of Object.entries(traceHeaders(client, span))) {
        if (name !== 'baggage') set(name, value);
      }
      const baggage = headers.get('baggage') ?? '';
      if (!baggage.includes('sentry-'))
        set('baggage', withBaggage(kind === 'fetch' && baggage ? baggage : '', client.dsc()));
    },
    ended({ set, status }) {
      const span = spans.get(set);
      spans.delete(set);
      if (!span) return;
      if (status) span.setAttribute('http.response.status_code', status);
      span.setStatus(status && status < 400 ? { code: 1 } : { code: 2, message: statusName(status) });
      span.end();
    },
  });
}

/** Trace headers to another origin may cause a preflight request, so only configured targets get them. */
function reaches({ options }: Client, url: URL): boolean {
  const own = url.origin === globalThis.location?.origin;
  const { tracePropagationTargets: targets } = options;
  return targets ? matches(url.href, targets) || (own && matches(url.pathname, targets)) : own;
}

/** In the words of the protocol (@sentry/core `tracing/spanstatus.js`, 11.12.0). */
function statusName(status: number): string {
  const names: Record<number, string> = {
    401: 'unauthenticated',
    403: 'permission_denied',
    404: 'not_found',
    409: 'already_exists',
    429: 'resource_exhausted',
    503: 'unavailable',
    504: 'deadline_exceeded',
  };
  return names[status] ?? (status >= 400 && status < 500 ? 'invalid_argument' : 'internal_error');
}
