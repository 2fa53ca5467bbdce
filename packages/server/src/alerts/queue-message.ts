import { limits, type OrganizationId } from '@seismo/protocol';
import { nextDueAtMs } from '#domain/alerts/timing.ts';
import type { NotifiedActivity, Recipient, StateTx } from '#store/state/contract.ts';

/** What one recipient gets together. */
export interface QueuedMessage {
  to: Recipient;
  organizationId: OrganizationId;
  /** What is about different things is never in one message. */
  about: 'issues' | 'metrics' | 'releases' | 'activity';
  /** These and new alerts are never in one message. */
  isEscalation: boolean;
  /** Whether it is joined with others. */
  joins: boolean;
  notBeforeMs: number;
  alertIds: number[];
  activities: NotifiedActivity[];
}

/** Adds alerts or activities to the message that waits for this recipient, or queues a new one. */
export async function queueMessage(
  tx: StateTx,
  { to, organizationId, about, isEscalation, joins, notBeforeMs, alertIds, activities }: QueuedMessage,
  nowMs: number,
): Promise<void> {
  const add = async (id: number) => {
    await tx.addToDelivery(id, alertIds);
    await tx.addActivitiesToDelivery(id, activities);
  };
  const lastMs = notBeforeMs + limits.DELIVERY_WINDOW_MS;
  const recent = (await tx.recentDeliveries(to, notBeforeMs - limits.DELIVERY_WINDOW_MS)).filter(
    (one) => one.about !== 'test' && one.about !== 'notice',
  );
  const attempts = await tx.attemptsOf(recent.map(({ id }) => id));
  const triedAtMs = new Map(attempts.map(({ deliveryId, startedAtMs }) => [deliveryId, startedAtMs]));
  const waiting = recent.find(
    (one) =>
      joins &&
      one.status === 'queued' &&
      one.organizationId === organizationId &&
      one.about === about &&
      one.isEscalation === isEscalation &&
      !triedAtMs.has(one.id) &&
      one.dueAtMs <= lastMs &&
      (one.dueAtMs >= notBeforeMs || notBeforeMs === nowMs),
  );
  if (waiting) return add(waiting.id);
  // A message that waits for its next attempt or a schedule, perhaps for hours, must not delay others.
  const times = recent.map(({ id, dueAtMs }) => triedAtMs.get(id) ?? dueAtMs).filter((atMs) => atMs <= lastMs);
  const dueAtMs = nextDueAtMs(
    times.toSorted((one, other) => one - other),
    notBeforeMs,
  );
  const kind = { about, notice: null, isEscalation };
  const delivery = { organizationId, ...to, ...kind, queuedAtMs: nowMs, dueAtMs };
  await add(await tx.addDelivery(delivery));
}
