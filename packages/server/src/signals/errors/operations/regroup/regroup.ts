import { createHash } from 'node:crypto';
import type { EventId, IssueId, ProjectId } from '@seismo/protocol';
import type { JournalRecord } from '#journal/contract.ts';
import type { RegroupTask } from '#journal/tasks.ts';
import type { OperationPlan } from '#pipeline/signal.ts';
import type { PipelineServices, Stores } from '#pipeline/signal.ts';
import { regroupBySourceMap, undoRegroupBySourceMap } from './regroup-by-source-map.ts';
import { joinDigest } from './join-digest.ts';
import { named, recordOf, addActivity, seedOf, type Plan, type Task } from './plan.ts';
import { recount } from './recount.ts';
import { textsOf } from './texts.ts';

/**
 * Merges issues, splits them, and undoes either. An event always belongs to the issue of its hash: hashes move with
 * their events, and a repeated run changes nothing more. Concurrent operations run in journal order, each on the result
 * of the previous one; missing hashes are skipped.
 */
export async function regroup(record: JournalRecord, { stores, clock }: PipelineServices): Promise<OperationPlan> {
  const task = JSON.parse(new TextDecoder().decode(record.body)) as RegroupTask;
  const plan = await planOf(task, record.projectId, stores);
  if (!plan) return {};
  return {
    ...(plan.prepare && { prepare: plan.prepare }),
    changes: plan.changes,
    async settle() {
      await plan.readMoved?.();
      const issueIds = [...new Set(plan.issueIds())];
      const writeCounts = await recount(stores, record.projectId, issueIds, clock.now());
      const texts = await textsOf(stores.telemetry, record.projectId, issueIds);
      return async (tx) => {
        await plan.write(tx);
        await writeCounts(tx);
        await tx.addTexts(texts);
      };
    },
  };
}

async function planOf(task: RegroupTask, projectId: ProjectId, stores: Stores): Promise<Plan | null> {
  // It was done before a crash, or is a replay.
  if (await stores.state.regroupById(task.id)) return null;
  switch (task.operation) {
    case 'merge':
      return merge(task, projectId, stores);
    case 'split':
    case 'split-events':
      return split(task, projectId, stores);
    case 'regroup-by-source-map':
      return regroupBySourceMap(task, projectId, stores);
    case 'join-digest':
      return joinDigest(task, projectId, stores);
    case 'undo':
      return undo(task, projectId, stores);
  }
}

async function merge(task: Task<'merge'>, projectId: ProjectId, { state }: Stores): Promise<Plan | null> {
  const targetId = await state.mergedInto(task.targetId);
  const ends = await Promise.all(task.sourceIds.map((id) => state.mergedInto(id)));
  const issues = (await state.issuesByIds([targetId, ...ends])).filter((issue) => issue.projectId === projectId);
  const target = issues.find(({ id }) => id === targetId);
  const sources = issues.filter(({ id }) => id !== targetId);
  if (!target || sources.length === 0) return null;
  const moved = await state.fingerprintsOf(sources.map(({ id }) => id));
  return {
    changes: () => moved.map(({ hash }) => ({ projectId, hash, set: { issueId: targetId } })),
    issueIds: () => issues.map(({ id }) => id),
    async write(tx) {
      await tx.moveFingerprints(
        projectId,
        moved.map(({ hash }) => hash),
        targetId,
      );
      for (const { id } of sources) await tx.redirectIssue(id, targetId);
      const moves = moved.map(({ hash, issueId }) => ({ hash, fromId: issueId }));
      await tx.saveRegroup(recordOf(task, projectId, 'merge', targetId, moves, []));
      const from = sources.map(({ id, shortId }) => ({ id, shortId }));
      await addActivity(tx, task, targetId, { kind: 'merged', regroupId: task.id, from });
      for (const { id } of sources) {
        await addActivity(tx, task, id, { kind: 'merged-away', regroupId: task.id, into: named(target) });
      }
    },
  };
}

async function split(
  task: Task<'split'> | Task<'split-events'>,
  projectId: ProjectId,
  stores: Stores,
): Promise<Plan | null> {
  const { state } = stores;
  const fromId = await state.mergedInto(task.issueId);
  const from = await state.issueById(fromId);
  if (!from || from.projectId !== projectId) return null;
  const hashes = task.operation === 'split' ? await hashesIn(task.hashes, fromId, stores) : [];
  const derived = derivedHash(task.id);
  const events = task.operation === 'split-events' ? await eventsIn(task.events, derived, projectId, stores) : [];
  if (hashes.length === 0 && events.length === 0) return null;
  const issueByHash = await issuesByHashOf(events, derived, projectId, stores);
  let issueId: IssueId;
  return {
    async prepare(tx) {
      // No event can have this hash by itself.
      issueId = (await tx.ensureIssues([seedOf(from, derived, 'by-hand')])).get(derived)!;
    },
    changes: () => [
      ...hashes.map((hash) => ({ projectId, hash, set: { issueId } })),
      ...events.map(({ eventId }) => ({ projectId, eventId, set: { issueId, hash: derived } })),
    ],
    issueIds: () => [issueId, fromId, ...issueByHash.values()],
    async write(tx) {
      await tx.moveFingerprints(projectId, hashes, issueId);
      const moves = hashes.map((hash) => ({ hash, fromId }));
      const single = events.map(({ eventId, hash }) => ({ eventId, hash }));
      await tx.saveRegroup(recordOf(task, projectId, 'split', issueId, moves, single));
      const into = (await tx.issueById(issueId))!;
      const what = { regroupId: task.id, hashes: hashes.length, events: events.length };
      await addActivity(tx, task, fromId, { kind: 'split', ...what, into: named(into) });
      await addActivity(tx, task, issueId, { kind: 'split-off', ...what, from: named(from) });
    },
  };
}

