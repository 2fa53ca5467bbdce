import { chance, hexId, seconds } from './clock.ts';
import { guarded } from './debug.ts';
import { parseDsn } from './dsn.ts';
import { reportUncaught } from './errors/global-handlers.ts';
import type { Event, EventHint } from './event.ts';
import { makeFilter } from './filter/filter.ts';
import type { Integration } from './integration.ts';
import { withDefaults } from './options.ts';
import type { BrowserOptions } from './options.ts';
import { onLeave } from './page/listen.ts';
import { describePage } from './page/describe.ts';
import { Scope } from './scope.ts';
import { run } from './steps.ts';
import { itemsOf } from './transport/envelope.ts';
import type { Item } from './transport/envelope.ts';
import { openTransport } from './transport/transport.ts';
import type { DropReason, Parcel, Transport } from './transport/transport.ts';
import { SDK_NAME, SDK_VERSION } from './version.ts';

/** Where the page stands in a trace: errors, spans and headers of requests all name it. */
export interface PropagationContext {
  traceId: string;
  /** The span that stands for the page while no other is active. */
  spanId: string;
  parentSpanId?: string;
  sampled?: boolean;
  /** The dynamic sampling context as the server froze it in `baggage`. */
  dsc?: Record<string, string>;
}

/** What integrations may listen to. */
export interface ClientHooks {
  /** The page may go away, or the host asked for it: hand over what is buffered. */
  flush: () => void;
  /** An event goes out. */
  event: (event: Event) => void;
  /** The network did not take it. `true`: it will be sent later. */
  keep: (parcel: Parcel) => boolean;
}

export interface Client {
  readonly options: BrowserOptions;
  /** Ends with the client: listeners that carry it need no cleaning up. */
  readonly signal: AbortSignal;
  readonly integrations: readonly Integration[];
  /** A navigation begins another. */
  propagation: PropagationContext;
  /** Fields of `contexts.trace`: those of the active span, where spans are recorded. */
  trace: () => Record<string, unknown>;
  /** The dynamic sampling context: what envelopes and `baggage` say of the trace. */
  dsc: () => Record<string, unknown>;
  /** Where it sends to. */
  readonly url: string;
  captureEvent(event: Event, hint: EventHint, scope: Scope): void;
  addIntegration(integration: Integration): void;
  on<Hook extends keyof ClientHooks>(hook: Hook, listener: ClientHooks[Hook]): void;
  /** Sends items that are no events. */
  send(items: Item[], header?: Record<string, unknown>): void;
  readonly transport: Transport;
  flush(timeoutMs?: number): Promise<boolean>;
  close(timeoutMs?: number): Promise<boolean>;
}

/** Opens what `init` configures, or `undefined` where nothing shall be sent. `page` is the scope of the whole page. */
export function openClient(given: BrowserOptions, page: Scope): Client | undefined {
  const dsn = given.enabled !== false && given.dsn ? parseDsn(given.dsn) : undefined;
  if (!dsn) return undefined;
  const options = withDefaults(given);
  const { tunnel, environment, release, dist } = options;
  const sdk = { name: SDK_NAME, version: SDK_VERSION, ...options._metadata?.sdk };
  const hooks: { [Hook in keyof ClientHooks]: ClientHooks[Hook][] } = { flush: [], event: [], keep: [] };
  const integrations: Integration[] = [];
  const ending = new AbortController();
  const { signal } = ending;
  const url =
    tunnel ||
    `${dsn.ingestUrl}?sentry_version=7&sentry_key=${dsn.publicKey}&sentry_client=${sdk.name}%2F${sdk.version}`;
  const drops = makeFilter(options);
  const transport = openTransport({
    url,
    compresses: options.compress !== false && /^\/(?!\/)/.test(url) && 'CompressionStream' in globalThis,
    headers: options.transportOptions?.headers,
    keep: (parcel) => hooks.keep.some((keeps) => guarded(() => keeps(parcel))),
  });
  const flush = (): void => {
    for (const listener of hooks.flush) guarded(listener);
    client.send([]);
  };

  const client: Client = {
    options,
    url,
    signal,
    integrations,
    propagation: { traceId: hexId(16), spanId: hexId(8) },
    trace: () => {
      const { traceId, spanId, parentSpanId } = client.propagation;
      return { trace_id: traceId, span_id: spanId, parent_span_id: parentSpanId };
    },
    dsc: () => {
      const { traceId, dsc } = client.propagation;
      return dsc ?? { trace_id: traceId, public_key: dsn.publicKey, environment, release };
    },
    captureEvent(event, hint, current) {
      const category = event.type ?? 'error';
      const drop = (reason: DropReason = 'internal_sdk_error'): void => {
        transport.drop(reason, category);
        // A trace that is not sent takes its spans along.
        if (event.spans) transport.drop(reason, 'span', event.spans.length + 1);
      };
      if (signal.aborted) return;
      if (!event.type && chance() >= (options.sampleRate ?? 1)) {
        drop('sample_rate');
        return;
      }
      const { attachments, processors, ...fields } = new Scope()
        .update({ request: describePage(), contexts: { trace: client.trace() } })
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
        ...integrations.map(({ processEvent }) => processEvent && ((it: Event) => processEvent(it, hint, client))),
        ...processors,
        last,
      ];
      run(complete, hint, steps, {
        deliver(ready) {
          for (const listener of hooks.event) guarded(() => listener(ready));
          const items = itemsOf(ready, attachments.concat(hint.attachments ?? []));
          client.send(items, { event_id: ready.event_id, trace: client.dsc() });
        },
        drop: (step) => drop(step ? (step === last ? 'before_send' : 'event_processor') : undefined),
        wait: transport.track,
      });
    },
    addIntegration(integration) {
      if (integrations.some(({ name }) => name === integration.name)) return;
      integrations.push(integration);
      guarded(() => integration.setup?.(client));
    },
    on: (hook, listener) => void hooks[hook].push(listener),
    send: (items, header) =>
      transport.send(items, {
        ...header,
        sdk: { name: sdk.name, version: sdk.version },
        ...(tunnel && { dsn: options.dsn }),
      }),
    transport,
    flush(timeoutMs) {
      flush();
      return transport.settled(timeoutMs);
    },
    close(timeoutMs) {
      flush();
      ending.abort();
      return transport.settled(timeoutMs);
    },
  };
  reportUncaught(signal);
  onLeave(signal, () => transport.leave(flush));
  options.integrations?.forEach(client.addIntegration);
  return client;
}
