import { limits, type OrganizationId } from '@seismo/protocol';
import { nextDueAtMs } from '#domain/alerts/timing.ts';
import type { Recipient, StateTx } from '#store/state/contract.ts';

/** Alerts that one recipient gets together. */
export interface QueuedMessage {
  to: Recipient;
  organizationId: OrganizationId;
  /** These and issues are never in one message. */
  isAboutMetrics: boolean;
  /** These and new alerts are never in one message. */
  isEscalation: boolean;
  /** Whether it is joined with others. */
  joins: boolean;
  notBeforeMs: number;
  alertIds: number[];
}

/** Adds alerts to the message that waits for this recipient, or queues a new one. */
export async function queueMessage(
  tx: StateTx,
  { to, organizationId, isAboutMetrics, isEscalation, joins, notBeforeMs, alertIds }: QueuedMessage,
  nowMs: number,
): Promise<void> {
  const lastMs = notBeforeMs + limits.DELIVERY_WINDOW_MS;
  const recent = (await tx.recentDeliveries(to, notBeforeMs - limits.DELIVERY_WINDOW_MS)).filter(
    ({ isTest, notice }) => !isTest && notice === null,
  );
  const attempts = await tx.attemptsOf(recent.map(({ id }) => id));
  const triedAtMs = new Map(attempts.map(({ deliveryId, startedAtMs }) => [deliveryId, startedAtMs]));
  const waiting = recent.find(
    (one) =>
      joins &&
      one.status === 'queued' &&
      one.organizationId === organizationId &&
      one.isAboutMetrics === isAboutMetrics &&
      one.isEscalation === isEscalation &&
      !triedAtMs.has(one.id) &&
      one.dueAtMs <= lastMs &&
      (one.dueAtMs >= notBeforeMs || notBeforeMs === nowMs),
  );
  if (waiting) return tx.addToDelivery(waiting.id, alertIds);
  // A message that waits for its next attempt or a schedule, perhaps for hours, must not delay others.
  const times = recent.map(({ id, dueAtMs }) => triedAtMs.get(id) ?? dueAtMs).filter((atMs) => atMs <= lastMs);
  const dueAtMs = nextDueAtMs(
    times.toSorted((one, other) => one - other),
    notBeforeMs,
  );
  const kind = { isTest: false, notice: null, isAboutMetrics, isEscalation };
  const delivery = { organizationId, ...to, ...kind, queuedAtMs: nowMs, dueAtMs };
  await tx.addToDelivery(await tx.addDelivery(delivery), alertIds);
}
