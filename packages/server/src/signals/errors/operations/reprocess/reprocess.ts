import { limits, type DebugId, type OrganizationId } from '@seismo/protocol';
import type { JournalRecord } from '#journal/contract.ts';
import { readRepairPiece, repairEntry } from '#journal/repair-entry.ts';
import { decodeBody, encodeBody } from '#store/bodies/body.ts';
import { nothingApplied } from '#store/state/batch/contract.ts';
import type { IssueHeadline, IssueTexts, Repair, RepairProgress, State } from '#store/state/contract.ts';
import type { EventChange } from '#store/telemetry/contract.ts';
import { failPoint } from '#platform/fail-point.ts';
import type { BatchContext, BatchMemory, BatchReport, Stores } from '#pipeline/batch.ts';
import { searchTextsOf } from '../../search-texts.ts';
import { mapAgain } from './map-again.ts';

/**
 * Does a piece of a repair, and says in the journal that there is more, behind whatever came in the meantime. The order is
 * the promise: what issues are called and what can be searched for (idempotent) → the events (the same again changes
 * nothing) → how far the repair is, with the sequence, in one transaction → the journal forgets. After a crash in between,
 * the piece is done again from where the state store says.
 */
export async function applyRepair(
  record: JournalRecord,
  stores: Stores,
  context: BatchContext & BatchMemory,
): Promise<BatchReport> {
  const { state, telemetry, journal } = stores;
  context.alone(record.sequence);
  const piece = readRepairPiece(record.body);
  const repair = await state.repairById(piece.id);
  const project = await state.projectById(record.projectId);
  const isDue = repair !== null && project !== null && repair.round === piece.round && repair.endedAtMs === null;
  let progress: RepairProgress | null = null;
  let changes: EventChange[] = [];
  if (isDue && record.tries >= limits.PROCESS_TRY_COUNT_MAX) progress = { ...repair, endedAtMs: context.clock.now() };
  else if (isDue) {
    const done = await mendPiece(repair, project.organizationId, stores, context);
    progress = done.progress;
    if (done.headlines.length > 0 || done.texts.length > 0) {
      await state.write(async (tx) => {
        await tx.renameIssues(done.headlines);
        await tx.addTexts(done.texts);
      });
    }
    failPoint('repair:renamed');
    changes = done.changes;
  }
  const { sequence } = record;
  await telemetry.append({ sequence, rows: {}, changes });
  failPoint('repair:changed');
  await state.write(async (tx) => {
    if (progress) await tx.updateRepair(piece.id, progress);
    await tx.applyBatch({ ...nothingApplied, sequence, atMs: context.clock.now(), projectIds: [record.projectId] });
  });
  failPoint('repair:before-next');
  if (progress && progress.endedAtMs === null) {
    await journal.append(repairEntry({ ...piece, projectId: record.projectId }, context.clock.now()));
  }
  await journal.trim(record.sequence);
  context.alone(0);
  return {
    sequence: record.sequence,
    entries: 1,
    events: 0,
    projectIds: [record.projectId],
    deadLetters: 0,
    outcomes: {},
    steps: [],
  };
}

interface Mended {
  changes: EventChange[];
  headlines: IssueHeadline[];
  texts: IssueTexts[];
  progress: RepairProgress;
}

async function mendPiece(
  repair: Repair,
  organizationId: OrganizationId,
  { state, telemetry }: Stores,
  context: BatchContext & BatchMemory,
): Promise<Mended> {
  const { projectId, release } = repair;
  const ask = { projectId, release, debugIds: await debugIdsOf(state, repair) };
  const total = repair.total ?? (await telemetry.query('reprocessableCount', ask))[0]!.events;
  const count = limits.REPAIR_EVENT_COUNT;
  const rows = await telemetry.query('reprocessableBodies', { ...ask, before: repair.before, count });
  const rules = (await context.rulesOf(new Map([[projectId, organizationId]]))).get(projectId)!;
  const symbolicator = context.symbolicator.forBatch();
  const changes: EventChange[] = [];
  const headlines = new Map<Repair['id'], IssueHeadline>();
  const texts = new Map<Repair['id'], IssueTexts>();
  let mended = 0;
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
    mended++;
    // Newest first: the first of an issue is the one that may be what the issue is called by.
    if (!headlines.has(issueId) && stored.grouping.method !== 'digest') {
      headlines.set(issueId, { issueId, atMs, type: headline.type, value: headline.value, culprit });
    }
    const said = searchTextsOf(stored.event);
    const known = texts.get(issueId);
    if (known) known.texts.push(...said);
    else texts.set(issueId, { issueId, texts: said });
  }
  const last = rows.at(-1);
  const isOver = rows.length < count;
  return {
    changes,
    headlines: [...headlines.values()],
    texts: [...texts.values()],
    progress: {
      total,
      done: isOver ? total : Math.min(total, repair.done + rows.length),
      mended: repair.mended + mended,
      before: last ? { atMs: last.atMs, eventId: last.eventId } : repair.before,
      endedAtMs: isOver ? context.clock.now() : null,
    },
  };
}

async function debugIdsOf(state: State, repair: Repair): Promise<DebugId[]> {
  const files = await state.artifactsOfUpload(repair, limits.BUNDLE_FILE_COUNT_MAX);
  return [...new Set(files.flatMap(({ debugId }) => (debugId ? [debugId] : [])))];
}
