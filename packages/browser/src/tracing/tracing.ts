import type { Client } from '../client.ts';
import { hexId, preciseSeconds, setPreciseClock } from '../clock.ts';
import type { Integration } from '../integration.ts';
import { observeNavigation } from '../page/navigation.ts';
import { sameResource } from '../page/requests.ts';
import { beginIdleTrace, type IdleTimeouts } from './idle.ts';
import { propagationFrom } from './headers.ts';
import { traceLoading, tracePage } from './page-spans.ts';
import { traceRequests } from './requests.ts';
import type { Span, SpanOptions } from './span.ts';
import type { Trace } from './trace.ts';

export interface TracingOptions extends IdleTimeouts {
  /** `false` for routers that name their pages themselves, with `startBrowserTracingPageLoadSpan`. */
  instrumentPageLoad?: boolean;
  /** … and with `startBrowserTracingNavigationSpan`. */
  instrumentNavigation?: boolean;
}

type Begin = (op: string, options: SpanOptions, isRouted?: boolean) => Span;

const traces = new WeakMap<Client, Begin>();

/** Records page loads, navigations and their spans. Requires `tracesSampleRate`. */
export function tracing(options: TracingOptions = {}): Integration {
  return {
    name: 'BrowserTracing',
    setup(client) {
      if (typeof document === 'undefined') return;
      let current: Trace | undefined;
      /** The navigation that a router announced, until the URL changes. */
      let announced: Trace | undefined;
      const begin: Begin = (op, { attributes, ...given }, isRouted) => {
        current?.finish?.();
        setPreciseClock();
        const load = op === 'pageload';
        client.propagation = load
          ? propagationFrom(meta('sentry-trace'), meta('baggage'))
          : { traceId: hexId(16), spanId: hexId(8) };
        const trace = beginIdleTrace(
          client,
          {
            op,
            ...(load && { startTime: preciseSeconds(0) }),
            ...given,
            attributes: { 'sentry.origin': `auto.${op}.browser`, 'sentry.source': 'url', ...attributes },
          },
          options,
          () => {
            if (!load) return;
            traceLoading(trace);
            if (trace.sampled) Object.assign(trace.measurements, client.measurements);
            client.measurements = {};
          },
        );
        current = trace;
        announced = isRouted ? trace : undefined;
        return trace.root;
      };
      traces.set(client, begin);
      client.on('flush', (leaving) => {
        if (leaving) current?.finish?.();
      });
      traceRequests(client);
      tracePage(
        client,
        () => (current?.root.endTime ? undefined : current),
        (url) => sameResource(url, client.transport.url),
      );
      if (options.instrumentPageLoad !== false) begin('pageload', { name: location.pathname });
      if (options.instrumentNavigation !== false) {
        observeNavigation(client, (to, from) => {
          if (to.split('#')[0] === from.split('#')[0]) return;
          const isAnnounced = announced && !announced.root.endTime;
          announced = undefined;
          if (!isAnnounced) begin('navigation', { name: location.pathname });
        });
      }
    },
  };
}

const meta = (name: string): string | null | undefined =>
  document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');

/** The loading of the page, under the name that a router has for it. */
export const startBrowserTracingPageLoadSpan = (client: Client, options: SpanOptions): Span | undefined =>
  traces.get(client)?.('pageload', options);

/**
 * A navigation, under the name that a router has for it: `{ name: '/orders/[id]', attributes: { 'sentry.source': 'route' }
 * }`. It lasts while the router loads the page; the change of the URL that follows starts no other.
 */
export const startBrowserTracingNavigationSpan = (client: Client, options: SpanOptions): Span | undefined =>
  traces.get(client)?.('navigation', options, true);
