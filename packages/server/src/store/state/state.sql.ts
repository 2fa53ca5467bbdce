import type { Transaction } from 'kysely';
import { limits } from '@seismo/protocol';
import type { Clock } from '#platform/clock.ts';
import { failPoint } from '#platform/fail-point.ts';
import { Refusal } from '#platform/refusal.ts';
import { alertReads, alertWrites } from './alerts/sql.ts';
import { artifactReads } from './artifacts/sql.ts';
import { artifactWrites } from './artifacts/writes.sql.ts';
import { auditReads, auditWrites } from './audit/sql.ts';
import { batchReads, batchWrites } from './batch/sql.ts';
import { configurationReads, configurationWrites } from './configuration/sql.ts';
import type { OutboxFacts, State, StateReads, StateSearches, StateTx } from './contract.ts';
import type { StateDatabase, StateEngine } from './engine.ts';
import { digestReads, digestWrites } from './digests/sql.ts';
import { endUserReads, endUserWrites } from './end-users/sql.ts';
import { feedbackReads, feedbackWrites } from './feedback/sql.ts';
import { groupingReads, groupingWrites } from './grouping/sql.ts';
import { identityReads, identityWrites } from './identities/sql.ts';
import { issueReads, issueWrites } from './issues/sql.ts';
import { LeaseLost } from './lease/contract.ts';
import { leaseReads, leaseWrites, requireLease } from './lease/sql.ts';
import { browserReads, browserWrites } from './browsers/sql.ts';
import { releaseSummaryReads, releaseSummaryWrites } from './release-summaries/sql.ts';
import { maintenanceReads, maintenanceWrites } from './maintenance/sql.ts';
import { notificationReads, notificationWrites, unsubscribeTokens } from './notifications/sql.ts';
import { outboxReads, outboxWrites, writeOutbox, type Publish } from './outbox/sql.ts';
import { userReads, userWrites } from './users/sql.ts';
import { projectReads, projectWrites } from './projects/sql.ts';
import { referenceReads } from './references/sql.ts';
import { releaseWrites } from './releases/records.sql.ts';
import { releaseReads } from './releases/sql.ts';
import { removalWrites } from './removal/sql.ts';
import { reprocessReads, reprocessWrites } from './reprocessing/sql.ts';
import type { Db, Schema } from './schema.ts';
import { savedSearchReads, savedSearchWrites } from './saved-searches/sql.ts';
import { searchReads, searchWrites } from './search/sql.ts';
import { secondFactorReads, secondFactorWrites } from './second-factor/sql.ts';
import { settingReads, settingWrites } from './settings/sql.ts';
import { shareReads, shareWrites } from './shares/sql.ts';
import { signInReads, signInWrites } from './sign-in/sql.ts';
import { slackLinkTokens, slackReads, slackWrites } from './slack/sql.ts';
import { spikeWrites } from './spikes/sql.ts';
import { teamReads, teamWrites } from './teams/sql.ts';
import { usageReads, usageWrites } from './usage/sql.ts';

