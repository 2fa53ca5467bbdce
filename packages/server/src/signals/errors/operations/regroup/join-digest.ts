import type { ProjectId } from '@seismo/protocol';
import type { Stores } from '#pipeline/signal.ts';
import { named, recordOf, addActivity, type Plan, type Task } from './plan.ts';

/**
 * Events that knew only a digest move to the issue of the error that it stands for, which came later: a merge of this one
 * hash, taken back like any other. What people have done with either issue in the meantime stays; only where the two hashes are
 * by now counts.
 */
export async function joinDigest(
  task: Task<'join-digest'>,
  projectId: ProjectId,
  { state }: Stores,
): Promise<Plan | null> {
  const { digestHash, errorHash, digest } = task;
  const homes = await state.issuesByHash(projectId, [digestHash, errorHash]);
  const issues = await state.issuesByIds([...new Set(homes.values())]);
  const [from, into] = [digestHash, errorHash].map((hash) => issues.find(({ id }) => id === homes.get(hash)));
  if (!from || !into || from.id === into.id) {
    return { changes: [], issueIds: [], write: (tx) => tx.settleDigest(projectId, digestHash) };
  }
  return {
    changes: [{ projectId, hash: digestHash, set: { issueId: into.id } }],
    issueIds: [into.id, from.id],
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
