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

const traces = new WeakMap<Client, { begin: (op: string, options: SpanOptions) => Span }>();

/** Records page loads, navigations and their spans. Requires `tracesSampleRate`. */
export function tracing(options: TracingOptions = {}): Integration {
  return {
    name: 'BrowserTracing',
    setup(client) {
      if (typeof document === 'undefined') return;
      let current: Trace | undefined;
      const begin = (op: string, { attributes, ...given }: SpanOptions): Span => {
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
        return trace.root;
      };
      traces.set(client, { begin });
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
          if (to.split('#')[0] !== from.split('#')[0]) begin('navigation', { name: location.pathname });
        });
      }
    },
  };
}

const meta = (name: string): string | null | undefined =>
  document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');

/** The loading of the page, under the name that a router has for it. */
export const startBrowserTracingPageLoadSpan = (client: Client, options: SpanOptions): Span | undefined =>
  traces.get(client)?.begin('pageload', options);

/** A navigation, under the name that a router has for it: `{ name: '/orders/[id]', attributes: { 'sentry.source': 'route' } }`. */
export const startBrowserTracingNavigationSpan = (client: Client, options: SpanOptions): Span | undefined =>
  traces.get(client)?.begin('navigation', options);
