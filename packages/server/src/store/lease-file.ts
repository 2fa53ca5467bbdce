import { join } from 'node:path';
import { limits } from '@seismo/protocol';
import { openFailure } from '#platform/open-failure.ts';
import { mismatch, readClaim, writeClaim } from './claim.ts';
import type { State } from './state/contract.ts';
import { LeaseLost, SET_BACK } from './state/lease/contract.ts';

/**
 * The record in `state-lease.json` of the last server and the last outbox ID. Throws if the state store was set back,
 * unless `acceptLoss` is set.
 */
export async function openLeaseFile(
  dataDir: string,
  { state, holder, isOwn, acceptLoss }: { state: State; holder: string; isOwn: boolean; acceptLoss: boolean },
) {
  const claimPath = join(dataDir, 'state-lease.json');
  const [claim, before] = [await readClaim(claimPath), await state.lease()];
  const loss = isOwn ? mismatch(claim, before) : null;
  if (loss !== null && !acceptLoss) {
    throw new Error(
      `${loss} Restore the state store and the data directory from backups of the same time. To continue without the missing data, copy both, then run "npm start -- --accept-loss" once.`,
    );
  }
  let timer: NodeJS.Timeout | undefined;
  let save = async () => {};
  let saving = Promise.resolve();

  return {
    loss,

    /** Takes the lease, opens the state store with its epoch, and saves the outbox ID from time to time. */
    async take(openLeased: (epoch: number) => State): Promise<State> {
      const outboxId = Math.max(before.outboxId, claim?.outboxId ?? 0);
      await writeClaim(claimPath, { ...before, ...claim, next: holder, outboxId }).catch((error: unknown) => {
        throw openFailure('record', claimPath, error, 'written');
      });
      const epoch = await state.write(async (tx) => {
        if (loss !== null && claim!.outboxId > before.outboxId) {
          await tx.continueOutboxAfter(claim!.outboxId + limits.OUTBOX_LOST_ID_COUNT_MAX);
          // Takes readers past the IDs that are left out.
          tx.publish([{ kind: 'projects-changed', projectIds: [], issueId: null }]);
        }
        return tx.takeLease(holder);
      });
      const leased = openLeased(epoch);
      let saved = 0;
      save = async () => {
        const lease = await state.lease();
        if (lease.outboxId === saved || lease.epoch !== epoch) return;
        // A write, because one that fails ends the server.
        if (lease.outboxId < saved) await leased.write(() => Promise.reject(new LeaseLost(SET_BACK)));
        await writeClaim(claimPath, { ...lease, next: null });
        saved = lease.outboxId;
      };
      await save();
      // If a save fails, the next one covers it.
      timer = setInterval(() => (saving = saving.then(save).catch(() => {})), limits.OUTBOX_SAVE_MS).unref();
      return leased;
    },

    /** Saves the last outbox ID. */
    async close(): Promise<void> {
      clearInterval(timer);
      await saving.then(save).catch(() => {});
    },
  };
}
