import type { Event, EventHint, Log } from '@seismo/browser';
import {
  attributesOf,
  safely,
  isIgnored,
  itemsOf,
  openLogBuffer,
  parseDsn,
  runSteps,
  Scope,
} from '@seismo/browser/parts';
import { renameFiles } from './frames.ts';
import { withServerDefaults, type ServerOptions } from './options.ts';
import type { ScopesOfEvent } from './scopes.ts';
import { inTime, openServerTransport, postTo, type Post } from './transport.ts';

export interface ServerClient {
  /** `about` is the data about the request, without the scopes. */
  captureEvent(event: Event & { event_id: string }, hint: EventHint, scopes: ScopesOfEvent, about: Event): void;
  captureLog(log: Log, scopes: ScopesOfEvent): void;
  /** The dynamic sampling context, for envelopes and `baggage`. */
  dsc(traceId: string): Record<string, string | undefined>;
  flush(timeoutMs?: number): Promise<boolean>;
  /** Flushes logs together with those that follow soon. */
  flushSoon(): Promise<boolean>;
  close(timeoutMs?: number): Promise<boolean>;
  options: ServerOptions;
}

const SDK = { name: 'seismo.javascript.nextjs', version: '0.1.0' };
const FLUSH_MS = 2000;
const FLUSH_SOON_MS = 1000;

/** Creates the client that `init` configures, or returns `null` if nothing should be sent. */
export function openServerClient(given: ServerOptions): ServerClient | null {
  const options = withServerDefaults(given);
  const dsn = options.enabled !== false && options.dsn ? parseDsn(options.dsn) : undefined;
  if (!dsn) return null;
  const { deliver, environment, release, dist, serverName, beforeSend, beforeSendLog, sendDefaultPii } = options;
  const query = `?sentry_version=7&sentry_key=${dsn.publicKey}&sentry_client=${SDK.name}%2F${SDK.version}`;
  const transport = openServerTransport(deliver ? handTo(deliver) : postTo(dsn.ingestUrl + query, unpatchedFetch()));
  const runtime = process.env['NEXT_RUNTIME'] === 'edge' ? 'edge' : 'node';
  const distDir = process.env.SEISMO_NEXT_DIST_DIR || '.next';
  const pending = new Set<Promise<unknown>>();
  let closed = false;
  let soon: Promise<boolean> | undefined;

  const track = (work: Promise<unknown>): void => {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  };
  const logs = openLogBuffer({
    beforeSendLog,
    sendDefaultPii,
    send: (item) => transport.send({ sdk: SDK }, [item]),
    drop: (reason) => transport.drop(reason, 'log_item'),
  });

  const client: ServerClient = {
    options,
    dsc: (traceId) => ({ trace_id: traceId, public_key: dsn.publicKey, environment, release }),
    captureEvent(event, hint, { isolation, outer, inner }, about) {
      if (closed) return;
      const category = event.type ?? 'error';
      if (!event.type && Math.random() >= (options.sampleRate ?? 1)) return transport.drop('sample_rate', category);
      const { trace } = isolation;
      const { traceId, spanId, parentSpanId } = trace;
      const merged = new Scope().update({
        contexts: {
          runtime: { name: runtime, ...(runtime === 'node' && { version: process['version'] }) },
          trace: { trace_id: traceId, span_id: spanId, parent_span_id: parentSpanId },
        },
      });
      for (const part of [about, ...outer, event, inner]) merged.update(part);
      const { attachments = [], processors = [], ...fields } = merged;
      const complete: Event = {
        timestamp: Date.now() / 1000,
        platform: 'node',
        environment,
        release,
        dist,
        ...(serverName && { server_name: serverName }),
        sdk: SDK,
        ...event,
        ...fields,
      };
      const steps = [
        !event.type && ((it: Event) => (isIgnored(options, it, hint) ? null : it)),
        ...processors,
        !event.type && beforeSend,
      ];
      runSteps(complete, hint, steps, track, (end, reason) => {
        if (!end) return transport.drop(reason!, category);
        const [item, ...attached] = itemsOf(end, attachments.concat(hint.attachments ?? []));
        renameFiles(item!.payload as Event, distDir);
        const header = { event_id: end.event_id, sdk: SDK, trace: trace.dsc ?? client.dsc(traceId) };
        transport.send(header, [item!, ...attached]);
      });
    },
    captureLog(log, { isolation, outer, inner }) {
      if (closed) return;
      const scope = new Scope();
      for (const part of [...outer, inner]) scope.update(part);
      logs.add(log, {
        traceId: isolation.trace.traceId,
        attributes: {
          ...attributesOf(options, scope),
          'sentry.trace.parent_span_id': isolation.trace.parentSpanId,
          'server.address': serverName,
        },
      });
    },
    flush(timeoutMs = FLUSH_MS) {
      safely(logs.flush);
      return inTime(Promise.all(pending).then(transport.settled), timeoutMs);
    },
    flushSoon: () =>
      (soon ??= new Promise((resolve) => setTimeout(resolve, FLUSH_SOON_MS)).then(() => {
        soon = undefined;
        return client.flush();
      })),
    close(timeoutMs) {
      const flushed = client.flush(timeoutMs);
      closed = true;
      return flushed;
    },
  };
  return client;
}

const handTo =
  (deliver: NonNullable<ServerOptions['deliver']>): Post =>
  async (envelope) => {
    await deliver(new Uint8Array(await envelope.arrayBuffer()));
    return { status: 200, headers: new Headers() };
  };

/** Next's own `fetch` caches responses and never resolves while a page is prerendered. */
function unpatchedFetch(): typeof fetch {
  const patched = globalThis.fetch as typeof fetch & { _nextOriginalFetch?: typeof fetch };
  return patched._nextOriginalFetch ?? patched;
}
