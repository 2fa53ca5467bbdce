import { createHash } from 'node:crypto';
import type { ProjectId } from '@seismo/protocol';
import { taskEntry, type RegroupTask } from '#journal/tasks.ts';
import type { DigestClaim, DigestError } from '#store/state/contract.ts';
import type { Stores } from '#pipeline/signal.ts';
import type { PreparedEvent } from '../steps/encode-event.ts';
import { digestHash } from '#domain/error-digest/join.ts';

/**
 * Errors of a batch take the digests that they came with, the first of a project for good: from here on whatever knows only
 * the digest goes to their issue. Where such events came first, a task moves them, in the order of the journal. Done before
 * the batch's events are stored, and again without harm after a crash: what waits to be moved waits until the task is done.
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
    for (const waiting of known.filter(({ waits }) => waits)) {
      const { digest } = all.find((claim) => claim.digestHash === waiting.digestHash)!;
      await journal.append(taskEntry('regroup', projectId, nowMs, joinTask(projectId, waiting, digest, nowMs)));
    }
  }
}

/** The id makes repeated requests the same operation. */
function joinTask(projectId: ProjectId, { digestHash: of, errorHash }: DigestError, digest: string, atMs: number) {
  const id = createHash('sha256').update(`join:${projectId}:${of}`).digest('hex').slice(0, 32);
  return { id, by: null, atMs, deed: 'join-digest', digest, digestHash: of, errorHash } satisfies RegroupTask;
}
