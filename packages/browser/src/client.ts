import { chance, hexId, seconds } from './clock.ts';
import { safely } from './debug.ts';
import { parseDsn } from './dsn.ts';
import { reportUncaught } from './errors/global-handlers.ts';
import type { Event, EventHint } from './event.ts';
import { makeFilter } from './filter/filter.ts';
import type { Integration } from './integration.ts';
import { withDefaults, type BrowserOptions } from './options.ts';
import { onLeave } from './page/listen.ts';
import { describePage } from './page/describe.ts';
import { Scope } from './scope.ts';
import { run } from './steps.ts';
import type { Span } from './tracing/span.ts';
import { itemsOf, type Item } from './transport/envelope.ts';
import { openTransport } from './transport/transport.ts';
import type { DropReason, PendingEnvelope, Transport, TransportExtras } from './transport/transport.ts';
import { SDK_NAME, SDK_VERSION } from './version.ts';

/** The page's position in a trace. Errors, spans and request headers refer to it. */
export interface PropagationContext {
  traceId: string;
  /** The parent of everything while no other span is active. */
  spanId: string;
  parentSpanId?: string;
  /** The sampling decision and `baggage` of the calling service. */
  parentSampled?: boolean | undefined;
  dsc?: Record<string, string> | undefined;
  /** The sampling decision of this page and its random number, which is passed on. */
  sampled?: boolean;
  rand?: number;
  sampling?: Record<string, string>;
}

/** The events that integrations can listen to. */
export interface ClientHooks {
  /** Sends buffered data. Called by `flush` and before the page is left. */
  flush: (leaving: boolean) => void;
  /** An event is being sent. */
  event: (event: Event) => void;
  /** The network did not take it. `true`: it will be sent later. */
  keep: (envelope: PendingEnvelope) => boolean;
}

export interface Client {
  readonly options: BrowserOptions;
  /** Ends with the client: listeners that carry it need no cleaning up. */
  readonly signal: AbortSignal;
  readonly integrations: readonly Integration[];
  /** A navigation begins another. */
  propagation: PropagationContext;
  /** The span that errors, requests and further spans belong to, where spans are recorded. */
  active?: Span | undefined;
  /** Measurements of the page load; the first event that is sent takes them. */
  measurements: NonNullable<Event['measurements']>;
  /** The dynamic sampling context, for envelopes and `baggage`. */
  dsc: () => Record<string, unknown>;
  captureEvent(event: Event, hint: EventHint, scope: Scope): void;
  addIntegration(integration: Integration): void;
  on<Hook extends keyof ClientHooks>(hook: Hook, listener: ClientHooks[Hook]): void;
  /** Sends items that are no events. */
  send(items: Item[], header?: Record<string, unknown>): Promise<number> | undefined;
  readonly transport: Transport;
  flush(timeoutMs?: number): Promise<boolean>;
  close(timeoutMs?: number): Promise<boolean>;
}

/**
 * Creates the client that `init` configures, or returns `undefined` if nothing should be sent. `page` is the scope of
 * the page.
 */
export function openClient(
  given: BrowserOptions,
  integrations: readonly Integration[],
  page: Scope,
  extras?: (options: BrowserOptions, direct: string) => TransportExtras,
): Client | undefined {
  const dsn = given.enabled !== false && given.dsn ? parseDsn(given.dsn) : undefined;
  if (!dsn) return undefined;
  const options = withDefaults(given);
  const { tunnel, environment, release, dist } = options;
  const sdk = { name: SDK_NAME, version: SDK_VERSION, ...options._metadata?.sdk };
  const hooks: { [Hook in keyof ClientHooks]: ClientHooks[Hook][] } = { flush: [], event: [], keep: [] };
  const added: Integration[] = [];
  const ending = new AbortController();
  const { signal } = ending;
  const direct = `${dsn.ingestUrl}?sentry_version=7&sentry_key=${dsn.publicKey}&sentry_client=${sdk.name}%2F${sdk.version}`;
  const drops = makeFilter(options);
  const transport = openTransport(
    tunnel || direct,
    (envelope) => hooks.keep.some((keeps) => safely(() => keeps(envelope))),
    extras?.(given, direct),
  );
  const flush = (leaving: boolean): void => {
    for (const listener of hooks.flush) safely(() => listener(leaving));
    void client.send([]);
  };

  const client: Client = {
    options,
    signal,
    integrations: added,
    propagation: { traceId: hexId(16), spanId: hexId(8) },
    measurements: {},
    dsc: () => {
      const { traceId, dsc, sampling } = client.propagation;
      return dsc ?? { trace_id: traceId, public_key: dsn.publicKey, environment, release, ...sampling };
    },
    captureEvent(event, hint, current) {
      const category = event.type ?? 'error';
      const drop = (reason: DropReason): void => {
        transport.drop(reason, category);
        // A trace that is not sent takes its spans along.
        if (event.spans) transport.drop(reason, 'span', event.spans.length + 1);
      };
      if (signal.aborted) return;
      if (!event.type && chance() >= (options.sampleRate ?? 1)) return drop('sample_rate');
      const { traceId, spanId, parentSpanId } = client.active ?? client.propagation;
      const trace = { trace_id: traceId, span_id: spanId, parent_span_id: parentSpanId };
      const {
        attachments = [],
        processors = [],
        ...fields
      } = new Scope()
        .update({ request: describePage(), contexts: { trace } })
        .update(page)
        .update(event)
        .update(current);
      const complete: Event = {
        timestamp: seconds(),
        platform: 'javascript',
        environment,
        release,
        dist,
        sdk: { ...sdk, settings: { infer_ip: options.sendDefaultPii ? 'auto' : 'never' } },
        ...event,
        ...fields,
      };
      const { beforeSend, beforeSendTransaction } = options;
      const last = event.type ? event.type === 'transaction' && beforeSendTransaction : beforeSend;
      const steps = [
        !event.type && ((it: Event) => (drops(it, hint) ? null : it)),
        ...added.map(({ processEvent }) => processEvent && ((it: Event) => processEvent(it, hint, client))),
        ...processors,
        last,
      ];
      run(complete, hint, steps, transport.track, (end, reason) => {
        if (!end) return drop(reason!);
        for (const listener of hooks.event) safely(() => listener(end));
        const items = itemsOf(end, attachments.concat(hint.attachments ?? []));
        const answer = client.send(items, { event_id: end.event_id, trace: client.dsc() });
        hint.answered?.(answer);
      });
    },
    addIntegration(integration) {
      if (added.some(({ name }) => name === integration.name)) return;
      added.push(integration);
      safely(() => integration.setup?.(client));
    },
    on: (hook, listener) => void hooks[hook].push(listener),
    send: (items, header) => transport.send(items, { ...header, sdk, ...(tunnel && { dsn: options.dsn }) }),
    transport,
    flush(timeoutMs) {
      flush(false);
      return transport.settled(timeoutMs);
    },
    close(timeoutMs) {
      const flushed = client.flush(timeoutMs);
      ending.abort();
      return flushed;
    },
  };
  reportUncaught(signal);
  onLeave(signal, (forGood) => transport.leave(() => flush(true), forGood));
  integrations.forEach(client.addIntegration);
  return client;
}
