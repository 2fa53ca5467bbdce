import type { ProjectId } from '@seismo/protocol';
import type { Stores } from '#pipeline/signal.ts';
import { named, recordOf, addActivity, type Plan, type Task } from './plan.ts';

/**
 * Moves events with only a digest to the issue of the digest's error, which arrived later: a merge of this one hash,
 * which can be undone. Later changes of either issue by users stay; only the current issues of the two hashes matter.
 */
export async function joinDigest(
  task: Task<'join-digest'>,
  projectId: ProjectId,
  { state }: Stores,
): Promise<Plan | null> {
  const { digestHash, errorHash, digest } = task;
  const issueByHash = await state.issuesByHash(projectId, [digestHash, errorHash]);
  const issues = await state.issuesByIds([...new Set(issueByHash.values())]);
  const [from, into] = [digestHash, errorHash].map((hash) => issues.find(({ id }) => id === issueByHash.get(hash)));
  if (!from || !into || from.id === into.id) {
    return { changes: () => [], issueIds: () => [], write: (tx) => tx.settleDigest(projectId, digestHash) };
  }
  return {
    changes: () => [{ projectId, hash: digestHash, set: { issueId: into.id } }],
    issueIds: () => [into.id, from.id],
    async write(tx) {
      await tx.settleDigest(projectId, digestHash);
      await tx.moveFingerprints(projectId, [digestHash], into.id);
      const left = await tx.fingerprintsOf([from.id]);
      if (left.length === 0) await tx.redirectIssue(from.id, into.id);
      await tx.saveRegroup(recordOf(task, projectId, 'merge', into.id, [{ hash: digestHash, fromId: from.id }], []));
      await addActivity(tx, task, into.id, { kind: 'merged', regroupId: task.id, from: [named(from)], digest });
      await addActivity(tx, task, from.id, { kind: 'merged-away', regroupId: task.id, into: named(into), digest });
    },
  };
}
