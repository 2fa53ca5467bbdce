import { limits } from '@seismo/protocol';
import type { Log, Outgoing } from '@seismo/server/parts';

export type HeartbeatResult = 'sent' | 'failed' | 'skipped';

interface HeartbeatDeps {
  /** Its path is mostly a secret, so it is never logged. */
  url: string;
  outgoing: Pick<Outgoing, 'request' | 'paused'>;
  /** The reason if the server is not ready. */
  whyNotReady(): Promise<string | null>;
  counted(result: HeartbeatResult): void;
  log: Log;
}

/**
 * Requests a URL of the operator every minute while the server is ready and not paused after a restore, so that a
 * service elsewhere notices when it no longer is. Each change from success to failure and back is logged once.
 */
export function startHeartbeat({ url, outgoing, whyNotReady, counted, log }: HeartbeatDeps) {
  const { hostname } = new URL(url);
  let last: HeartbeatResult = 'sent';
  let beating: Promise<void> | null = null;
  let stopped = false;

  async function send(): Promise<string | null> {
    // A redirect counts as a failure: it mostly leads to a sign-in page, whose 200 would look like success.
    const response = await outgoing.request(url, { namedBy: 'operator' });
    if (response instanceof Error) return response.message;
    return response.ok ? null : `${hostname} answered with the status ${response.status}`;
  }

  async function attempt(): Promise<void> {
    const notReady = (await whyNotReady().catch((error: unknown) => String(error))) ?? (await outgoing.paused());
    if (stopped) return;
    const failure = notReady === null ? await send() : null;
    const result = notReady !== null ? 'skipped' : failure !== null ? 'failed' : 'sent';
    counted(result);
    if (result === last || stopped) return;
    last = result;
    if (notReady !== null) log.warn({ stage: 'heartbeat', reason: notReady }, 'heartbeats are paused');
    else if (failure !== null) log.warn({ stage: 'heartbeat', reason: failure }, 'a heartbeat failed');
    else log.info({ stage: 'heartbeat', host: hostname }, 'heartbeats arrive again');
  }

  const beat = (): Promise<void> => {
    beating ??= attempt().finally(() => (beating = null));
    return beating;
  };
  const timer = setInterval(() => void beat(), limits.HEARTBEAT_INTERVAL_MS);
  timer.unref();
  void beat();
  return {
    beat,
    stop: () => {
      stopped = true;
      clearInterval(timer);
    },
  };
}
