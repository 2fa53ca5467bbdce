import { artifactReads, artifactWrites, emptyArtifacts } from '../../artifacts/memory.ts';
import { auditReads, auditWrites, emptyAudit } from '../../audit/memory.ts';
import { batchReads, batchWrites, emptyBatch } from '../../batch/memory.ts';
import { configurationReads, configurationWrites, emptyConfiguration } from '../../configuration/memory.ts';
import type { State, StateReads, StateSearches, StateTx } from '../../contract.ts';
import { digestReads, digestWrites, emptyDigests } from '../../digests/memory.ts';
import { emptyFeedback, feedbackReads, feedbackWrites } from '../../feedback/memory.ts';
import { emptyGrouping, groupingReads, groupingWrites } from '../../grouping/memory.ts';
import { emptyIdentities, identityReads, identityWrites } from '../../identities/memory.ts';
import { emptyIssues, issueReads, issueWrites } from '../../issues/memory.ts';
import { emptyOutbox, outboxReads, outboxWrites } from '../../outbox/memory.ts';
import { emptyPeople, peopleReads, peopleWrites } from '../../people/memory.ts';
import { emptyProjects, projectReads, projectWrites } from '../../projects/memory.ts';
import { emptyReleases, releaseReads, releaseWrites } from '../../releases/memory.ts';
import { removalWrites } from '../../removal/memory.ts';
import { emptyRepairs, repairReads, repairWrites } from '../../repairs/memory.ts';
import { emptySavedSearches, savedSearchReads, savedSearchWrites } from '../../saved-searches/memory.ts';
import { emptySearch, searchReads, searchWrites } from '../../search/memory.ts';
import { emptySecondFactor, secondFactorReads, secondFactorWrites } from '../../second-factor/memory.ts';
import { emptySettings, settingReads, settingWrites } from '../../settings/memory.ts';
import { emptyShares, shareReads, shareWrites } from '../../shares/memory.ts';
import { emptySignIn, signInReads, signInWrites } from '../../sign-in/memory.ts';
import { emptyTeams, teamReads, teamWrites } from '../../teams/memory.ts';
import { emptyUsage, usageReads, usageWrites } from '../../usage/memory.ts';

/**
 * The plainest state: arrays, looked through from the first to the last. For tests, and as the oracle of the real ones. A
 * write works on a copy, which takes the original's place if all went well.
 */
export function openMemoryState(): State {
  let data = emptyData();
  let lastWrite: Promise<unknown> = Promise.resolve();
  let open = true;
  const listeners = new Set<() => void>();
  return {
    ...reads(() => {
      if (!open) throw new Error('The state store is closed.');
      return data;
    }),
    onPublished(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    write<T>(deed: (tx: StateTx) => Promise<T>): Promise<T> {
      if (!open) return Promise.reject(new Error('The state store is closed.'));
      const written = lastWrite.then(async () => {
        const copy = structuredClone(data);
        const result = await deed({ ...reads(() => copy), ...writes(copy) });
        const hasPublished = copy.outboxHead > data.outboxHead;
        data = copy;
        if (hasPublished) for (const listener of listeners) listener();
        return result;
      });
      lastWrite = written.catch(() => {});
      return written;
    },
    async close() {
      open = false;
      await lastWrite;
    },
  };
}

type Data = ReturnType<typeof emptyData>;

function emptyData() {
  return {
    ...emptyPeople(),
    ...emptySignIn(),
    ...emptyIdentities(),
    ...emptySecondFactor(),
    ...emptyAudit(),
    ...emptyProjects(),
    ...emptyIssues(),
    ...emptyGrouping(),
    ...emptyDigests(),
    ...emptyFeedback(),
    ...emptyReleases(),
    ...emptyOutbox(),
    ...emptyArtifacts(),
    ...emptyBatch(),
    ...emptySettings(),
    ...emptyShares(),
    ...emptySearch(),
    ...emptySavedSearches(),
    ...emptyConfiguration(),
    ...emptyTeams(),
    ...emptyUsage(),
    ...emptyRepairs(),
  };
}

function reads(current: () => Data): StateReads & StateSearches {
  return {
    ...peopleReads(current),
    ...signInReads(current),
    ...identityReads(current),
    ...secondFactorReads(current),
    ...auditReads(current),
    ...projectReads(current),
    ...issueReads(current),
    ...groupingReads(current),
    ...digestReads(current),
    ...feedbackReads(current),
    ...releaseReads(current),
    ...outboxReads(current),
    ...artifactReads(current),
    ...batchReads(current),
    ...settingReads(current),
    ...shareReads(current),
    ...searchReads(current),
    ...savedSearchReads(current),
    ...configurationReads(current),
    ...teamReads(current),
    ...usageReads(current),
    ...repairReads(current),
  };
}

function writes(data: Data): Omit<StateTx, keyof StateReads> {
  return {
    ...peopleWrites(data),
    ...signInWrites(data),
    ...identityWrites(data),
    ...secondFactorWrites(data),
    ...auditWrites(data),
    ...projectWrites(data),
    ...issueWrites(data),
    ...groupingWrites(data),
    ...digestWrites(data),
    ...feedbackWrites(data),
    ...releaseWrites(data),
    ...outboxWrites(data),
    ...artifactWrites(data),
    ...batchWrites(data),
    ...settingWrites(data),
    ...shareWrites(data),
    ...savedSearchWrites(data),
    ...configurationWrites(data),
    ...teamWrites(data),
    ...usageWrites(data),
    ...repairWrites(data),
    ...removalWrites(data),
    ...searchWrites(data),
  };
}
