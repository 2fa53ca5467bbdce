import type { Client } from './client.ts';
import type { Integration } from './integration.ts';
import { listen } from './page/listen.ts';
import { openStore } from './transport/pending-store.ts';
import type { PendingEnvelope } from './transport/transport.ts';

export interface OfflineOptions {
  /** The number of stored reports. Above it, the oldest is dropped. */
  maxQueueSize?: number;
}

/**
 * Stores unsent reports in IndexedDB, beyond the life of the page, and sends them when there is a network again: at the
 * `online` event, at the next visit, and otherwise after 5 seconds, 10, 20 and so on up to an hour.
 */
export function offline({ maxQueueSize = QUEUE_COUNT_MAX }: OfflineOptions = {}): Integration {
  return {
    name: 'Offline',
    setup(client) {
      if ('indexedDB' in globalThis) keepOffline(client, maxQueueSize);
    },
  };
}

function keepOffline(client: Client, countMax: number): void {
  const store = openStore();
  let delayMs = RETRY_MS_MIN;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending = false;

  async function sendAll(): Promise<void> {
    if (sending) return;
    sending = true;
    try {
      while (!client.signal.aborted) {
        const envelope = await store.shift();
        // Without an answer it was put back, as the newest.
        if (!envelope || !(await client.transport.resend(envelope))) break;
        delayMs = RETRY_MS_MIN;
      }
    } catch {
      // If the browser refuses storage, there is nothing to send.
    }
    sending = false;
  }

  const drop = ({ contents }: PendingEnvelope): void => {
    for (const { reason = 'network_error', category, quantity } of contents)
      client.transport.drop(reason, category, quantity);
  };

  client.on('keep', (envelope) => {
    // Client reports are sent again anyway, so they must not displace stored envelopes.
    if (envelope.body.size > ENVELOPE_BYTES_MAX || envelope.contents.every(({ reason }) => reason)) return false;
    void client.transport.track(
      store.push(envelope, countMax).then(
        (surplus) => surplus.forEach(drop),
        () => drop(envelope),
      ),
    );
    clearTimeout(timer);
    timer = setTimeout(() => void sendAll(), delayMs);
    delayMs = Math.min(delayMs * 2, RETRY_MS_MAX);
    return true;
  });
  listen(client.signal, 'online', () => {
    delayMs = RETRY_MS_MIN;
    void sendAll();
  });
  setTimeout(() => void sendAll());
}

const QUEUE_COUNT_MAX = 64;
const ENVELOPE_BYTES_MAX = 1024 * 1024;
const RETRY_MS_MIN = 5000;
const RETRY_MS_MAX = 3600_000;
