import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import type { IssueId, ProjectId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Publish } from '../outbox/sql.ts';
import type { Schema } from '../schema.ts';
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

const columns = [
  'feedback.id',
  'feedback.project_id as projectId',
  'feedback_id as feedbackId',
  'at_ms as atMs',
  'status',
  'status_user_id as statusBy',
  'status_at_ms as statusAtMs',
  'message',
  'name',
  'email',
  'url',
  'source',
  'event_id as eventId',
  'event_hash as eventHash',
  'digest',
  'digest_hash as digestHash',
  'environment',
  'release',
  'user_key as userKey',
  'trace_id as traceId',
  'replay_id as replayId',
  'tags',
] as const;

export function feedbackReads(db: Kysely<Schema>, engine: StateEngine): FeedbackReads & FeedbackSearches {
  /** The group of the event has precedence over that of the digest. */
  const joined = () =>
    db
      .selectFrom('feedback')
      .leftJoin('issue_fingerprint as of_event', (on) =>
        on.onRef('of_event.project_id', '=', 'feedback.project_id').onRef('of_event.hash', '=', 'feedback.event_hash'),
      )
      .leftJoin('issue_fingerprint as of_digest', (on) =>
        on
          .onRef('of_digest.project_id', '=', 'feedback.project_id')
          .onRef('of_digest.hash', '=', 'feedback.digest_hash'),
      );
  const issueOf = (on: Joined) => on.fn.coalesce('of_event.issue_id', 'of_digest.issue_id');
  /** Feedback of the issue, among all that one of its hashes leads to. */
  const ofIssue = (issueId: IssueId, projectIds: ProjectId[]) => {
    const led = (by: 'event_hash' | 'digest_hash') =>
      db
        .selectFrom('feedback')
        .select('id')
        .where('project_id', 'in', engine.list(projectIds, 'bigint') as never)
        .where(by, 'in', db.selectFrom('issue_fingerprint').select('hash').where('issue_id', '=', issueId));
    return joined()
      .select('feedback.id')
      .where('feedback.id', 'in', led('event_hash').union(led('digest_hash')))
      .where((on) => on(issueOf(on), '=', issueId));
  };
  /** Selects no display columns, so that an index covers it. */
  const within = ({ projectIds, environments, issueId, range, words }: FeedbackScope) => {
    let found = db
      .selectFrom('feedback')
      .where('project_id', 'in', engine.list(projectIds, 'bigint') as never)
      .where('at_ms', '>=', range.fromMs)
      .where('at_ms', '<', range.toMs);
    for (const word of words) {
      const forms = formsOf(word).map((form) => sql<boolean>`lower(message) like ${`%${escaped(form)}%`} escape '\\'`);
      found = found.where((on) => on.or(forms));
    }
    if (environments.length > 0) found = found.where('environment', 'in', engine.list(environments, 'text') as never);
    return issueId === null ? found : found.where('id', 'in', ofIssue(issueId, projectIds));
  };
  const about = async (projectId: ProjectId, column: 'event_id' | 'event_hash', values: string[]) => {
    if (values.length === 0) return [];
    return db
      .selectFrom('feedback')
      .select(['id', 'event_id as eventId', 'event_hash as eventHash'])
      .where('project_id', '=', projectId)
      .where(column, 'in', engine.list(values, 'text') as never)
      .execute();
  };
  return {
    async knownFeedback(projectId, feedbackIds) {
      const rows = await db
        .selectFrom('feedback')
        .select('feedback_id')
        .where('project_id', '=', projectId)
        .where('feedback_id', 'in', engine.list(feedbackIds, 'text') as never)
        .orderBy('feedback_id')
        .execute();
      return rows.map(({ feedback_id }) => feedback_id);
    },
    async feedbackAbout(projectId, { eventIds, hashes }) {
      const found = [
        ...(await about(projectId, 'event_id', eventIds)),
        ...(await about(projectId, 'event_hash', hashes)),
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
          on.or([on('at_ms', '<', before.atMs), on.and([on('at_ms', '=', before.atMs), on('id', '<', before.id)])]),
        );
      }
      const shown = joined()
        .select(columns)
        .select((on) => issueOf(on).as('issueId'))
        .where('feedback.id', 'in', page.orderBy('at_ms', 'desc').orderBy('id', 'desc').limit(count))
        .orderBy('at_ms', 'desc')
        .orderBy('feedback.id', 'desc');
      const rows = await (scope.words.length > 0 ? engine.search(shown, scope.requestedBy) : shown.execute());
      return rows.map((row): Feedback => ({ ...row, tags: JSON.parse(row.tags) as Feedback['tags'] }));
    },
    async countFeedback(scope) {
      const counts = within(scope)
        .select((on) => ['status', on.fn.countAll<number>().as('count')])
        .groupBy('status');
      const rows = await (scope.words.length > 0 ? engine.search(counts, scope.requestedBy) : counts.execute());
      const of = (status: Feedback['status']) => Number(rows.find((row) => row.status === status)?.count ?? 0);
      return { open: of('open'), done: of('done'), spam: of('spam') };
    },
    async feedbackByIds(ids) {
      const rows = await joined()
        .select(columns)
        .select((on) => issueOf(on).as('issueId'))
        .where('feedback.id', 'in', engine.list(ids, 'bigint') as never)
        .orderBy('feedback.id')
        .execute();
      return rows.map((row): Feedback => ({ ...row, tags: JSON.parse(row.tags) as Feedback['tags'] }));
    },
  };
}

export function feedbackWrites(db: Kysely<Schema>, engine: StateEngine, publish: Publish): FeedbackWrites {
  return {
    async addFeedback(feedback) {
      if (feedback.length === 0) return;
      const added = await engine.runMany(db, feedback.map(rowOf), (row) =>
        db
          .insertInto('feedback')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .returning('id'),
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
        await db.updateTable('feedback').set({ event_hash: eventHash }).where('id', '=', id).execute();
      }
    },
    async setFeedbackStatus(ids, { status, userId, atMs }) {
      await db
        .updateTable('feedback')
        .set({ status, status_user_id: userId, status_at_ms: atMs })
        .where('id', 'in', engine.list(ids, 'bigint') as never)
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
    project_id: facts.projectId,
    feedback_id: facts.feedbackId,
    at_ms: facts.atMs,
    message: storableText(facts.message),
    name: storableText(facts.name),
    email: storableText(facts.email),
    url: storableText(facts.url),
    source: storableText(facts.source),
    event_id: facts.eventId,
    event_hash: facts.eventHash,
    digest: facts.digest,
    digest_hash: facts.digestHash,
    environment: storableText(facts.environment),
    release: storableText(facts.release),
    user_key: storableText(facts.userKey),
    trace_id: facts.traceId,
    replay_id: facts.replayId,
    tags: storableText(JSON.stringify(facts.tags)),
  };
}

const escaped = (text: string) => storableText(text).replaceAll(/[\\%_]/g, '\\$&');
