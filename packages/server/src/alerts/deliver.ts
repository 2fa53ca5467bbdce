import { limits } from '@seismo/protocol';
import { backoffMs } from '#domain/alerts/timing.ts';
import { failPoint } from '#platform/fail-point.ts';
import type { Clock } from '#platform/clock.ts';
import type { Delivery, DeliveryStatus, EndedAttempt, State, StateTx } from '#store/state/contract.ts';
import type { SendResult } from './channels/channel.ts';

export interface DeliverDeps {
  state: State;
  clock: Clock;
  /** A single attempt. `null` if there is nothing to say any more: the issues or the recipient are gone. */
  send(delivery: Delivery): Promise<SendResult | null>;
  /** In the transaction that ends an attempt. */
  ended(tx: StateTx, delivery: Delivery, attempt: EndedAttempt): Promise<void>;
  /** Why no connection may be opened at present. */
  paused(): Promise<string | null>;
  /** In [0, 1). */
  random(): number;
  failed(error: unknown): void;
}

export interface Deliverer {
  /** Something was queued. */
  wake(): void;
  /** Attempts a queued message now, and returns how it ended. */
  sendNow(id: number): Promise<{ isSent: boolean; answer: string }>;
  /** Resolves when everything that is due has been attempted. */
  settled(): Promise<void>;
  /** Attempts that are under way end first. */
  stop(): Promise<void>;
}

interface Ended {
  status: DeliveryStatus;
  answer: string;
}

/**
 * Sends what is queued when it is due. An attempt is recorded before it is made, so that a message is never lost: what was
 * being sent when the server stopped is sent again, with the same ID.
 */
export async function startDeliverer(deps: DeliverDeps): Promise<Deliverer> {
  const { state, clock, failed } = deps;
  const underWay = new Map<number, Promise<Ended>>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  let isQueued = false;
  /** Whether an attempt could not be recorded, now or before a restart: its message may have been sent. */
  let isInterrupted = true;

  const attempt = (delivery: Delivery): Promise<Ended> => {
    const known = underWay.get(delivery.id);
    if (known) return known;
    const ended = attemptOnce(deps, delivery)
      .catch((error: unknown) => {
        isInterrupted = true;
        throw error;
      })
      .finally(() => underWay.delete(delivery.id));
    underWay.set(delivery.id, ended);
    return ended;
  };
  const sendDue = async (): Promise<void> => {
    isQueued = false;
    clearTimeout(timer);
    if (isStopped) return;
    let waitMs: number = limits.DELIVERY_POLL_MS;
    if (isInterrupted && underWay.size === 0) {
      isInterrupted = false;
      await state
        .write((tx) => tx.requeueInterrupted(clock.now()))
        .catch((error: unknown) => {
          isInterrupted = true;
          throw error;
        });
    }
    if ((await deps.paused()) === null) {
      const due = await state.dueDeliveries(clock.now(), limits.DELIVERY_CONCURRENCY_MAX);
      const room = Math.max(0, limits.DELIVERY_CONCURRENCY_MAX - underWay.size);
      for (const delivery of due.filter(({ id }) => !underWay.has(id)).slice(0, room))
        // What failed waits for the next poll: a full disk may stay full.
        attempt(delivery).then(wake, failed);
      const next = await state.nextDeliveryAtMs();
      if (next !== null && next > clock.now()) waitMs = Math.min(waitMs, next - clock.now());
    }
    timer = setTimeout(wake, waitMs);
    timer.unref();
  };
  const wake = (): void => {
    if (isQueued || isStopped) return;
    isQueued = true;
    last = last.then(sendDue).catch((error: unknown) => {
      failed(error);
      timer = setTimeout(wake, limits.DELIVERY_POLL_MS);
      timer.unref();
    });
  };
  wake();
  await last;
  return {
    wake,
    async sendNow(id) {
      const delivery = (await state.delivery(id))!;
      const { status, answer } = await attempt(delivery);
      wake();
      return { isSent: status === 'sent', answer };
    },
    async settled() {
      let looked;
      do {
        wake();
        looked = last;
        await looked;
        await Promise.allSettled(underWay.values());
        // An attempt that has ended looks again.
      } while (looked !== last);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await last;
      await Promise.allSettled(underWay.values());
    },
  };
}

async function attemptOnce(deps: DeliverDeps, delivery: Delivery): Promise<Ended> {
  const { state, clock, random, failed } = deps;
  const { id } = delivery;
  const number = await state.write((tx) => tx.beginAttempt(id, clock.now()));
  if (number === null) return { status: delivery.status, answer: 'It was sent or canceled meanwhile.' };
  failPoint('delivery:begun');
  const sent = await deps.send(delivery).catch((error: unknown): SendResult => {
    failed(error);
    return { isSent: false, answer: 'Not sent, see the log of the server.', isPermanent: false, retryAfterMs: null };
  });
  failPoint('delivery:sent');
  const ended = endOf(sent, delivery, number, clock.now(), random());
  const attempt = { number, atMs: clock.now(), ...ended };
  await state.write(async (tx) => {
    await tx.endAttempt(id, attempt);
    await deps.ended(tx, delivery, attempt);
  });
  return ended;
}

function endOf(sent: SendResult | null, { about }: Delivery, number: number, nowMs: number, random: number) {
  if (sent === null) {
    const answer =
      'There is nothing to report any more: the issue is gone, or the recipient has no access or muted the rule.';
    return { status: 'canceled' as const, answer, dueAtMs: null };
  }
  const { answer } = sent;
  if (sent.isSent) return { status: 'sent' as const, answer, dueAtMs: null };
  const waitMs = sent.isPermanent || about === 'test' ? null : backoffMs(number, random);
  if (waitMs === null) return { status: 'failed' as const, answer, dueAtMs: null };
  const dueAtMs = nowMs + Math.max(waitMs, Math.min(sent.retryAfterMs ?? 0, limits.DELIVERY_BACKOFF_MS_MAX));
  return { status: 'queued' as const, answer, dueAtMs };
}
