import { limits, type EventId, type ProjectId } from '@seismo/protocol';
import {
  eventKeysOf,
  eventsOfEndUser,
  feedbackOfEndUser,
  sessionKeysOf,
  type EndUserIdentifier,
} from '#domain/end-users/identifiers.ts';
import type { EventCondition } from '#domain/search/event-condition.ts';
import { isEnvelopeOf, redactedOf } from '#domain/end-users/in-text.ts';
import type { JournalRecord } from '#journal/contract.ts';
import { endUserDeletionEntry, type EndUserDeletionTask } from '#journal/end-user-deletion-entry.ts';
import type { OperationPlan, PipelineServices, Stores, StateWrite } from '#pipeline/signal.ts';
import type { EndUserDeletion, EndUserStep, IssueUser } from '#store/state/contract.ts';
import { textsOf } from '../errors/operations/regroup/texts.ts';

/**
 * Deletes the data of one end user in a project, step by step, each behind the reports that arrived meanwhile. A step is
 * stored before it changes anything, so that it deletes and counts the same after a crash. Reports that arrive later
 * are stored as usual.
 */
export async function deleteEndUser(
  { body, projectId }: JournalRecord,
  { stores, clock }: PipelineServices,
): Promise<OperationPlan> {
  const { id } = JSON.parse(new TextDecoder().decode(body)) as EndUserDeletionTask;
  const deletion = await stores.state.endUserDeletionById(id);
  if (deletion?.projectId !== projectId || deletion.identifiers === null || deletion.endedAtMs !== null) return {};
  const { identifiers } = deletion;
  const step = deletion.step ?? (await nextStep(deletion, identifiers, stores));
  const { hasCounted, hasEvents, hasDeadLetters, hasIssues } = step.next;
  const isOver = !hasCounted && !hasEvents && !hasDeadLetters && !hasIssues;
  const userKeys =
    step.cleared === null
      ? { events: noKeys, sessions: noKeys }
      : { events: eventKeysOf(identifiers), sessions: sessionKeysOf(identifiers) };
  return {
    prepare: (tx) => tx.updateEndUserDeletion(id, { ...deletion, step }, null),
    // The deleted events are counted by the hour from now on, and the totals of issues in the state store stay.
    changes: () => [{ projectId, delete: { eventIds: step.eventIds, userKeys } }],
    async settle() {
      // A step that waited as a dead letter may be old: others may have attached the same content since.
      const inUse = await stores.telemetry.query('blobsInUse', { projectId, blobKeys: step.blobKeys });
      const shared = new Set(inUse.map(({ blobKey }) => blobKey));
      for (const key of step.blobKeys) if (!shared.has(key)) await stores.blobs.delete(key);
      await stores.journal.deleteDeadLetters(projectId, step.deadLetterIds);
      const write = await stateWriteOf(projectId, step, identifiers, stores);
      return async (tx) => {
        const { issueUsers, shareLinks } = await write(tx);
        const { deleted } = deletion;
        const progress = {
          identifiers: isOver ? null : identifiers,
          step: null,
          position: step.next,
          deleted: {
            events: deleted.events + step.events,
            attachments: deleted.attachments + step.attachments,
            attachmentBytes: deleted.attachmentBytes + step.attachmentBytes,
            thinned: deleted.thinned + (step.cleared?.thinned ?? 0),
            sessions: deleted.sessions + (step.cleared?.sessions ?? 0),
            // A step that an earlier version planned counts none.
            spans: deleted.spans + (step.cleared?.spans ?? 0),
            feedback: deleted.feedback + step.feedbackIds.length,
            deadLetters: deleted.deadLetters + step.deadLetterIds.length,
            issueUsers: deleted.issueUsers + issueUsers,
            shareLinks: deleted.shareLinks + shareLinks,
          },
        };
        await tx.updateEndUserDeletion(id, progress, isOver ? clock.now() : null);
      };
    },
    ...(!isOver && { next: endUserDeletionEntry({ id, projectId }, clock.now()) }),
  };
}

async function nextStep(
  { projectId, position }: EndUserDeletion,
  identifiers: EndUserIdentifier[],
  stores: Stores,
): Promise<EndUserStep> {
  const { hasCounted, hasEvents, hasDeadLetters } = position;
  const { state } = stores;
  const cleared = hasCounted ? await countedRowsOf(projectId, identifiers, stores) : null;
  const rows = hasEvents ? await rowsOf(projectId, identifiers, stores) : noRows;
  const letters = hasDeadLetters
    ? await deadLettersOf(projectId, position.deadLetterId, identifiers, stores)
    : noLetters;
  // The users of events come first: an issue counts them as long as it has one of their events.
  const issueIds =
    hasCounted || hasEvents
      ? []
      : await state.issueIdsAfter(projectId, position.issueId, limits.END_USER_STEP_ISSUE_COUNT);
  const { hasMore, ...deleted } = rows;
  return {
    ...deleted,
    cleared,
    deadLetterIds: letters.ids,
    searchedIssueIds: issueIds,
    next: {
      hasCounted: false,
      hasEvents: hasMore,
      hasDeadLetters: letters.lastId !== null,
      deadLetterId: letters.lastId ?? position.deadLetterId,
      hasIssues: hasCounted || hasEvents || issueIds.length === limits.END_USER_STEP_ISSUE_COUNT,
      issueId: issueIds.at(-1) ?? position.issueId,
    },
  };
}

const noKeys = { is: [], isIgnoringCase: [] };

