import {
  TRANSPORT_BUFFER_COUNT_MAX,
  TRANSPORT_KEEPALIVE_BYTES_MAX,
  TRANSPORT_KEEPALIVE_COUNT_MAX,
  TRANSPORT_TIMEOUT_MS,
} from '@seismo/protocol/client-limits';
import { isoTime, seconds } from '../clock.ts';
import { categoryOf, itemParts, type Item } from './envelope.ts';
import { isLimited, applyRateLimits, type RateLimits } from './rate-limits.ts';

export type DropReason =
  | 'before_send'
  | 'buffer_overflow'
  | 'callback_error'
  | 'event_processor'
  | 'internal_sdk_error'
  | 'network_error'
  | 'queue_overflow'
  | 'ratelimit_backoff'
  | 'sample_rate'
  | 'send_error';

export type EnvelopeHeader = Record<string, unknown>;

export interface Discarded {
  reason: DropReason;
  category: string;
  quantity: number;
}

/** An envelope. Only its header can still change. */
export interface PendingEnvelope {
  header: EnvelopeHeader;
  body: Blob;
  /** What is lost with it: its items and the client reports in it. */
  contents: (Omit<Discarded, 'reason'> & { reason?: DropReason })[];
}

/** Features that the smallest SDK leaves out. */
export interface TransportExtras {
  /** Another address, if the response shows that nothing at this one accepts envelopes. */
  reroute?: ((answer: Response, from: string) => string | undefined) | undefined;
  /**
   * Compresses an envelope if that is worthwhile. Resolves to nothing if the envelope was sent when the page was left.
   */
  compress?: (lines: Blob, url: string) => Promise<Blob | undefined> | undefined;
  /** Sends the envelopes that are being compressed. */
  leave?: (beacon: (lines: Blob) => boolean) => void;
}

/**
 * Sends envelopes, at most 64 at a time, and counts those it cannot send. The counts are sent with the next envelope,
 * or alone when the page is left. `keep` stores envelopes that the network refused and returns whether it will send
 * them later. Never throws or rejects.
 */
export function openTransport(
  address: string,
  keep: (envelope: PendingEnvelope) => boolean,
  { reroute, compress, leave }: TransportExtras = {},
) {
  // The page's original `fetch`: those of breadcrumbs and tracing would record our requests. As a property of
  // `globalThis`, so that bundlers for other runtimes do not warn.
  const { fetch } = globalThis;
  const limits: RateLimits = new Map();
  const dropped = new Map<string, Discarded>();
  const pending = new Set<Promise<unknown>>();
  let keepaliveBytes = 0;
  let leaving = false;
  let leftCount = 0;

  function drop(reason: DropReason, category: string, quantity = 1): void {
    const key = reason + category;
    dropped.set(key, { reason, category, quantity: quantity + (dropped.get(key)?.quantity ?? 0) });
  }

  const dropAll = (contents: PendingEnvelope['contents'], why: DropReason): void =>
    contents.forEach(({ reason = why, category, quantity }) => drop(reason, category, quantity));

  /** Resolves to the status of the response, 0 without one, nothing if nothing is sent. */
  function send(items: readonly Item[], header: EnvelopeHeader): Promise<number> | undefined {
    const goes = items.filter((item) => !isLimited(limits, categoryOf(item.header.type)));
    // Attachments are useless without their event.
    const rest = goes[0] === items[0] ? goes : [];
    const pendingItems = items.filter((item) => !rest.includes(item));
    dropAll(pendingItems.map(contentOf), 'ratelimit_backoff');
    if (items.length && !rest.length) return undefined;
    const contents: PendingEnvelope['contents'] = rest.map(contentOf);
    if (pending.size >= TRANSPORT_BUFFER_COUNT_MAX) {
      dropAll(contents, 'queue_overflow');
      return undefined;
    }
    if (dropped.size && !isLimited(limits, 'internal')) {
      const discarded = [...dropped.values()];
      rest.push({ header: { type: 'client_report' }, payload: { timestamp: seconds(), discarded_events: discarded } });
      contents.push(...discarded);
      dropped.clear();
    }
    return rest.length ? deliver({ header, body: new Blob(itemParts(rest)), contents }) : undefined;
  }

  const contentOf = ({ header, quantity = 1 }: Item) => ({ category: categoryOf(header.type), quantity });

  function deliver(envelope: PendingEnvelope): Promise<number> | undefined {
    const { header, body, contents } = envelope;
    const lines = new Blob([JSON.stringify({ ...header, sent_at: isoTime() }), body], { type: 'text/plain' });
    if (leaving && beacon(lines)) return undefined;
    const compressed = !leaving && compress?.(lines, transport.url);
    const sent = compressed ? compressed.then((body) => (body ? post(body, 'gzip') : 200)) : post(lines);
    return track(
      sent
        .then((status) => status ?? post(lines))
        .then(
          (status = 0) => {
            if (status >= 400 && status !== 429) dropAll(contents, 'send_error');
            return status;
          },
          () => {
            if (!keep(envelope)) dropAll(contents, 'network_error');
            return 0;
          },
        ),
    );
  }

  function track<T>(work: Promise<T>): Promise<T> {
    pending.add(work);
    void work.finally(() => pending.delete(work));
    return work;
  }

  const beacon = (lines: Blob): boolean => navigator.sendBeacon(transport.url, lines);

  /** Resolves to the status of the response, or to nothing if the envelope goes to another address. */
  async function post(body: Blob, encoding?: string): Promise<number | undefined> {
    const keepalive =
      pending.size < TRANSPORT_KEEPALIVE_COUNT_MAX && keepaliveBytes + body.size <= TRANSPORT_KEEPALIVE_BYTES_MAX;
    keepaliveBytes += body.size;
    const { url } = transport;
    const before = leftCount;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        ...(encoding && { headers: { 'content-encoding': encoding } }),
        keepalive,
        signal: AbortSignal.timeout(TRANSPORT_TIMEOUT_MS),
      });
      const other = reroute?.(answer, url);
      if (other) {
        transport.url = other;
        return undefined;
      }
      applyRateLimits(limits, answer.status, (name) => answer.headers.get(name));
      return answer.status;
    } catch (error) {
      // The browser finishes requests of a page that was left, but does not report their result.
      if (keepalive && before < leftCount) return 200;
      throw error;
    } finally {
      keepaliveBytes -= body.size;
    }
  }

  const transport = {
    /** Where it sends to now. */
    url: address,
    send,
    /** Retries stored envelopes. */
    resend: deliver,
    drop,
    /** Counts the promise as in flight until it settles. */
    track,
    /** The page may be gone after `work` and the requests it makes. */
    leave(work: () => void, forGood?: boolean): void {
      leaving = true;
      if (forGood) leftCount += 1;
      leave?.(beacon);
      work();
      leaving = false;
    },
    /** Resolves to whether everything that was on its way has been answered within the time. */
    settled: (timeoutMs?: number): Promise<boolean> => {
      // A failed envelope may be on its way into storage.
      const all = async (): Promise<boolean> => !pending.size || Promise.all(pending).then(all);
      const expire = (resolve: (inTime: boolean) => void): unknown =>
        timeoutMs && setTimeout(resolve, timeoutMs, false);
      return Promise.race([all(), new Promise<boolean>(expire)]);
    },
  };
  return transport;
}

export type Transport = ReturnType<typeof openTransport>;
