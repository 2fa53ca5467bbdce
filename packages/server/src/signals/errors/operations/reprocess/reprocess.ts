import { limits, type DebugId } from '@seismo/protocol';
import type { JournalRecord } from '#journal/contract.ts';
import { readReprocessPiece, reprocessEntry } from '#journal/reprocess-entry.ts';
import type { Operation, OperationPlan } from '#pipeline/signal.ts';
import type { PipelineServices } from '#pipeline/signal.ts';
import { decodeBody, encodeBody } from '#store/bodies/body.ts';
import type { IssueHeadline, IssueTexts, ReprocessTask, ReprocessProgress, State } from '#store/state/contract.ts';
import type { EventChange } from '#store/telemetry/contract.ts';
import type { Symbolicator } from '#symbolication/symbolicate.ts';
import { searchTextsOf } from '../../search-texts.ts';
import { mapAgain } from './map-again.ts';

/**
 * Reprocesses one piece of a release's events with late source maps, and continues behind the entries that arrived
 * meanwhile. After a crash, the piece runs again from the progress in the state store.
 */
export function reprocess(services: PipelineServices, symbolicator: Symbolicator): Operation {
  const { stores, clock } = services;

  async function planOf(
    { body, projectId }: JournalRecord,
    pieceOf: (task: ReprocessTask) => Promise<Piece>,
  ): Promise<OperationPlan> {
    const { id, round } = readReprocessPiece(body);
    const task = await stores.state.reprocessTaskById(id);
    const isDue = task !== null && task.round === round && task.endedAtMs === null;
    if (!isDue || (await stores.state.projectById(projectId)) === null) return {};
    const { changes, headlines, texts, progress } = await pieceOf(task);
    return {
      ...((headlines.length > 0 || texts.length > 0) && {
        prepare: async (tx) => {
          await tx.updateHeadlines(headlines);
          await tx.addTexts(texts);
        },
      }),
      changes: () => changes,
      settle: async () => (tx) => tx.updateReprocessTask(id, progress),
      ...(progress.endedAtMs === null && { next: reprocessEntry({ id, round, projectId }, clock.now()) }),
    };
  }

  return {
    plan: (record) => planOf(record, (task) => reprocessPiece(task, services, symbolicator)),
    giveUp: (record) =>
      planOf(record, async (task) => ({
        changes: [],
        headlines: [],
        texts: [],
        progress: { ...task, endedAtMs: clock.now() },
      })),
  };
}

interface Piece {
  changes: EventChange[];
  headlines: IssueHeadline[];
  texts: IssueTexts[];
  progress: ReprocessProgress;
}

async function reprocessPiece(
  task: ReprocessTask,
  { stores: { state, telemetry }, rulesOf, clock }: PipelineServices,
  symbolicators: Symbolicator,
): Promise<Piece> {
  const { projectId, release } = task;
  const params = { projectId, release, debugIds: await debugIdsOf(state, task) };
  const total = task.total ?? (await telemetry.query('reprocessableCount', params))[0]!.events;
  const count = limits.REPROCESS_EVENT_COUNT;
  const rows = await telemetry.query('reprocessableBodies', { ...params, before: task.before, count });
  const { organizationId } = (await state.projectById(projectId))!;
  const rules = (await rulesOf(new Map([[projectId, organizationId]]))).get(projectId)!;
  const symbolicator = symbolicators.forBatch();
  const changes: EventChange[] = [];
  const headlines = new Map<ReprocessTask['id'], IssueHeadline>();
  const texts = new Map<ReprocessTask['id'], IssueTexts>();
  let mapped = 0;
  for (const { eventId, issueId, atMs, body } of rows) {
    const { stored, headline, maps, gained } = await mapAgain(
      await decodeBody(body),
      projectId,
      symbolicator,
      rules.grouping,
    );
    const { title, culprit, mappedGrouping } = stored;
    const mappedHash = mappedGrouping ? { mappedHash: mappedGrouping.hash } : {};
    changes.push({ projectId, eventId, set: { title, culprit, maps, ...mappedHash, body: encodeBody(stored) } });
    if (gained === 0) continue;
    mapped++;
    // Newest first: the first event of an issue may have its headline.
    if (!headlines.has(issueId) && stored.grouping.method !== 'digest') {
      headlines.set(issueId, { issueId, atMs, type: headline.type, value: headline.value, culprit });
    }
    const found = searchTextsOf(stored.event);
    const known = texts.get(issueId);
    if (known) known.texts.push(...found);
    else texts.set(issueId, { issueId, texts: found });
  }
  const last = rows.at(-1);
  const isOver = rows.length < count;
  return {
    changes,
    headlines: [...headlines.values()],
    texts: [...texts.values()],
    progress: {
      total,
      done: isOver ? total : Math.min(total, task.done + rows.length),
      mapped: task.mapped + mapped,
      before: last ? { atMs: last.atMs, eventId: last.eventId } : task.before,
      endedAtMs: isOver ? clock.now() : null,
    },
  };
}

async function debugIdsOf(state: State, task: ReprocessTask): Promise<DebugId[]> {
  const files = await state.artifactsOfUpload(task, limits.BUNDLE_FILE_COUNT_MAX);
  return [...new Set(files.flatMap(({ debugId }) => (debugId ? [debugId] : [])))];
}
