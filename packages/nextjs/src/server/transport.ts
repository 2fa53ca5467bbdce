import { categoryOf, guarded, isLimited, itemParts, obey } from '@seismo/browser/parts';
import type { Item, RateLimits } from '@seismo/browser/parts';
import { TRANSPORT_BUFFER_COUNT_MAX } from '@seismo/protocol/limits';

/** A server that is slow to answer must not hold what the app's own requests need. */
const IN_FLIGHT_COUNT_MAX = 4;
const TIMEOUT_MS = 10_000;

/** Brings an envelope away, and says what was answered. */
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

interface Parcel {
  header: Record<string, unknown>;
  items: readonly Item[];
}

/**
 * Sends envelopes, few at a time, and lets at most 64 wait. What is dropped is counted and told with the next one that
 * goes. Nothing here throws or rejects.
 */
export function openServerTransport(post: Post) {
  const limits: RateLimits = new Map();
  const dropped = new Map<string, { reason: string; category: string; quantity: number }>();
  const waiting: Parcel[] = [];
  const inFlight = new Set<Promise<void>>();

  function drop(reason: string, category: string): void {
    const key = `${reason} ${category}`;
    dropped.set(key, { reason, category, quantity: 1 + (dropped.get(key)?.quantity ?? 0) });
  }

  function send(parcel: Parcel): void {
    const [first] = parcel.items;
    if (!first) return;
    const category = categoryOf(first.header.type);
    if (isLimited(limits, category)) drop('ratelimit_backoff', category);
    else if (waiting.length >= TRANSPORT_BUFFER_COUNT_MAX) drop('queue_overflow', category);
    else waiting.push(parcel);
    work();
  }

  function work(): void {
    while (inFlight.size < IN_FLIGHT_COUNT_MAX) {
      const parcel = waiting.shift();
      if (!parcel) return;
      const delivery: Promise<void> = deliver(parcel).finally(() => {
        inFlight.delete(delivery);
        work();
      });
      inFlight.add(delivery);
    }
  }

  async function deliver({ header, items }: Parcel): Promise<void> {
    const report = reportOfDropped();
    const category = categoryOf(items[0]!.header.type);
    try {
      const lines = [
        JSON.stringify({ ...header, sent_at: new Date().toISOString() }),
        ...itemParts([...items, ...report]),
      ];
      const answer = await post(new Blob(lines));
      obey(limits, answer.status, (name) => answer.headers.get(name));
      if (answer.status >= 400 && answer.status !== 429) drop('send_error', category);
    } catch {
      drop('network_error', category);
    }
  }

  function reportOfDropped(): Item[] {
    if (dropped.size === 0 || isLimited(limits, 'internal')) return [];
    const payload = { timestamp: Date.now() / 1000, discarded_events: [...dropped.values()] };
    dropped.clear();
    return [{ header: { type: 'client_report' }, payload }];
  }

  return {
    send: (parcel: Parcel): void => guarded(() => send(parcel)),
    drop,
    /** Resolves when nothing is on its way any more, or when the time is over, and says which. */
    async settled(timeoutMs: number): Promise<boolean> {
      const until = Date.now() + timeoutMs;
      while (inFlight.size > 0) {
        const leftMs = until - Date.now();
        if (leftMs <= 0) return false;
        const late = Promise.withResolvers<void>();
        const timer = setTimeout(late.resolve, leftMs);
        await Promise.race([Promise.all(inFlight), late.promise]);
        clearTimeout(timer);
      }
      return true;
    },
  };
}
