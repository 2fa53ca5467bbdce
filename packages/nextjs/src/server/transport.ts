import { categoryOf, safely, isLimited, itemParts, applyRateLimits } from '@seismo/browser/parts';
import type { Item, RateLimits } from '@seismo/browser/parts';
import { SERVER_TRANSPORT_WAITING_BYTES_MAX, SERVER_TRANSPORT_WAITING_COUNT_MAX } from '@seismo/protocol/client-limits';

/** Few, so that a slow server does not use up the connections of the app. */
const IN_FLIGHT_COUNT_MAX = 4;
const TIMEOUT_MS = 10_000;

/** Posts an envelope and returns the response. */
export type Post = (envelope: Blob) => Promise<{ status: number; headers: { get(name: string): string | null } }>;

export const postTo =
  (url: string, fetch: typeof globalThis.fetch): Post =>
  async (body) => {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.arrayBuffer();
    return answer;
  };

interface PendingEnvelope {
  header: Record<string, unknown>;
  items: Blob;
  category: string;
  quantity: number;
}

/**
 * Sends a few envelopes at a time; others wait, limited in number and size. Drops are counted and reported with the
 * next envelope. Never throws or rejects.
 */
export function openServerTransport(post: Post) {
  const limits: RateLimits = new Map();
  const dropped = new Map<string, { reason: string; category: string; quantity: number }>();
  const waiting: PendingEnvelope[] = [];
  let waitingBytes = 0;
  const inFlight = new Set<Promise<void>>();

  function drop(reason: string, category: string, quantity = 1): void {
    const key = `${reason} ${category}`;
    dropped.set(key, { reason, category, quantity: quantity + (dropped.get(key)?.quantity ?? 0) });
  }

  /** Queues an event with its attachments, or other items. Without the first item, the rest is lost, too. */
  function send(header: Record<string, unknown>, items: readonly Item[]): void {
    const [first] = items;
    if (!first) return;
    const { quantity = 1 } = first;
    const category = categoryOf(first.header.type);
    if (isLimited(limits, category)) return drop('ratelimit_backoff', category, quantity);
    const envelope = { header, items: new Blob(itemParts(items)), category, quantity };
    const isFull =
      waiting.length >= SERVER_TRANSPORT_WAITING_COUNT_MAX ||
      waitingBytes + envelope.items.size > SERVER_TRANSPORT_WAITING_BYTES_MAX;
    if (isFull) return drop('queue_overflow', category, quantity);
    waiting.push(envelope);
    waitingBytes += envelope.items.size;
    work();
  }

  function work(): void {
    while (inFlight.size < IN_FLIGHT_COUNT_MAX) {
      const envelope = waiting.shift();
      if (!envelope) return;
      waitingBytes -= envelope.items.size;
      const delivery: Promise<void> = deliver(envelope).finally(() => {
        inFlight.delete(delivery);
        work();
      });
      inFlight.add(delivery);
    }
  }

  async function deliver({ header, items, category, quantity }: PendingEnvelope): Promise<void> {
    // A limit may have begun while it waited.
    if (isLimited(limits, category)) return drop('ratelimit_backoff', category, quantity);
    const report = reportOfDropped();
    try {
      const line = JSON.stringify({ ...header, sent_at: new Date().toISOString() });
      const answer = await post(new Blob([line, items, ...itemParts(report)]));
      applyRateLimits(limits, answer.status, (name) => answer.headers.get(name));
      if (answer.status >= 400 && answer.status !== 429) drop('send_error', category, quantity);
    } catch {
      drop('network_error', category, quantity);
    }
  }

  function reportOfDropped(): Item[] {
    if (dropped.size === 0 || isLimited(limits, 'internal')) return [];
    const payload = { timestamp: Date.now() / 1000, discarded_events: [...dropped.values()] };
    dropped.clear();
    return [{ header: { type: 'client_report' }, payload }];
  }

  return {
    send: (header: Record<string, unknown>, items: readonly Item[]): void => safely(() => send(header, items)),
    drop,
    /** Resolves when nothing is in flight. */
    async settled(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}

/** Whether `work` is done before the time is over. */
export async function inTime(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, timeoutMs, false)));
  const done = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return done;
}
