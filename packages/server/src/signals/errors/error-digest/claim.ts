import { createHash } from 'node:crypto';
import type { ProjectId } from '@seismo/protocol';
import { taskEntry, type RegroupTask } from '#journal/tasks.ts';
import type { DigestClaim, DigestError } from '#store/state/contract.ts';
import type { Stores } from '#pipeline/signal.ts';
import type { PreparedEvent } from '../steps/encode-event.ts';
import { digestHash } from '#domain/error-digest/join.ts';

/**
 * Assigns the digests of a batch to its errors; the first error of a project with a digest keeps it. From then on,
 * events with only the digest join that error's issue; earlier ones are moved by a task in journal order. Runs before
 * the batch's events are stored, and again after a crash: events stay where they are until the task is done.
 */
export async function claimDigests(
  events: readonly PreparedEvent[],
  { state, journal }: Pick<Stores, 'state' | 'journal'>,
  nowMs: number,
): Promise<void> {
  const knowing = events.flatMap(({ knownDigest, seed }) =>
    knownDigest === null ? [] : [{ digest: knownDigest, seed }],
  );
  for (const [projectId, ofProject] of Map.groupBy(knowing, ({ seed }) => seed.projectId)) {
    const claims = new Map<string, DigestClaim & { digest: string }>();
    for (const { digest, seed } of ofProject) {
      const claim = { digest, digestHash: digestHash(digest), errorHash: seed.hash };
      if (!claims.has(digest)) claims.set(digest, { ...claim, groupingVersion: seed.groupingVersion });
    }
    const all = [...claims.values()];
    const hashes = all.map((claim) => claim.digestHash);
    let known = await state.digestErrors(projectId, hashes);
    const unclaimed = all.filter((claim) => !known.some((each) => each.digestHash === claim.digestHash));
    if (unclaimed.length > 0) {
      await state.write((tx) => tx.claimDigests(projectId, unclaimed));
      known = await state.digestErrors(projectId, hashes);
    }
    for (const waiting of known.filter(({ pending }) => pending)) {
      const { digest } = all.find((claim) => claim.digestHash === waiting.digestHash)!;
      await journal.append(taskEntry('regroup', projectId, nowMs, joinTask(projectId, waiting, digest, nowMs)));
    }
  }
}

/** The ID makes repeated requests the same operation. */
function joinTask(projectId: ProjectId, { digestHash: of, errorHash }: DigestError, digest: string, atMs: number) {
  const id = createHash('sha256').update(`join:${projectId}:${of}`).digest('hex').slice(0, 32);
  return { id, by: null, atMs, operation: 'join-digest', digest, digestHash: of, errorHash } satisfies RegroupTask;
}
