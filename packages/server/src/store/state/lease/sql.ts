import type { Db } from '../schema.ts';
import { LeaseLost, SET_BACK, type LeaseReads, type LeaseWrites } from './contract.ts';

export function leaseReads(db: Db): LeaseReads {
  return {
    lease: () =>
      db
        .selectFrom('lease')
        .innerJoin('outbox_head', (on) => on.onTrue())
        .select(['epoch', 'holder', 'outbox_head.id as outboxId'])
        .executeTakeFirstOrThrow(),
  };
}

export function leaseWrites(db: Db): LeaseWrites {
  return {
    async takeLease(holder) {
      const { epoch } = await db
        .updateTable('lease')
        .set((on) => ({ epoch: on('epoch', '+', 1), holder }))
        .returning('epoch')
        .executeTakeFirstOrThrow();
      return epoch;
    },
  };
}

/** First in each write transaction: only one is open at a time, so no other server can take the lease within it. */
export async function requireLease(db: Db, held: number): Promise<void> {
  const { epoch, holder } = await db.selectFrom('lease').select(['epoch', 'holder']).executeTakeFirstOrThrow();
  if (epoch === held) return;
  throw new LeaseLost(
    epoch > held
      ? `Another server has taken over the state store: ${holder}. This server has stopped writing and is shutting down.`
      : SET_BACK,
  );
}
