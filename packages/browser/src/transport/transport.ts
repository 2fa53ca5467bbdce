import {
  TRANSPORT_BUFFER_COUNT_MAX,
  TRANSPORT_COMPRESS_BYTES_MIN,
  TRANSPORT_KEEPALIVE_BYTES_MAX,
  TRANSPORT_KEEPALIVE_COUNT_MAX,
  TRANSPORT_TIMEOUT_MS,
} from '@seismo/protocol/limits';
import { isoTime, seconds } from '../clock.ts';
import { categoryOf, itemParts } from './envelope.ts';
import type { Item } from './envelope.ts';
import { isLimited, obey } from './rate-limits.ts';
import type { RateLimits } from './rate-limits.ts';

export type DropReason =
  | 'before_send'
  | 'buffer_overflow'
  | 'event_processor'
  | 'internal_sdk_error'
  | 'network_error'
  | 'queue_overflow'
  | 'ratelimit_backoff'
  | 'sample_rate'
  | 'send_error';

export type EnvelopeHeader = Record<string, unknown>;

/** An envelope, of which only the header may change once it is made. */
export interface Parcel {
  header: EnvelopeHeader;
  body: Blob;
}

export interface Discarded {
  reason: DropReason;
  category: string;
  quantity: number;
}

export interface TransportOptions {
  url: string;
  /** `gzip` makes a request to another origin ask first, so only the own origin gets it. */
  compresses: boolean;
  headers: Record<string, string> | undefined;
  /** Takes what the network did not, and says whether it will be sent later. */
  keep: (parcel: Parcel) => boolean;
}

/**
 * Sends envelopes, at most 64 at a time, and counts what it cannot send. The counts go along with the next envelope, or
 * alone when the page is left. Nothing here throws or rejects.
 */
export function openTransport({ url, compresses, headers, keep }: TransportOptions) {
  // The page's own `fetch`: the one that breadcrumbs and tracing put in its place would take our requests for the page's.
  const { fetch } = globalThis;
  const limits: RateLimits = new Map();
  const dropped = new Map<string, Discarded>();
  const pending = new Set<Promise<unknown>>();
  /** What is still being compressed, to be sent at once when the page is left. */
  const urgent = new Set<() => void>();
  let keepaliveBytes = 0;
  let leaving = false;

  function drop(reason: DropReason, category: string, quantity = 1): void {
    const key = reason + category;
    dropped.set(key, { reason, category, quantity: quantity + (dropped.get(key)?.quantity ?? 0) });
  }

  function dropAll(items: readonly Item[], reason: DropReason): void {
    for (const { header, payload, quantity } of items) {
      // What was told of before is told of again.
      if (header.type === 'client_report')
        (payload as ClientReport).discarded_events.forEach((it) => drop(it.reason, it.category, it.quantity));
      else drop(reason, categoryOf(header.type), quantity);
    }
  }

  function send(items: readonly Item[], header: EnvelopeHeader): void {
    const goes = items.filter((item) => !isLimited(limits, categoryOf(item.header.type)));
    // What comes with an event means nothing without it.
    const rest = goes[0] === items[0] ? goes : [];
    dropAll(
      items.filter((item) => !rest.includes(item)),
      'ratelimit_backoff',
    );
    if (items.length && !rest.length) return;
    if (pending.size >= TRANSPORT_BUFFER_COUNT_MAX) {
      dropAll(rest, 'queue_overflow');
      return;
    }
    if (dropped.size && !isLimited(limits, 'internal')) {
      const payload: ClientReport = { timestamp: seconds(), discarded_events: [...dropped.values()] };
      rest.push({ header: { type: 'client_report' }, payload });
      dropped.clear();
    }
    if (rest.length) deliver({ header, body: new Blob(itemParts(rest)) }, rest);
  }

  function deliver({ header, body }: Parcel, items: readonly Item[]): void {
    const lines = new Blob([JSON.stringify({ ...header, sent_at: isoTime() }), body], { type: 'text/plain' });
    if (leaving && navigator.sendBeacon(url, lines)) return;
    const large = compresses && !leaving && lines.size >= TRANSPORT_COMPRESS_BYTES_MIN;
    track(
      (large ? compress(lines) : post(lines)).then(
        (status) => {
          if (status >= 400 && status !== 429) dropAll(items, 'send_error');
        },
        () => {
          if (!keep({ header, body })) dropAll(items, 'network_error');
        },
      ),
    );
  }

  function track(work: Promise<unknown>): void {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  }

  const compress = (lines: Blob): Promise<number> =>
    new Promise((resolve) => {
      const once = (body: Blob, encoding?: string): void => {
        if (!urgent.delete(now)) return;
        resolve(leaving && navigator.sendBeacon(url, body) ? 0 : post(body, encoding));
      };
      const now = (): void => once(lines);
      urgent.add(now);
      new Response(lines.stream().pipeThrough(new CompressionStream('gzip')))
        .blob()
        .then((small) => once(small, 'gzip'), now);
    });

  async function post(body: Blob, encoding?: string): Promise<number> {
    const keepalive =
      pending.size < TRANSPORT_KEEPALIVE_COUNT_MAX && keepaliveBytes + body.size <= TRANSPORT_KEEPALIVE_BYTES_MAX;
    keepaliveBytes += body.size;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers: { ...(encoding && { 'content-encoding': encoding }), ...headers },
        keepalive,
        signal: AbortSignal.timeout(TRANSPORT_TIMEOUT_MS),
      });
      obey(limits, answer.status, (name) => answer.headers.get(name));
      return answer.status;
    } finally {
      keepaliveBytes -= body.size;
    }
  }

  return {
    send,
    /** Tries again what was kept. */
    resend: (parcel: Parcel): void => deliver(parcel, []),
    drop,
    /** Counts among what is on its way until it is done. */
    track,
    /** The page may be gone after `work`, and after what it sends. */
    leave(work: () => void): void {
      leaving = true;
      for (const now of urgent) now();
      work();
      leaving = false;
    },
    /** Resolves to whether everything that was on its way has been answered within the time. */
    settled: (timeoutMs?: number): Promise<boolean> =>
      Promise.race([
        Promise.all(pending).then(() => true),
        ...(timeoutMs ? [new Promise<boolean>((resolve) => setTimeout(resolve, timeoutMs, false))] : []),
      ]),
  };
}

interface ClientReport {
  timestamp: number;
  discarded_events: Discarded[];
}

export type Transport = ReturnType<typeof openTransport>;