/** The state over two connections of one engine. Writes queue in call order. A server's writes fail once it has lost the lease. */
export function stateOver(database: StateDatabase, clock: Clock, leaseEpoch?: number): State {
  const { reader, engine } = database;
  let lastWrite: Promise<unknown> = Promise.resolve();
  let open = true;
  const listeners = new Set<() => void>();
  const lostListeners: ((lost: LeaseLost) => void)[] = [];
  return {
    ...reads(reader, engine),
    ...unsubscribeTokens(engine),
    ...slackLinkTokens(engine),

    onPublished(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    onLeaseLost: (listener) => void lostListeners.push(listener),

    write<T>(callback: (tx: StateTx) => Promise<T>): Promise<T> {
      if (!open) return Promise.reject(new Error('The state store is closed.'));
      const written = lastWrite.then(() => transact(database, clock, leaseEpoch, callback));
      lastWrite = written.then(
        ({ hasPublished }) => {
          if (hasPublished) for (const listener of listeners) listener();
        },
        (error: unknown) => {
          if (error instanceof LeaseLost) for (const listener of lostListeners) listener(error);
        },
      );
      return written.then(({ result }) => result);
    },

    async close() {
      open = false;
      await lastWrite;
      await database.close();
    },
  };
}

async function transact<T>(
  database: StateDatabase,
  clock: Clock,
  leaseEpoch: number | undefined,
  callback: (tx: StateTx) => Promise<T>,
  attempt = 1,
): Promise<{ result: T; hasPublished: boolean }> {
  const { writer, engine } = database;
  let appliedBatch = false;
  const published: OutboxFacts[] = [];
  const transaction = writer.transaction().execute(async (transaction) => {
    if (leaseEpoch !== undefined) await requireLease(transaction, leaseEpoch);
    const tx = writes(transaction, engine, (rows) => void published.push(...rows));
    const given = await callback({
      ...tx,
      async applyBatch(batch) {
        await tx.applyBatch(batch);
        appliedBatch = true;
      },
    });
    await writeOutbox(transaction, engine, published, clock.now());
    if (appliedBatch) failPoint('state:before-commit');
    return given;
  });
  const written = transaction.then((result) => ({ result, hasPublished: published.length > 0 }));
  const done = await written.catch((error: unknown) => {
    if (engine.isTransient(error) && attempt < limits.STATE_WRITE_ATTEMPT_COUNT_MAX) {
      return transact(database, clock, leaseEpoch, callback, attempt + 1);
    }
    // A project or an account can be deleted between a command's check and its write.
    if (!engine.isMissingReference(error)) throw error;
    throw new Refusal('not-found', 'This was deleted. Reload the page.');
  });
  if (appliedBatch) failPoint('state:after-commit');
  return done;
}

function writes(db: Transaction<Schema>, engine: StateEngine, publish: Publish): StateTx {
  return {
    ...reads(db, engine),
    ...userWrites(db),
    ...signInWrites(db),
    ...identityWrites(db, engine),
    ...secondFactorWrites(db, engine),
    ...auditWrites(db),
    ...projectWrites(db),
    ...issueWrites(db, engine, publish),
    ...groupingWrites(db, engine),
    ...digestWrites(db, engine),
    ...endUserWrites(db, engine),
    ...feedbackWrites(db, engine, publish),
    ...releaseWrites(db, engine, publish),
    ...leaseWrites(db),
    ...outboxWrites(db, publish),
    ...artifactWrites(db, engine),
    ...batchWrites(db, engine, publish),
    ...settingWrites(db),
    ...shareWrites(db),
    ...savedSearchWrites(db),
    ...configurationWrites(db, engine),
    ...spikeWrites(db, engine, publish),
    ...teamWrites(db, engine, publish),
    ...usageWrites(db),
    ...reprocessWrites(db),
    ...removalWrites(db, engine, publish),
    ...searchWrites(db, engine),
    ...alertWrites(db, engine),
    ...maintenanceWrites(db),
    ...browserWrites(db, engine),
    ...slackWrites(db),
    ...releaseSummaryWrites(db, engine),
    ...notificationWrites(db, engine),
  };
}

function reads(db: Db, engine: StateEngine): StateReads & StateSearches {
  return {
    ...userReads(db, engine),
    ...signInReads(db),
    ...identityReads(db, engine),
    ...secondFactorReads(db, engine),
    ...auditReads(db),
    ...projectReads(db, engine),
    ...issueReads(db, engine),
    ...groupingReads(db, engine),
    ...digestReads(db, engine),
    ...endUserReads(db, engine),
    ...feedbackReads(db, engine),
    ...releaseReads(db, engine),
    ...leaseReads(db),
    ...outboxReads(db),
    ...artifactReads(db, engine),
    ...batchReads(db),
    ...settingReads(db, engine),
    ...shareReads(db),
    ...referenceReads(db),
    ...searchReads(db, engine),
    ...savedSearchReads(db, engine),
    ...configurationReads(db, engine),
    ...teamReads(db, engine),
    ...usageReads(db),
    ...reprocessReads(db),
    ...alertReads(db, engine),
    ...maintenanceReads(db, engine),
    ...browserReads(db, engine),
    ...slackReads(db),
    ...releaseSummaryReads(db, engine),
    ...notificationReads(db, engine),
  };
}
