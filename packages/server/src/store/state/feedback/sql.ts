import { sql, type ExpressionBuilder } from 'kysely';
import type { IssueId, ProjectId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Publish } from '../outbox/sql.ts';
import { doNothing } from '../columns.ts';
import type { Db, Schema } from '../schema.ts';
import type {
  Feedback,
  FeedbackFacts,
  FeedbackLink,
  FeedbackReads,
  FeedbackScope,
  FeedbackSearches,
  FeedbackWrites,
} from './contract.ts';
import { formsOf } from './words.ts';

export function feedbackReads(db: Db, engine: StateEngine): FeedbackReads & FeedbackSearches {
  /** The group of the event has precedence over that of the digest. */
  const joined = () =>
    db
      .selectFrom('feedback')
      .leftJoin('issue_fingerprint as of_event', (on) =>
        on.onRef('of_event.projectId', '=', 'feedback.projectId').onRef('of_event.hash', '=', 'feedback.eventHash'),
      )
      .leftJoin('issue_fingerprint as of_digest', (on) =>
        on.onRef('of_digest.projectId', '=', 'feedback.projectId').onRef('of_digest.hash', '=', 'feedback.digestHash'),
      );
  const issueOf = (on: Joined) => on.fn.coalesce('of_event.issueId', 'of_digest.issueId');
  /** Feedback of the issue, among all that one of its hashes leads to. */
  const ofIssue = (issueId: IssueId, projectIds: ProjectId[]) => {
    const led = (by: 'eventHash' | 'digestHash') =>
      db
        .selectFrom('feedback')
        .select('id')
        .where('projectId', 'in', engine.list(projectIds, 'bigint'))
        .where(by, 'in', db.selectFrom('issue_fingerprint').select('hash').where('issueId', '=', issueId));
    return joined()
      .select('feedback.id')
      .where('feedback.id', 'in', led('eventHash').union(led('digestHash')))
      .where((on) => on(issueOf(on), '=', issueId));
  };
  /** Selects no display columns, so that an index covers it. */
  const within = ({ projectIds, environments, issueId, range, words }: FeedbackScope) => {
    let found = db
      .selectFrom('feedback')
      .where('projectId', 'in', engine.list(projectIds, 'bigint'))
      .where('atMs', '>=', range.fromMs)
      .where('atMs', '<', range.toMs);
    for (const word of words) {
      const forms = formsOf(word).map((form) => sql<boolean>`lower(message) like ${`%${escaped(form)}%`} escape '\\'`);
      found = found.where((on) => on.or(forms));
    }
    if (environments.length > 0) found = found.where('environment', 'in', engine.list(environments, 'text'));
    return issueId === null ? found : found.where('id', 'in', ofIssue(issueId, projectIds));
  };
  const about = async (projectId: ProjectId, column: 'eventId' | 'eventHash', values: string[]) => {
    if (values.length === 0) return [];
    return db
      .selectFrom('feedback')
      .select(['id', 'eventId', 'eventHash'])
      .where('projectId', '=', projectId)
      .where(column, 'in', engine.list(values, 'text'))
      .execute();
  };
  return {
    async knownFeedback(projectId, feedbackIds) {
      const rows = await db
        .selectFrom('feedback')
        .select('feedbackId')
        .where('projectId', '=', projectId)
        .where('feedbackId', 'in', engine.list(feedbackIds, 'text'))
        .orderBy('feedbackId')
        .execute();
      return rows.map(({ feedbackId }) => feedbackId);
    },
    async feedbackAbout(projectId, { eventIds, hashes }) {
      const found = [
        ...(await about(projectId, 'eventId', eventIds)),
        ...(await about(projectId, 'eventHash', hashes)),
      ];
      const links = new Map<number, FeedbackLink>();
      for (const { id, eventId, eventHash } of found) if (eventId !== null) links.set(id, { id, eventId, eventHash });
      return [...links.values()].sort((one, other) => one.id - other.id);
    },
    async listFeedback({ status, before, count, ...scope }) {
      let page = within(scope).select('id');
      if (status !== null) page = page.where('status', '=', status);
      if (before) {
        page = page.where((on) =>
          on.or([on('atMs', '<', before.atMs), on.and([on('atMs', '=', before.atMs), on('id', '<', before.id)])]),
        );
      }
      const shown = joined()
        .selectAll('feedback')
        .select((on) => issueOf(on).as('issueId'))
        .where('feedback.id', 'in', page.orderBy('atMs', 'desc').orderBy('id', 'desc').limit(count))
        .orderBy('atMs', 'desc')
        .orderBy('feedback.id', 'desc');
      return scope.words.length > 0 ? engine.search(shown, scope.requestedBy) : shown.execute();
    },
    async countFeedback(scope) {
      const counts = within(scope)
        .select((on) => ['status', on.fn.countAll<number>().as('count')])
        .groupBy('status');
      const rows = await (scope.words.length > 0 ? engine.search(counts, scope.requestedBy) : counts.execute());
      const of = (status: Feedback['status']) => rows.find((row) => row.status === status)?.count ?? 0;
      return { open: of('open'), done: of('done'), spam: of('spam') };
    },
    async feedbackByIds(ids) {
      return joined()
        .selectAll('feedback')
        .select((on) => issueOf(on).as('issueId'))
        .where('feedback.id', 'in', engine.list(ids, 'bigint'))
        .orderBy('feedback.id')
        .execute();
    },
  };
}

export function feedbackWrites(db: Db, engine: StateEngine, publish: Publish): FeedbackWrites {
  return {
    async addFeedback(feedback) {
      if (feedback.length === 0) return;
      const added = await engine.runMany(db, feedback.map(rowOf), (row) =>
        db.insertInto('feedback').values(row).onConflict(doNothing).returning('id'),
      );
      const isNew = feedback.filter((_, index) => added[index]!.length > 0);
      publish(
        isNew.map(({ projectId, feedbackId }) => ({
          kind: 'feedback-received',
          projectIds: [projectId],
          issueId: null,
          feedbackId,
        })),
      );
    },
    async joinFeedback(links) {
      for (const { id, eventHash } of links) {
        await db.updateTable('feedback').set({ eventHash }).where('id', '=', id).execute();
      }
    },
    async setFeedbackStatus(ids, { status, userId, atMs }) {
      await db
        .updateTable('feedback')
        .set({ status, statusUserId: userId, statusAtMs: atMs })
        .where('id', 'in', engine.list(ids, 'bigint'))
        .execute();
    },
  };
}

type Joined = ExpressionBuilder<
  Schema & { of_event: Schema['issue_fingerprint']; of_digest: Schema['issue_fingerprint'] },
  'feedback' | 'of_event' | 'of_digest'
>;

function rowOf(facts: FeedbackFacts) {
  return {
    ...facts,
    message: storableText(facts.message),
    name: storableText(facts.name),
    email: storableText(facts.email),
    url: storableText(facts.url),
    source: storableText(facts.source),
    environment: storableText(facts.environment),
    release: storableText(facts.release),
    userKey: storableText(facts.userKey),
    tags: storableText(JSON.stringify(facts.tags)),
  };
}

const escaped = (text: string) => storableText(text).replaceAll(/[\\%_]/g, '\\$&');