/** Moves each hash back to where it came from, unless it has moved on since. */
async function undo(task: Task<'undo'>, projectId: ProjectId, stores: Stores): Promise<Plan | null> {
  const { state, telemetry } = stores;
  const done = await state.regroupById(task.of);
  if (!done || done.projectId !== projectId || done.operation === 'undo' || done.undoneAtMs !== null) return null;
  if (done.operation === 'regroup-by-source-map') return undoRegroupBySourceMap(task, done, stores);
  const nowAt = await state.mergedInto(done.issueId);
  const there = new Set((await state.fingerprintsOf([nowAt])).map(({ hash }) => hash));
  const moves = done.moves.filter(({ hash }) => there.has(hash));
  const derived = derivedHash(done.id);
  const events = await eventsIn(done.events, derived, projectId, stores);
  const issueByHash = await issuesByHashOf(events, derived, projectId, stores);
  // The issue of a hash afterwards: it may move back with this operation.
  const backTo = (hash: string) => moves.find((move) => move.hash === hash)?.fromId ?? issueByHash.get(hash);
  const back = events.flatMap((event) => {
    const issueId = backTo(event.hash);
    return issueId === undefined ? [] : [{ ...event, issueId }];
  });
  const originIds = [...new Set([...moves.map(({ fromId }) => fromId), ...back.map(({ issueId }) => issueId)])];
  let isEmpty = false;
  return {
    changes: () => [
      ...moves.map(({ hash, fromId }) => ({ projectId, hash, set: { issueId: fromId } })),
      ...back.map(({ eventId, hash, issueId }) => ({ projectId, eventId, set: { issueId, hash } })),
    ],
    async readMoved() {
      isEmpty = (await telemetry.query('issueSums', { projectId, issueIds: [done.issueId] })).length === 0;
    },
    issueIds: () => [nowAt, done.issueId, ...originIds, ...issueByHash.values()],
    async write(tx) {
      for (const [fromId, ofOrigin] of Map.groupBy(moves, (move) => move.fromId)) {
        await tx.moveFingerprints(
          projectId,
          ofOrigin.map(({ hash }) => hash),
          fromId,
        );
        if (done.operation === 'merge') await tx.redirectIssue(fromId, null);
      }
      const [origin] = originIds;
      const isAlone = (await tx.mergedInto(done.issueId)) === done.issueId;
      if (done.operation === 'split' && origin !== undefined && isEmpty && isAlone) {
        // The short ID of the issue that the split created now redirects to the issue with its events.
        const left = (await tx.fingerprintsOf([done.issueId])).filter(({ hash }) => hash !== derived);
        if (left.length === 0) {
          await tx.moveFingerprints(projectId, [derived], origin);
          await tx.redirectIssue(done.issueId, origin);
        }
      }
      await tx.saveRegroup({ ...done, undoneAtMs: task.atMs });
      await tx.saveRegroup(recordOf(task, projectId, 'undo', done.issueId, moves, []));
      for (const id of new Set([done.issueId, ...originIds]))
        await addActivity(tx, task, id, { kind: 'undone', action: done.operation });
    },
  };
}

async function hashesIn(wanted: string[], issueId: IssueId, { state }: Stores): Promise<string[]> {
  const known = new Set((await state.fingerprintsOf([issueId])).map(({ hash }) => hash));
  return wanted.filter((hash) => known.has(hash));
}

/** Events with their earlier hash or that of the operation: after a crash some may have it already. */
async function eventsIn(
  wanted: { eventId: EventId; hash: string }[],
  derived: string,
  projectId: ProjectId,
  { telemetry }: Stores,
): Promise<{ eventId: EventId; hash: string }[]> {
  if (wanted.length === 0) return [];
  const eventIds = wanted.map(({ eventId }) => eventId);
  const heads = await telemetry.query('eventsOfProject', {
    projectId,
    where: { eventIds },
    before: null,
    count: eventIds.length,
  });
  const now = new Map(heads.map((head) => [head.eventId, head]));
  return wanted.flatMap(({ eventId, hash }) => {
    const head = now.get(eventId);
    return head && (head.hash === hash || head.hash === derived) ? [{ eventId, hash }] : [];
  });
}

/** The issues of these hashes, from state, which does not include the operation yet, even on a second run. */
async function issuesByHashOf(
  events: { hash: string }[],
  derived: string,
  projectId: ProjectId,
  { state }: Stores,
): Promise<Map<string, IssueId>> {
  return state.issuesByHash(projectId, [...new Set([derived, ...events.map(({ hash }) => hash)])]);
}

function derivedHash(taskId: string): string {
  return createHash('sha256').update(`split:${taskId}`).digest('hex').slice(0, 32);
}
