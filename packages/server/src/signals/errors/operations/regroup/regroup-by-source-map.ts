import type { IssueId, ProjectId } from '@seismo/protocol';
import type { Regroup } from '#store/state/contract.ts';
import type { Stores } from '#pipeline/signal.ts';
import { named, recordOf, addActivity, seedOf, type Plan, type Task } from './plan.ts';

/**
 * Moves events that were mapped late to the issues of later events with the same mapped hash. A hash without an issue
 * becomes one of this issue if it is the one to keep, else of a new issue. An issue without remaining events redirects
 * to the issue with most of them, and its hashes follow.
 */
export async function regroupBySourceMap(
  task: Task<'regroup-by-source-map'>,
  projectId: ProjectId,
  { state, telemetry }: Stores,
): Promise<Plan | null> {
  const origin = await state.issueById(await state.mergedInto(task.issueId));
  if (!origin || origin.projectId !== projectId) return null;
  const here = (await state.fingerprintsOf([origin.id])).map(({ hash }) => hash);
  const requested = task.groups.filter(({ from, to }) => here.includes(from) && from !== to);
  if (requested.length === 0) return null;
  const issueByHash = await state.issuesByHash(projectId, [...new Set(requested.map(({ to }) => to))]);
  const newHashes = [...new Set(requested.map(({ to }) => to))].filter((to) => !issueByHash.has(to));
  const made = newHashes.filter((to) => to !== task.ownHash);
  const groups = requested.map((group) => ({ ...group, issueId: issueByHash.get(group.to) ?? origin.id }));
  const targetIdsOf = () => [...new Set(groups.map(({ issueId }) => issueId))].filter((id) => id !== origin.id);
  let isEmpty = false;
  return {
    async prepare(tx) {
      const created = await tx.ensureIssues(made.map((hash) => seedOf(origin, hash, 'v1')));
      for (const group of groups) group.issueId = created.get(group.to) ?? group.issueId;
    },
    changes: () => groups.map(({ from, to, issueId }) => ({ projectId, regroup: { from, to }, set: { issueId } })),
    issueIds: () => [origin.id, ...targetIdsOf()],
    async readMoved() {
      isEmpty = (await telemetry.query('issueSums', { projectId, issueIds: [origin.id] })).length === 0;
    },
    async write(tx) {
      if (task.ownHash !== null && newHashes.includes(task.ownHash)) {
        await tx.addFingerprints(projectId, [task.ownHash], origin.id);
      }
      const moves: Regroup['moves'] = [];
      const targetIds = targetIdsOf();
      const [mainId] = targetIds;
      if (isEmpty && mainId !== undefined) {
        await tx.moveFingerprints(projectId, here, mainId);
        await tx.redirectIssue(origin.id, mainId);
        moves.push(...here.map((hash) => ({ hash, fromId: origin.id })));
      }
      const record = recordOf(task, projectId, 'regroup-by-source-map', origin.id, moves, []);
      await tx.saveRegroup({ ...record, groups: groups.map(({ from, to, issueId }) => ({ from, to, issueId })) });
      const targets = await Promise.all(targetIds.map((id) => tx.issueById(id)));
      const into = targets.filter((issue) => issue !== null).map(named);
      const eventsTo = (ids: IssueId[]) =>
        groups.reduce((sum, { issueId, events }) => sum + (ids.includes(issueId) ? events : 0), 0);
      const events = eventsTo([origin.id, ...targetIds]);
      await addActivity(tx, task, origin.id, { kind: 'regrouped-to', regroupId: task.id, into, events });
      for (const id of targetIds) {
        const came = eventsTo([id]);
        await addActivity(tx, task, id, {
          kind: 'regrouped-from',
          regroupId: task.id,
          from: named(origin),
          events: came,
        });
      }
    },
  };
}

/** Events return to their earlier hash and its current issue; hashes without an issue are deleted. */
export async function undoRegroupBySourceMap(
  task: Task<'undo'>,
  done: Regroup,
  { state, telemetry }: Stores,
): Promise<Plan | null> {
  const { projectId } = done;
  const given = done.groups ?? [];
  const hashes = [
    ...given.map(({ to }) => to),
    ...given.map(({ from }) => from),
    ...done.moves.map(({ hash }) => hash),
  ];
  const nowAt = await state.issuesByHash(projectId, [...new Set(hashes)]);
  const belongsTo = async (hash: string, issueId: IssueId) => nowAt.get(hash) === (await state.mergedInto(issueId));
  const groups = await filterAsync(given, ({ to, issueId }) => belongsTo(to, issueId));
  const moves = await filterAsync(done.moves, ({ hash, fromId }) => belongsTo(hash, fromId));
  const originId = moves.length > 0 ? done.issueId : await state.mergedInto(done.issueId);
  const returningHashes = new Set(moves.map(({ hash }) => hash));
  const targetOf = (hash: string) => (returningHashes.has(hash) ? originId : (nowAt.get(hash) ?? originId));
  const leftIds = [...new Set(groups.map(({ to }) => nowAt.get(to)!))];
  const left = new Map<IssueId, Set<string>>();
  return {
    changes: () => [
      ...groups.map(({ from, to }) => ({ projectId, undoRegroup: { from, to }, set: { issueId: targetOf(from) } })),
      // Newer hashes of the issue that most events moved to.
      ...moves.map(({ hash }) => ({ projectId, hash, set: { issueId: originId } })),
    ],
    issueIds: () => [
      originId,
      ...leftIds,
      ...moves.map(({ hash }) => nowAt.get(hash)!),
      ...groups.map(({ from }) => targetOf(from)),
    ],
    async readMoved() {
      for (const issueId of leftIds) {
        const there = await telemetry.query('hashesOfIssue', { projectId, issueId });
        left.set(issueId, new Set(there.map(({ hash }) => hash)));
      }
    },
    async write(tx) {
      await tx.moveFingerprints(projectId, [...returningHashes], originId);
      if (moves.length > 0) await tx.redirectIssue(originId, null);
      const gone = groups.filter(({ to }) => !left.get(nowAt.get(to)!)!.has(to));
      await tx.dropFingerprints(
        projectId,
        gone.map(({ to }) => to),
      );
      for (const [issueId, there] of left) {
        if (issueId === originId || there.size > 0) continue;
        const stays = (await tx.fingerprintsOf([issueId])).map(({ hash }) => hash);
        await tx.moveFingerprints(projectId, stays, originId);
        await tx.redirectIssue(issueId, originId);
      }
      await tx.saveRegroup({ ...done, undoneAtMs: task.atMs });
      await tx.saveRegroup(recordOf(task, projectId, 'undo', done.issueId, moves, []));
      for (const id of new Set([originId, ...leftIds]))
        await addActivity(tx, task, id, { kind: 'undone', action: 'regroup' });
    },
  };
}

async function filterAsync<Item>(items: Item[], is: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const answers = await Promise.all(items.map(is));
  return items.filter((_, index) => answers[index]);
}