async function countedRowsOf(
  projectId: ProjectId,
  identifiers: EndUserIdentifier[],
  { telemetry }: Stores,
): Promise<EndUserStep['cleared']> {
  const [sessions] = await telemetry.query('sessionSums', { projectId, ...sessionKeysOf(identifiers) });
  const [thinned] = await telemetry.query('thinnedSums', { projectId, ...eventKeysOf(identifiers) });
  const [spans] = await telemetry.query('spanSums', { projectId, ...eventKeysOf(identifiers) });
  return { sessions: sessions?.sessions ?? 0, thinned: thinned?.events ?? 0, spans: spans?.spans ?? 0 };
}

type Rows = Omit<EndUserStep, 'cleared' | 'deadLetterIds' | 'searchedIssueIds' | 'next'> & { hasMore: boolean };

const noRows: Rows = {
  eventIds: [],
  events: 0,
  users: [],
  feedbackIds: [],
  attachments: 0,
  attachmentBytes: 0,
  blobKeys: [],
  hasMore: false,
};

/** Events, those that the user's feedback is about, and all feedback about any of them. */
async function rowsOf(
  projectId: ProjectId,
  identifiers: EndUserIdentifier[],
  { state, telemetry }: Stores,
): Promise<Rows> {
  const count = limits.END_USER_STEP_COUNT;
  const own = await state.feedbackOfEndUser(projectId, feedbackOfEndUser(identifiers), 0, count);
  const named = own.flatMap(({ eventId }) => (eventId === null ? [] : [eventId]));
  const found = async (of: EventCondition) => telemetry.query('endUserEvents', { projectId, of, before: null, count });
  const ownEvents = await found(eventsOfEndUser(identifiers));
  const namedEvents = named.length > 0 ? await found({ eventIds: named }) : [];
  const events = [...new Map([...ownEvents, ...namedEvents].map((event) => [event.eventId, event])).values()];
  const eventIds = events.map(({ eventId }) => eventId);
  const about = await state.feedbackAbout(projectId, { eventIds, hashes: [] });
  const feedback = new Map(own.map((each) => [each.id, each.feedbackId]));
  for (const each of await state.feedbackByIds(about.map(({ id }) => id))) feedback.set(each.id, each.feedbackId);
  const parents: EventId[] = [...eventIds, ...feedback.values()];
  const blobs = await telemetry.query('attachedBlobs', { projectId, eventIds: parents, range: null });
  const users = events.map(({ issueId, userKey }): IssueUser => ({ issueId, userKey }));
  return {
    eventIds: parents,
    events: eventIds.length,
    users: [...new Map(users.map((user) => [`${user.issueId} ${user.userKey}`, user])).values()],
    feedbackIds: [...feedback.keys()],
    attachments: blobs.reduce((sum, each) => sum + each.attachments, 0),
    attachmentBytes: blobs.reduce((sum, { bytes }) => sum + bytes, 0),
    // A content that attachments of others share stays.
    blobKeys: blobs.filter(({ isSole }) => isSole).map(({ blobKey }) => blobKey),
    hasMore: ownEvents.length === count || own.length === count,
  };
}

const noLetters: { ids: number[]; lastId: number | null } = { ids: [], lastId: null };

/** Searches a part of the dead letters. */
async function deadLettersOf(
  projectId: ProjectId,
  after: number,
  identifiers: EndUserIdentifier[],
  { journal }: Stores,
): Promise<{ ids: number[]; lastId: number | null }> {
  const letters = await journal.readDeadLetters(projectId, after, limits.DEAD_LETTER_READ_BYTES);
  const found = letters.filter(isEnvelopeOf(identifiers));
  return { ids: found.map(({ id }) => id), lastId: letters.at(-1)?.id ?? null };
}

type CountingWrite = (...params: Parameters<StateWrite>) => Promise<{ issueUsers: number; shareLinks: number }>;

/** Removes what state has of the deleted rows. */
async function stateWriteOf(
  projectId: ProjectId,
  { users, eventIds, feedbackIds, searchedIssueIds }: EndUserStep,
  identifiers: EndUserIdentifier[],
  { state, telemetry }: Stores,
): Promise<CountingWrite> {
  const issueIds = [...new Set(users.map(({ issueId }) => issueId))];
  const userKeys = [...new Set(users.map(({ userKey }) => userKey))].filter((key) => key !== '');
  const left = await telemetry.query('endUsersOfIssues', { projectId, issueIds, userKeys });
  const remaining = new Set(left.map(({ issueId, userKey }) => `${issueId} ${userKey}`));
  const gone = users.filter(({ issueId, userKey }) => !remaining.has(`${issueId} ${userKey}`));
  const { is, isIgnoringCase } = eventKeysOf(identifiers);
  const counted = searchedIssueIds.flatMap((issueId) =>
    [...is, ...isIgnoringCase].map((userKey) => ({ issueId, userKey })),
  );
  // An issue may have been deleted since the step was stored.
  const existing = (await state.issuesByIds(issueIds)).map(({ id }) => id);
  const texts = await textsOf(telemetry, projectId, existing);
  return async (tx) => {
    await tx.deleteFeedback(feedbackIds);
    await tx.replaceTexts(existing, texts);
    await tx.redactTitles(projectId, existing, redactedOf(identifiers));
    return {
      issueUsers: await tx.removeIssueUsers([...gone, ...counted]),
      shareLinks: await tx.deleteSharesOf(eventIds),
    };
  };
}
