import type { Event, EventHint } from '@seismo/browser';
import { eventOf, guarded, hexId, isControlFlow, itemsOf, parseDsn, Scope } from '@seismo/browser/parts';
import { renameFiles } from './frames.ts';
import { withServerDefaults } from './options.ts';
import type { ServerOptions } from './options.ts';
import { currentScope, globalScope } from './scopes.ts';
import { openServerTransport, postTo } from './transport.ts';
import type { Post } from './transport.ts';

export interface ServerClient {
  captureException(thrown: unknown, hint: EventHint, about: Event): string;
  captureEvent(event: Event, hint: EventHint): string;
  flush(timeoutMs?: number): Promise<boolean>;
  close(timeoutMs?: number): Promise<boolean>;
  options: ServerOptions;
}

const SDK = { name: 'seismo.javascript.nextjs', version: '0.1.0' };
const FLUSH_MS = 2000;

/** Opens what `init` configures, or `null` where nothing shall be sent. */
export function openServerClient(given: ServerOptions): ServerClient | null {
  const options = withServerDefaults(given);
  const dsn = options.enabled !== false && options.dsn ? parseDsn(options.dsn) : undefined;
  if (!dsn) return null;
  const query = `?sentry_version=7&sentry_key=${dsn.publicKey}&sentry_client=${SDK.name}%2F${SDK.version}`;
  const { deliver } = options;
  const transport = openServerTransport(deliver ? handTo(deliver) : postTo(dsn.ingestUrl + query, unpatchedFetch()));
  const runtime = process.env['NEXT_RUNTIME'] === 'edge' ? 'edge' : 'node';
  const distDir = process.env.SEISMO_NEXT_DIST_DIR || '.next';
  let closed = false;

  async function send(event: Event, hint: EventHint): Promise<void> {
    let ready: Event | null = event;
    try {
      const { processors = [], ...fields } = new Scope().update(globalScope()).update(currentScope()).update(event);
      delete (fields as Partial<Scope>).attachments;
      ready = {
        timestamp: Date.now() / 1000,
        platform: 'node',
        environment: options.environment,
        release: options.release,
        ...(options.serverName && { server_name: options.serverName }),
        sdk: SDK,
        ...event,
        ...fields,
      };
      for (const step of [...processors, options.beforeSend]) {
        if (step && ready) ready = await step(ready, hint);
      }
    } catch {
      return transport.drop('internal_sdk_error', 'error');
    }
    if (!ready) return transport.drop('before_send', 'error');
    const [item] = itemsOf(ready, []);
    renameFiles(item!.payload as Event, distDir);
    transport.send({ header: { event_id: event.event_id, sdk: SDK }, items: [item!] });
  }

  const pending = new Set<Promise<void>>();
  const client: ServerClient = {
    options,
    captureException(thrown, hint, about) {
      const id = hexId(16);
      guarded(() => {
        if (isControlFlow(thrown)) return;
        client.captureEvent(
          { ...eventOf(thrown, hint), ...about, event_id: id },
          { originalException: thrown, ...hint },
        );
      });
      return id;
    },
    captureEvent(event, hint) {
      const id = event.event_id ?? hexId(16);
      guarded(() => {
        if (closed) return;
        if (Math.random() >= (options.sampleRate ?? 1)) return transport.drop('sample_rate', 'error');
        const contexts = {
          runtime: { name: runtime, ...(runtime === 'node' && { version: process['version'] }) },
          ...event.contexts,
        };
        const work = send({ ...event, event_id: id, contexts }, hint).catch(() => {});
        pending.add(work);
        void work.finally(() => pending.delete(work));
      });
      return id;
    },
    async flush(timeoutMs = FLUSH_MS) {
      await Promise.all(pending);
      return transport.settled(timeoutMs);
    },
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

/** Next's own `fetch` keeps answers, and waits for ever while a page is rendered ahead of time. */
function unpatchedFetch(): typeof fetch {
  const patched = globalThis.fetch as typeof fetch & { _nextOriginalFetch?: typeof fetch };
  return patched._nextOriginalFetch ?? patched;
}
